package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/** {@code cholesky} and {@code triangular-solve}: matrix by matrix, as complex numbers in double precision. */
final class LinearSolve {
    private final Cancellation cancellation;
    private final Elementwise elementwise;

    LinearSolve(Cancellation cancellation) {
        this.cancellation = cancellation;
        this.elementwise = new Elementwise(cancellation);
    }

    /**
     * L with A = L·Lᴴ, or U with A = Uᴴ·U; the other triangle is zero. Only the named triangle of A is read. A matrix that
     * is not positive definite gives NaN everywhere.
     */
    Literal cholesky(Literal matrix, boolean lower) {
        var shape = matrix.shape().asArray();
        int n = Math.toIntExact(shape.dimension(shape.rank() - 1));
        double[] a = Storage.doubles(elementwise.convert(matrix, PrimitiveType.C128));
        var out = new double[a.length];
        int matrices = n == 0 ? 0 : a.length / 2 / (n * n);
        Work.inBlocks(matrices, 1, cancellation, (from, to) -> {
            for (int i = from; i < to; i++) {
                int at = 2 * i * n * n;
                if (!factor(a, at, n, lower, out)) {
                    Arrays.fill(out, at, at + 2 * n * n, Double.NaN);
                }
            }
        });
        return elementwise.convert(
                Storage.literal(shape.withElementType(PrimitiveType.C128), out), shape.elementType());
    }

    private static boolean factor(double[] a, int at, int n, boolean lower, double[] out) {
        var factor = new MatrixView(out, at, lower ? n : 1, lower ? 1 : n, !lower);
        var source = new MatrixView(a, at, lower ? n : 1, lower ? 1 : n, !lower);
        for (int column = 0; column < n; column++) {
            double pivot = source.at(column, column).re();
            for (int k = 0; k < column; k++) {
                double magnitude = factor.at(column, k).magnitude();
                pivot -= magnitude * magnitude;
            }
            if (!(pivot > 0)) {
                return false;
            }
            double root = Math.sqrt(pivot);
            factor.set(column, column, new Complex(root, 0));
            for (int row = column + 1; row < n; row++) {
                var sum = source.at(row, column);
                for (int k = 0; k < column; k++) {
                    sum = sum.minus(factor.at(row, k).times(factor.at(column, k).conjugate()));
                }
                factor.set(row, column, sum.times(1 / root));
            }
        }
        return true;
    }

    /** X with op(A)·X = B, or X·op(A) = B; the other triangle of A is not read. */
    Literal triangularSolve(Literal matrix, Literal right, HloOp.TriangularSolve solve) {
        var shape = right.shape().asArray();
        int n = Math.toIntExact(
                matrix.shape().asArray().dimension(matrix.shape().asArray().rank() - 1));
        int rows = Math.toIntExact(shape.dimension(shape.rank() - 2));
        int columns = Math.toIntExact(shape.dimension(shape.rank() - 1));
        double[] a = Storage.doubles(elementwise.convert(matrix, PrimitiveType.C128));
        double[] b =
                Storage.doubles(elementwise.convert(right, PrimitiveType.C128)).clone();
        int matrices = n == 0 ? 0 : a.length / 2 / (n * n);
        Work.inBlocks(matrices, 1, cancellation, (from, to) -> {
            for (int i = from; i < to; i++) {
                solveOne(a, 2 * i * n * n, n, b, 2 * i * rows * columns, rows, columns, solve);
            }
        });
        return elementwise.convert(Storage.literal(shape.withElementType(PrimitiveType.C128), b), shape.elementType());
    }

    /** {@code X·A = B} is solved as {@code Aᵀ·Xᵀ = Bᵀ}, by looking at all three the other way round. */
    private static void solveOne(
            double[] a, int aAt, int n, double[] b, int bAt, int rows, int columns, HloOp.TriangularSolve solve) {
        boolean transposes = !solve.transposeA().equals("NO_TRANSPOSE");
        boolean flips = transposes == solve.leftSide();
        boolean conjugates = solve.transposeA().equals("ADJOINT");
        var left = new MatrixView(a, aAt, flips ? 1 : n, flips ? n : 1, conjugates);
        var x = new MatrixView(b, bAt, solve.leftSide() ? columns : 1, solve.leftSide() ? 1 : columns, false);
        boolean forward = solve.lower() != flips;
        int unknowns = solve.leftSide() ? columns : rows;
        for (int unknown = 0; unknown < unknowns; unknown++) {
            for (int step = 0; step < n; step++) {
                int row = forward ? step : n - 1 - step;
                var sum = x.at(row, unknown);
                for (int k = forward ? 0 : row + 1; k < (forward ? row : n); k++) {
                    sum = sum.minus(left.at(row, k).times(x.at(k, unknown)));
                }
                x.set(row, unknown, solve.unitDiagonal() ? sum : sum.dividedBy(left.at(row, row)));
            }
        }
    }

    /** A matrix of complex numbers, perhaps the other way round, perhaps conjugate. */
    private static final class MatrixView {
        private final double[] values;
        private final int start;
        private final int rowStride;
        private final int columnStride;
        private final boolean conjugate;

        MatrixView(double[] values, int start, int rowStride, int columnStride, boolean conjugate) {
            this.values = values;
            this.start = start;
            this.rowStride = rowStride;
            this.columnStride = columnStride;
            this.conjugate = conjugate;
        }

        Complex at(int row, int column) {
            int index = start + 2 * (row * rowStride + column * columnStride);
            return new Complex(values[index], conjugate ? -values[index + 1] : values[index + 1]);
        }

        void set(int row, int column, Complex value) {
            int index = start + 2 * (row * rowStride + column * columnStride);
            values[index] = value.re();
            values[index + 1] = conjugate ? -value.im() : value.im();
        }
    }
}
