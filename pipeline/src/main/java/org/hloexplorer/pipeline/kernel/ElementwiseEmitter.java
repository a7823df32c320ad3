package org.hloexplorer.pipeline.kernel;

import static org.hloexplorer.hlo.PrimitiveType.BF16;
import static org.hloexplorer.hlo.PrimitiveType.F16;
import static org.hloexplorer.hlo.PrimitiveType.F32;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * Element-wise operations on scalars.
 *
 * <p>f16 and bf16 are computed in f32 and rounded once after each operation, as the reference does.
 */
record ElementwiseEmitter(Scalars scalars) {

    /** The type that operations on this type are carried out in. */
    static PrimitiveType computeType(PrimitiveType type) {
        return switch (type) {
            case F16, BF16 -> F32;
            case PRED, S8, S16, S32, S64, U8, U16, U32, U64, F32, F64 -> type;
            case C64, C128 -> throw new NotLowerable("there are no kernels over %s yet".formatted(type));
            default -> NarrowTypes.wide(type);
        };
    }

    Value emit(HloInstruction instruction, List<Value> operands) {
        var type = instruction.shape().asArray().elementType();
        return switch (instruction.op()) {
            case HloOp.Compare(var direction, var comparison) -> compare(direction, comparison, operands);
            case HloOp.ReducePrecision(int exponentBits, int mantissaBits) ->
                reducePrecision(operands.getFirst(), exponentBits, mantissaBits);
            default -> emit(instruction.opcode(), type, operands);
        };
    }

    private Value emit(HloOpcode opcode, PrimitiveType type, List<Value> operands) {
        var a = operands.getFirst();
        return switch (opcode) {
            case CONVERT -> scalars.convert(checked(type), a);
            case BITCAST_CONVERT -> bitcast(type, a);
            case COPY -> a;
            case SELECT -> scalars.select(a, operands.get(1), operands.get(2));
            case IS_FINITE -> scalars.isLess(scalars.abs(widened(a)), Double.POSITIVE_INFINITY);
            case REAL -> a;
            case IMAG -> scalars.number(type, 0);
            default -> computed(opcode, type, operands);
        };
    }

    private static PrimitiveType checked(PrimitiveType type) {
        computeType(type);
        return type;
    }

    private Value bitcast(PrimitiveType type, Value a) {
        if (checked(type).bits() != a.type().bits()) {
            throw new NotLowerable(
                    "bitcast-convert from %s to %s changes the number of elements".formatted(a.type(), type));
        }
        return scalars.bitcast(type, a);
    }

    private Value widened(Value a) {
        return scalars.convert(computeType(a.type()), a);
    }

    private Value computed(HloOpcode opcode, PrimitiveType type, List<Value> operands) {
        var wide = operands.stream().map(this::widened).toArray(Value[]::new);
        return NarrowBits.isOne(opcode, checked(type))
                ? new NarrowBits(scalars, type).emit(opcode, wide)
                : scalars.convert(type, compute(opcode, type, wide));
    }

    private Value compute(HloOpcode opcode, PrimitiveType type, Value[] operands) {
        if (opcode == HloOpcode.CLAMP) {
            var raised = scalars.apply(Operation.MAXIMUM, operands[1], operands[0]);
            return scalars.apply(Operation.MINIMUM, raised, operands[2]);
        }
        if (opcode == HloOpcode.SIGN) {
            return sign(operands[0]);
        }
        if (opcode == HloOpcode.POWER && !type.isFloating()) {
            return integerPower(operands[0], operands[1]);
        }
        return scalars.apply(operation(opcode), operands);
    }

