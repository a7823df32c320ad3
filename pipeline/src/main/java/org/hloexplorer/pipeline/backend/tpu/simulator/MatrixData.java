package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * The operands of a product, rounded to what the array multiplies, row-major.
 *
 * @param x batch × m × k values
 * @param w batch × k × n values
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody, and a copy of a large operand would cost memory
public record MatrixData(Gemm gemm, OperandType type, float[] x, float[] w) {
    public MatrixData {
        boolean isWithoutValues = x.length == 0 && w.length == 0;
        if (!isWithoutValues && !fits(gemm, x, w)) {
            throw new IllegalArgumentException(
                    "%s needs other amounts of values than %d and %d".formatted(gemm, x.length, w.length));
        }
    }

    private static boolean fits(Gemm gemm, float[] x, float[] w) {
        return x.length == (long) gemm.batch() * gemm.m() * gemm.k()
                && w.length == (long) gemm.batch() * gemm.k() * gemm.n();
    }

    /** Operands that are not known; every value is NaN. */
    public static MatrixData unknown(Gemm gemm, OperandType type) {
        return new MatrixData(gemm, type, new float[0], new float[0]);
    }

    public boolean isKnown() {
        return x.length > 0;
    }

    /** Rounds the operands. */
    public static MatrixData rounded(Gemm gemm, OperandType type, float[] x, float[] w) {
        return new MatrixData(gemm, type, rounded(type, x), rounded(type, w));
    }

    private static float[] rounded(OperandType type, float[] values) {
        float[] rounded = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            rounded[i] = type.round(values[i]);
        }
        return rounded;
    }

    /** X[m,k] of a product of the batch. */
    public float x(int batch, int m, int k) {
        return x.length == 0 ? Float.NaN : x[(batch * gemm.m() + m) * gemm.k() + k];
    }

    /** W[k,n] of a product of the batch. */
    public float w(int batch, int k, int n) {
        return w.length == 0 ? Float.NaN : w[(batch * gemm.k() + k) * gemm.n() + n];
    }
}
