package org.hloexplorer.hlo.verify;

import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/** Shapes of Fourier transforms, decompositions, triangular systems and batch norms. */
final class LinearAlgebraShapes {
    private LinearAlgebraShapes() {}

    static Shape fft(Application a, HloOp.Fft fft) {
        var operand = a.array(0);
        int count = fft.length().size();
        if (count < 1 || count > 3 || count > operand.rank()) {
            throw a.fault(
                    FindingCode.DIMENSION_NUMBERS,
                    "it transforms one to three of the dimensions of %s, not %d",
                    operand.withoutLayout(),
                    count);
        }
        int last = operand.rank() - 1;
        return switch (fft.type()) {
            case "FFT", "IFFT" -> complex(a, operand);
            case "RFFT" -> {
                if (!operand.elementType().isFloating()) {
                    throw a.fault(FindingCode.OPERAND_TYPE, "RFFT takes real numbers, not %s", operand.elementType());
                }
                yield Dimensions.resized(operand, last, operand.dimension(last) / 2 + 1)
                        .withElementType(ElementTypes.complexOf(a, operand.elementType()));
            }
            case "IRFFT" ->
                Dimensions.resized(complex(a, operand), last, fft.length().getLast())
                        .withElementType(ElementTypes.partOf(operand.elementType()));
            default -> throw a.fault(FindingCode.OPERAND_TYPE, "there is no transform %s", fft.type());
        };
    }

    private static Shape.Array complex(Application a, Shape.Array operand) {
        if (!operand.elementType().isComplex()) {
            throw a.fault(FindingCode.OPERAND_TYPE, "it takes complex numbers, not %s", operand.elementType());
        }
        return operand;
    }

    static Shape cholesky(Application a) {
        var operand = a.array(0);
        checkSquare(a, operand);
        return operand;
    }

    private static void checkSquare(Application a, Shape.Array matrix) {
        int rank = matrix.rank();
        if (rank < 2 || !Dimensions.mayBeEqual(matrix.dimension(rank - 1), matrix.dimension(rank - 2))) {
            throw a.fault(FindingCode.OPERAND_SHAPES, "%s is no square matrix", matrix.withoutLayout());
        }
    }

    static Shape triangularSolve(Application a, HloOp.TriangularSolve solve) {
        var matrix = a.array(0);
        var right = a.array(1);
        checkSquare(a, matrix);
        int rank = matrix.rank();
        int shared = rank - (solve.leftSide() ? 2 : 1);
        boolean fits = right.rank() == rank
                && Dimensions.mayBeEqual(matrix.dimension(rank - 1), right.dimension(shared))
                && matrix.dimensions()
                        .subList(0, rank - 2)
                        .equals(right.dimensions().subList(0, rank - 2));
        if (!fits) {
            throw a.fault(
                    FindingCode.OPERAND_SHAPES,
                    "%s and %s do not make a system of equations",
                    matrix.withoutLayout(),
                    right.withoutLayout());
        }
        return right;
    }

    static Shape batchNorm(Application a, HloOp.BatchNorm norm) {
        var operand = a.array(0);
        Dimensions.check(a, "feature_index", List.of(norm.featureIndex()), operand.rank());
        var feature = Shape.array(operand.elementType(), operand.dimension(norm.featureIndex()));
        int statistics = norm.opcode() == HloOpcode.BATCH_NORM_GRAD ? 4 : a.operandCount();
        for (int i = 1; i < statistics; i++) {
            var statistic = a.array(i);
            ElementTypes.common(a, operand.elementType(), statistic.elementType());
            if (!Dimensions.mayBeEqual(statistic.dimensions(), feature.dimensions())) {
                throw a.fault(
                        FindingCode.OPERAND_SHAPES,
                        "operand %d has one element for each of %d features, but is %s",
                        i,
                        feature.dimension(0),
                        statistic.withoutLayout());
            }
        }
        var statistic = Shape.array(a.array(1).elementType(), operand.dimension(norm.featureIndex()));
        return norm.opcode() == HloOpcode.BATCH_NORM_INFERENCE ? operand : Shape.tuple(operand, statistic, statistic);
    }
}
