package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * What each element-wise operation does to one element: the definition that all faster loops must agree with.
 *
 * <p>Types narrower than f64 compute as the operation is defined on them and round once, at its end.
 */
final class ScalarOperations {
    private ScalarOperations() {}

    /** Whether {@link #perform} can do this on scalars. */
    static boolean knows(HloOp op) {
        return switch (op.opcode().category()) {
            case ELEMENTWISE -> true;
            default ->
                switch (op.opcode()) {
                    case CONSTANT, COPY, BITCAST, RESHAPE, BROADCAST, TRANSPOSE, REVERSE, OPTIMIZATION_BARRIER, IOTA ->
                        true;
                    default -> false;
                };
        };
    }

    static void perform(ScalarStep step, Registers r) {
        switch (step.opcode()) {
            case CONSTANT -> {
                // Loaded once, when the registers were made.
            }
            case COPY, RESHAPE, BROADCAST, TRANSPOSE, REVERSE, OPTIMIZATION_BARRIER ->
                r.copy(step.first(), step.result());
            case IOTA -> {
                r.real[step.result()] = 0;
                r.integer[step.result()] = 0;
            }
            case CONVERT -> Conversion.convert(r, step.operandType(), step.first(), step.resultType(), step.result());
            case BITCAST, BITCAST_CONVERT -> reinterpret(step, r);
            case COMPARE -> r.integer[step.result()] = compare(step, r) ? 1 : 0;
            case SELECT -> r.copy(r.integer[step.first()] != 0 ? step.second() : step.third(), step.result());
            case CLAMP -> clamp(step, r);
            case REDUCE_PRECISION -> reducePrecision(step, r);
            case IS_FINITE -> r.integer[step.result()] = Double.isFinite(r.real[step.first()]) ? 1 : 0;
            case COMPLEX -> {
                r.real[step.result()] = r.real[step.first()];
                r.imaginary[step.result()] = r.real[step.second()];
            }
            case REAL -> r.real[step.result()] = r.real[step.first()];
            case IMAG -> r.real[step.result()] = step.operandType().isComplex() ? r.imaginary[step.first()] : 0;
            case STOCHASTIC_CONVERT -> StochasticConversion.convert(step, r);
            default -> arithmetic(step, r);
        }
    }

    private static void reinterpret(ScalarStep step, Registers r) {
        var from = step.operandType();
        var to = step.resultType();
        long bits = from.isFloating() ? FloatFormats.encode(from, r.real[step.first()]) : r.integer[step.first()];
        if (to.isFloating()) {
            r.real[step.result()] = FloatFormats.decode(to, bits & (-1L >>> (Long.SIZE - to.bits())));
        } else {
            r.integer[step.result()] = to.wrap(bits);
        }
    }

    private static void arithmetic(ScalarStep step, Registers r) {
        var type = step.operandType();
        if (type.isFloating()) {
            double x = r.real[step.first()];
            double value = step.second() < 0
                    ? (type == PrimitiveType.F64
                            ? DoubleMath.unary(step.opcode(), x)
                            : FloatMath.of(step.opcode(), (float) x))
                    : DoubleMath.binary(step.opcode(), x, r.real[step.second()]);
            r.real[step.result()] = Conversion.round(type, value);
        } else if (type.isComplex()) {
            complexArithmetic(step, r);
        } else {
            long x = r.integer[step.first()];
            r.integer[step.result()] = step.second() < 0
                    ? IntegerMath.unary(step.opcode(), type, x)
                    : IntegerMath.binary(step.opcode(), type, x, r.integer[step.second()]);
        }
    }

    private static void complexArithmetic(ScalarStep step, Registers r) {
        var x = complexAt(step.first(), r);
        if (step.opcode() == HloOpcode.ABS) {
            r.real[step.result()] = Conversion.round(step.resultType(), x.magnitude());
            return;
        }
        var value = step.second() < 0
                ? Complex.unary(step.opcode(), x)
                : Complex.binary(step.opcode(), x, complexAt(step.second(), r));
        r.real[step.result()] = Conversion.round(step.resultType(), value.re());
        r.imaginary[step.result()] = Conversion.round(step.resultType(), value.im());
    }

