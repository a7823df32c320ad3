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
 * @param checked how many elements were compared, in evenly spread rows
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

    /** Multiplications a check may cost; of larger products a part of the rows is compared. */
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
        int rows = gemm.batch() * gemm.m();
        int stride = Math.clamp(Math.ceilDiv(gemm.usefulMacs(), BUDGET), 1, rows);
        var check = new ResultCheck(-1, 0, 0, 0, 0, true, 0, y.length);
        for (int row = 0; row < rows; row += stride) {
            var sums = Sums.of(gemm, row, data, x, w);
            for (int n = 0; n < gemm.n(); n++) {
                check = check.with(row * gemm.n() + n, y[row * gemm.n() + n], sums, n, gemm.k(), data.type());
            }
        }
        return check;
    }

    /** A row of sums over K: of the unrounded products, of the rounded ones, and of the rounded ones' absolute values. */
    private static final class Sums {
        private final double[] unrounded;
        private final double[] rounded;
        private final double[] absolute;

        private Sums(int count) {
            unrounded = new double[count];
            rounded = new double[count];
            absolute = new double[count];
        }

        static Sums of(Gemm gemm, int row, MatrixData data, float[] x, float[] w) {
            var sums = new Sums(gemm.n());
            for (int k = 0; k < gemm.k(); k++) {
                int at = row * gemm.k() + k;
                int from = (row / gemm.m() * gemm.k() + k) * gemm.n();
                add(sums.unrounded, x[at], w, from);
                add(sums.rounded, data.x()[at], data.w(), from);
                addAbsolute(sums.absolute, Math.abs(data.x()[at]), data.w(), from);
            }
            return sums;
        }

        private static void add(double[] sums, double factor, float[] w, int from) {
            for (int n = 0; n < sums.length; n++) {
                sums[n] += factor * w[from + n];
            }
        }

        private static void addAbsolute(double[] sums, double factor, float[] w, int from) {
            for (int n = 0; n < sums.length; n++) {
                sums[n] += factor * Math.abs(w[from + n]);
            }
        }
    }

    private ResultCheck with(int index, double value, Sums sums, int n, int k, OperandType type) {
        double exact = type == OperandType.INT8 ? (int) (long) sums.rounded[n] : sums.rounded[n];
        double summationError = distance(value, exact);
        double bound = type == OperandType.INT8 ? 0 : k * HALF_UNIT_OF_FLOAT * sums.absolute[n];
        double error = distance(value, sums.unrounded[n]);
        boolean isWorst = error > maxError || checked == 0;
        return new ResultCheck(
                isWorst ? error : maxError,
                isWorst ? index : where,
                isWorst ? value : actual,
                isWorst ? sums.unrounded[n] : expected,
                Math.max(maxSummationError, summationError),
                withinBound && (summationError <= bound || !Double.isFinite(sums.absolute[n])),
                checked + 1,
                elements);
    }

    private static double distance(double left, double right) {
        return Double.compare(left, right) == 0 || left == right ? 0 : Math.abs(left - right);
    }
}