    /** By squaring, once for each bit of the exponent; to a negative power only 1 is not 0. */
    private Value integerPower(Value base, Value exponent) {
        var type = base.type();
        if (type == PrimitiveType.PRED) {
            return scalars.or(base, scalars.apply(Operation.NOT, exponent));
        }
        var one = scalars.number(type, 1);
        var zero = scalars.number(type, 0);
        var result = one;
        var square = base;
        for (int bit = 0; bit < type.bits(); bit++) {
            var mask = scalars.bits(type, type.wrap(1L << bit));
            var isSet = scalars.apply(Operation.COMPARE_NE, scalars.and(exponent, mask), zero);
            result = scalars.select(isSet, scalars.multiply(result, square), result);
            square = scalars.multiply(square, square);
        }
        var isOne = scalars.apply(Operation.COMPARE_EQ, base, one);
        return type.isSigned()
                ? scalars.select(scalars.isLess(exponent, 0), scalars.select(isOne, one, zero), result)
                : result;
    }

    private Value sign(Value a) {
        var one = scalars.number(a.type(), 1);
        if (a.type().isFloating()) {
            var signed = scalars.apply(Operation.COPYSIGN, one, a);
            // Zeros keep their sign, and NaN stays one.
            var isOrdinary = scalars.apply(Operation.COMPARE_GT, scalars.abs(a), scalars.number(a.type(), 0));
            return scalars.select(isOrdinary, signed, a);
        }
        var small = scalars.apply(Operation.MINIMUM, a, one);
        return a.type().isSigned() ? scalars.apply(Operation.MAXIMUM, small, scalars.number(a.type(), -1)) : small;
    }

    private Value compare(ComparisonDirection direction, @Nullable ComparisonType comparison, List<Value> operands) {
        var a = widened(operands.get(0));
        var b = widened(operands.get(1));
        if (comparison == ComparisonType.TOTALORDER && a.type().isFloating()) {
            a = ordered(a);
            b = ordered(b);
        }
        return scalars.apply(
                switch (direction) {
                    case EQ -> Operation.COMPARE_EQ;
                    case NE -> Operation.COMPARE_NE;
                    case LT -> Operation.COMPARE_LT;
                    case LE -> Operation.COMPARE_LE;
                    case GT -> Operation.COMPARE_GT;
                    case GE -> Operation.COMPARE_GE;
                },
                a,
                b);
    }

    /** Whether a number is less than another; floats in their total order. */
    Value isBefore(Value a, Value b) {
        return compare(ComparisonDirection.LT, ComparisonType.TOTALORDER, List.of(a, b));
    }

    /** An integer that is ordered as the float is in total order: of negative ones all bits but the sign are turned. */
    private Value ordered(Value a) {
        var type = a.type() == F32 ? PrimitiveType.S32 : PrimitiveType.S64;
        var bits = scalars.bitcast(type, a);
        var sign = scalars.apply(Operation.SHIFT_RIGHT_ARITHMETIC, bits, scalars.number(type, type.bits() - 1));
        var turned = scalars.apply(Operation.SHIFT_RIGHT_LOGICAL, sign, scalars.number(type, 1));
        return scalars.apply(Operation.XOR, bits, turned);
    }

    /** Fewer bits of mantissa, rounded to even; then what is beyond the exponents becomes infinite, or zero. */
    private Value reducePrecision(Value a, int exponentBits, int mantissaBits) {
        var x = widened(a);
        var format = ReducedFormat.of(x.type());
        var type = format.bits();
        var bits = scalars.bitcast(type, x);
        if (mantissaBits < format.mantissaBits()) {
            int dropped = format.mantissaBits() - mantissaBits;
            long step = 1L << dropped;
            var odd = scalars.and(
                    scalars.apply(Operation.SHIFT_RIGHT_LOGICAL, bits, scalars.number(type, dropped)),
                    scalars.number(type, 1));
            var biased = scalars.add(scalars.add(bits, odd), scalars.bits(type, (step >> 1) - 1));
            bits = scalars.and(biased, scalars.bits(type, type.wrap(-step)));
        }
        if (exponentBits < format.exponentBits()) {
            bits = clampedExponent(format, bits, (1L << (exponentBits - 1)) - 1);
        }
        var nan = mantissaBits > 0 ? scalars.bitcast(type, x) : scalars.bits(type, format.infinity());
        var result = scalars.select(scalars.isNan(x), nan, bits);
        return scalars.convert(a.type(), scalars.bitcast(x.type(), result));
    }