    private static Complex complexAt(int register, Registers r) {
        return new Complex(r.real[register], r.imaginary[register]);
    }

    private static boolean compare(ScalarStep step, Registers r) {
        if (!(step.op() instanceof HloOp.Compare(var direction, var type))) {
            throw new IllegalArgumentException("not a comparison: " + step);
        }
        var elementType = step.operandType();
        if (elementType.isComplex()) {
            return compareComplex(direction, step, r);
        }
        if (!elementType.isFloating()) {
            long x = r.integer[step.first()];
            long y = r.integer[step.second()];
            int order = elementType.isSigned() ? Long.compare(x, y) : Long.compareUnsigned(x, y);
            return holds(direction, order);
        }
        double x = r.real[step.first()];
        double y = r.real[step.second()];
        return type == ComparisonType.TOTALORDER
                ? holds(direction, Long.compare(totalOrder(x), totalOrder(y)))
                : compareFloats(direction, x, y);
    }

    private static boolean compareComplex(ComparisonDirection direction, ScalarStep step, Registers r) {
        boolean equal = r.real[step.first()] == r.real[step.second()]
                && r.imaginary[step.first()] == r.imaginary[step.second()];
        return switch (direction) {
            case EQ -> equal;
            case NE -> !equal;
            case GE, GT, LE, LT ->
                throw new UnsupportedOperationException(
                        "complex numbers have no order, so " + direction + " is not defined for them");
        };
    }

    /** Only NE holds where one side is NaN. */
    static boolean compareFloats(ComparisonDirection direction, double x, double y) {
        return switch (direction) {
            case EQ -> x == y;
            case NE -> x != y;
            case GE -> x >= y;
            case GT -> x > y;
            case LE -> x <= y;
            case LT -> x < y;
        };
    }

    static boolean holds(ComparisonDirection direction, int order) {
        return switch (direction) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case GE -> order >= 0;
            case GT -> order > 0;
            case LE -> order <= 0;
            case LT -> order < 0;
        };
    }

    /** Compares two registers, floats in their total order. */
    static int compareInOrder(PrimitiveType type, Registers r, int first, int second) {
        if (type.isFloating()) {
            return Long.compare(totalOrder(r.real[first]), totalOrder(r.real[second]));
        }
        return type.isSigned()
                ? Long.compare(r.integer[first], r.integer[second])
                : Long.compareUnsigned(r.integer[first], r.integer[second]);
    }

    /** A number that rises from -NaN over -0 and +0 to NaN. */
    private static long totalOrder(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static void clamp(ScalarStep step, Registers r) {
        var type = step.operandType();
        if (type.isFloating()) {
            r.real[step.result()] = DoubleMath.clamp(r.real[step.first()], r.real[step.second()], r.real[step.third()]);
        } else {
            long raised =
                    IntegerMath.binary(HloOpcode.MAXIMUM, type, r.integer[step.second()], r.integer[step.first()]);
            r.integer[step.result()] = IntegerMath.binary(HloOpcode.MINIMUM, type, r.integer[step.third()], raised);
        }
    }

    private static void reducePrecision(ScalarStep step, Registers r) {
        if (!(step.op() instanceof HloOp.ReducePrecision(int exponentBits, int mantissaBits))) {
            throw new IllegalArgumentException("not a reduce-precision: " + step);
        }
        var precision = new ReducedPrecision(exponentBits, mantissaBits);
        double x = r.real[step.first()];
        var type = step.operandType();
        r.real[step.result()] =
                type == PrimitiveType.F64 ? precision.of(x) : FloatFormats.round(type, precision.of((float) x));
    }
}
