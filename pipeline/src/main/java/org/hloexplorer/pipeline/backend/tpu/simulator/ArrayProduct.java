package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.Arrays;

/**
 * The product in the order in which the array adds: within a tile from row 0 down, starting at +0; then tile by tile into
 * the accumulators.
 *
 * <p>The order, and with it the last bits of a floating sum, depends on the number of rows of the array only; timing and
 * the number of matrix units leave it alone.
 */
public final class ArrayProduct {
    private ArrayProduct() {}

    /** batch × m × n sums of bf16 products in 32-bit floats. */
    public static float[] bf16(MatrixData data, int rows) {
        var gemm = data.gemm();
        float[] y = new float[Math.multiplyExact(Math.multiplyExact(gemm.batch(), gemm.m()), gemm.n())];
        float[] sums = new float[gemm.n()];
        for (int row = 0; row < gemm.batch() * gemm.m(); row++) {
            for (int firstK = 0; firstK < gemm.k(); firstK += rows) {
                Arrays.fill(sums, 0f);
                int lastK = Math.min(firstK + rows, gemm.k());
                for (int k = firstK; k < lastK; k++) {
                    addRow(sums, data.x()[row * gemm.k() + k], data.w(), weightRow(gemm, row, k));
                }
                accumulate(y, row * gemm.n(), sums, firstK == 0);
            }
        }
        return y;
    }

    private static void addRow(float[] sums, float x, float[] w, int from) {
        for (int n = 0; n < sums.length; n++) {
            sums[n] += x * w[from + n];
        }
    }

    /** Rows of padding below the tile add +0, which changes nothing: a sum that starts at +0 is never -0. */
    private static void accumulate(float[] y, int from, float[] sums, boolean overwrite) {
        for (int n = 0; n < sums.length; n++) {
            y[from + n] = overwrite ? sums[n] : y[from + n] + sums[n];
        }
    }

    /** batch × m × n sums of int8 products in 32-bit integers that wrap. Any order gives the same. */
    public static int[] int8(MatrixData data) {
        var gemm = data.gemm();
        int[] y = new int[Math.multiplyExact(Math.multiplyExact(gemm.batch(), gemm.m()), gemm.n())];
        for (int row = 0; row < gemm.batch() * gemm.m(); row++) {
            for (int k = 0; k < gemm.k(); k++) {
                int x = (int) data.x()[row * gemm.k() + k];
                int from = weightRow(gemm, row, k);
                for (int n = 0; n < gemm.n(); n++) {
                    y[row * gemm.n() + n] += x * (int) data.w()[from + n];
                }
            }
        }
        return y;
    }

    private static int weightRow(Gemm gemm, int row, int k) {
        return (row / gemm.m() * gemm.k() + k) * gemm.n();
    }
}