    private Value clampedExponent(ReducedFormat format, Value bits, long bias) {
        var type = bits.type();
        var sign = scalars.and(bits, scalars.bits(type, format.sign()));
        var infinity = scalars.bits(type, format.infinity());
        var exponent = scalars.and(bits, infinity);
        var isLarge = scalars.apply(Operation.COMPARE_GT, exponent, scalars.bits(type, format.exponent(bias)));
        var isSmall = scalars.apply(Operation.COMPARE_LE, exponent, scalars.bits(type, format.exponent(-bias)));
        return scalars.select(isLarge, scalars.or(sign, infinity), scalars.select(isSmall, sign, bits));
    }

    /** How f32 or f64 divide their bits. */
    private record ReducedFormat(PrimitiveType bits, int exponentBits, int mantissaBits) {

        static ReducedFormat of(PrimitiveType type) {
            return type == F32
                    ? new ReducedFormat(PrimitiveType.U32, 8, 23)
                    : new ReducedFormat(PrimitiveType.U64, 11, 52);
        }

        long infinity() {
            return ((1L << exponentBits) - 1) << mantissaBits;
        }

        long sign() {
            return 1L << (exponentBits + mantissaBits);
        }

        /** The bits of a power of two. */
        long exponent(long power) {
            return ((1L << (exponentBits - 1)) - 1 + power) << mantissaBits;
        }
    }

    private static Operation operation(HloOpcode opcode) {
        return switch (opcode) {
            case ADD -> Operation.ADD;
            case SUBTRACT -> Operation.SUBTRACT;
            case MULTIPLY -> Operation.MULTIPLY;
            case DIVIDE -> Operation.DIVIDE;
            case REMAINDER -> Operation.REMAINDER;
            case MAXIMUM -> Operation.MAXIMUM;
            case MINIMUM -> Operation.MINIMUM;
            case POWER -> Operation.POWER;
            case ATAN2 -> Operation.ATAN2;
            case MULHI -> Operation.MULHI;
            case AND -> Operation.AND;
            case OR -> Operation.OR;
            case XOR -> Operation.XOR;
            case NOT -> Operation.NOT;
            case SHIFT_LEFT -> Operation.SHIFT_LEFT;
            case SHIFT_RIGHT_ARITHMETIC -> Operation.SHIFT_RIGHT_ARITHMETIC;
            case SHIFT_RIGHT_LOGICAL -> Operation.SHIFT_RIGHT_LOGICAL;
            case NEGATE -> Operation.NEGATE;
            case ABS -> Operation.ABS;
            case POPCNT -> Operation.POPCNT;
            case COUNT_LEADING_ZEROS -> Operation.COUNT_LEADING_ZEROS;
            case FLOOR -> Operation.FLOOR;
            case CEIL -> Operation.CEIL;
            case ROUND_NEAREST_EVEN -> Operation.ROUND_NEAREST_EVEN;
            case ROUND_NEAREST_AFZ -> Operation.ROUND_NEAREST_AFZ;
            case SQRT -> Operation.SQRT;
            case RSQRT -> Operation.RSQRT;
            case CBRT -> Operation.CBRT;
            case EXPONENTIAL -> Operation.EXP;
            case EXPONENTIAL_MINUS_ONE -> Operation.EXPM1;
            case LOG -> Operation.LOG;
            case LOG_PLUS_ONE -> Operation.LOG1P;
            case TANH -> Operation.TANH;
            case LOGISTIC -> Operation.LOGISTIC;
            case ERF -> Operation.ERF;
            case SINE -> Operation.SIN;
            case COSINE -> Operation.COS;
            case TAN -> Operation.TAN;
            case ATAN -> Operation.ATAN;
            case ASIN -> Operation.ASIN;
            case ACOS -> Operation.ACOS;
            case SINH -> Operation.SINH;
            case COSH -> Operation.COSH;
            case ASINH -> Operation.ASINH;
            case ACOSH -> Operation.ACOSH;
            case ATANH -> Operation.ATANH;
            default -> throw new NotLowerable("%s is not a kernel yet".formatted(opcode));
        };
    }
}
