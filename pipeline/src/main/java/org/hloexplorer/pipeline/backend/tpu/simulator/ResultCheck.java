package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * How far a product of the array lies from the exact one.
 *
 * <p>Two distances are kept apart: to the product of the operands as the program has them, which includes rounding them to
 * bf16; and to the product of the rounded operands, which is due to the order and width of the additions alone and must stay
 * within K · 2^-24 · Σ|x||w|.
 *
 * @param maxError largest distance to the product of the unrounded operands
 * @param where row-major index of that element in batch × m × n
 * @param actual what the array computed there
 * @param expected what 64-bit floats give there
 * @param maxSummationError largest distance to the product of the rounded operands
 * @param withinBound whether every element keeps to the bound above; integers must be equal
 * @param checked how many elements were compared, evenly spread
 * @param elements how many there are
 */
public record ResultCheck(
        double maxError,
        int where,
        double actual,
        double expected,
        double maxSummationError,
        boolean withinBound,
        int checked,
        int elements) {

    /** Multiplications a check may cost; of larger products a part of the elements is compared. */
    static final long BUDGET = 1L << 28;

    private static final double HALF_UNIT_OF_FLOAT = 0x1p-24;

    /**
     * Compares with products in 64-bit floats.
     *
     * @param x the operand before rounding, as {@link MatrixData#x()} is laid out
     * @param w likewise
     * @param y what the array computed, batch × m × n
     */
    public static ResultCheck of(MatrixData data, float[] x, float[] w, double[] y) {
        var gemm = data.gemm();
        int stride = (int) Math.max(1, Math.ceilDiv(gemm.usefulMacs(), BUDGET));
        var check = new ResultCheck(-1, 0, 0, 0, 0, true, 0, y.length);
        for (int i = 0; i < y.length; i += stride) {
            check = check.with(i, y[i], element(gemm, i, data, x, w), gemm.k(), data.type());
        }
        return check;
    }

    /** Sums over K: of the unrounded products, of the rounded ones, and of the rounded ones' absolute values. */
    private record Sums(double unrounded, double rounded, double absolute) {}

    private static Sums element(Gemm gemm, int index, MatrixData data, float[] x, float[] w) {
        int row = index / gemm.n();
        int column = index % gemm.n();
        int firstW = row / gemm.m() * gemm.k() * gemm.n() + column;
        double unrounded = 0;
        double rounded = 0;
        double absolute = 0;
        for (int k = 0; k < gemm.k(); k++) {
            int atX = row * gemm.k() + k;
            int atW = firstW + k * gemm.n();
            unrounded += (double) x[atX] * w[atW];
            double product = (double) data.x()[atX] * data.w()[atW];
            rounded += product;
            absolute += Math.abs(product);
        }
        return new Sums(unrounded, rounded, absolute);
    }

    private ResultCheck with(int index, double value, Sums sums, int k, OperandType type) {
        double summationError =
                distance(value, type == OperandType.INT8 ? (int) (long) sums.rounded() : sums.rounded());
        double bound = type == OperandType.INT8 ? 0 : k * HALF_UNIT_OF_FLOAT * sums.absolute();
        double error = distance(value, sums.unrounded());
        boolean isWorst = error > maxError || checked == 0;
        return new ResultCheck(
                isWorst ? error : maxError,
                isWorst ? index : where,
                isWorst ? value : actual,
                isWorst ? sums.unrounded() : expected,
                Math.max(maxSummationError, summationError),
                withinBound && (summationError <= bound || !Double.isFinite(sums.absolute())),
                checked + 1,
                elements);
    }

    private static double distance(double left, double right) {
        return Double.compare(left, right) == 0 || left == right ? 0 : Math.abs(left - right);
    }
}
