package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;

/**
 * The product in the order in which the array adds: within a tile from row 0 down, starting at +0; then tile by tile into
 * the accumulators.
 *
 * <p>The order, and with it the last bits of a floating sum, depends on the number of rows of the array only; timing and
 * the number of matrix units leave it alone. Rows of the result are independent and may be worked out in parallel.
 */
public final class ArrayProduct {
    private ArrayProduct() {}

    /** batch × m × n sums of bf16 products in 32-bit floats. */
    public static float[] bf16(MatrixData data, int rows, Cancellation cancellation) {
        float[] y = new float[results(data.gemm())];
        forEachRow(data.gemm(), cancellation, row -> bf16Row(data, rows, row, y));
        return y;
    }

    private static void bf16Row(MatrixData data, int rows, int row, float[] y) {
        var gemm = data.gemm();
        float[] sums = new float[gemm.n()];
        for (int fold = 0; fold < TilePlan.rowFolds(gemm, rows); fold++) {
            Arrays.fill(sums, 0f);
            int firstK = TilePlan.firstK(gemm, rows, fold);
            int endK = firstK + TilePlan.kCount(gemm, rows, fold);
            for (int k = firstK; k < endK; k++) {
                addRow(sums, data.x()[row * gemm.k() + k], data.w(), weightRow(gemm, row, k));
            }
            accumulate(y, row * gemm.n(), sums, fold == 0);
        }
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
    public static int[] int8(MatrixData data, Cancellation cancellation) {
        int[] y = new int[results(data.gemm())];
        forEachRow(data.gemm(), cancellation, row -> int8Row(data, row, y));
        return y;
    }

    private static void int8Row(MatrixData data, int row, int[] y) {
        var gemm = data.gemm();
        for (int k = 0; k < gemm.k(); k++) {
            int x = (int) data.x()[row * gemm.k() + k];
            int from = weightRow(gemm, row, k);
            for (int n = 0; n < gemm.n(); n++) {
                y[row * gemm.n() + n] += x * (int) data.w()[from + n];
            }
        }
    }

    private static void forEachRow(Gemm gemm, Cancellation cancellation, IntConsumer work) {
        IntStream.range(0, gemm.batch() * gemm.m()).parallel().forEach(row -> {
            cancellation.check();
            work.accept(row);
        });
    }

    private static int results(Gemm gemm) {
        return Math.multiplyExact(Math.multiplyExact(gemm.batch(), gemm.m()), gemm.n());
    }

    private static int weightRow(Gemm gemm, int row, int k) {
        return (row / gemm.m() * gemm.k() + k) * gemm.n();
    }
}
