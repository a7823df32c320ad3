package org.hloexplorer.hlo.verify;

import java.util.function.Predicate;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Which element types operations take. */
final class ElementTypes {
    private ElementTypes() {}

    private static final Predicate<PrimitiveType> REAL_FLOATING = PrimitiveType::isFloating;
    private static final Predicate<PrimitiveType> FLOATING = REAL_FLOATING.or(PrimitiveType::isComplex);
    private static final Predicate<PrimitiveType> INTEGRAL = PrimitiveType::isIntegral;
    private static final Predicate<PrimitiveType> BITS = INTEGRAL.or(PrimitiveType::isPredicate);
    private static final Predicate<PrimitiveType> NUMERIC = INTEGRAL.or(FLOATING);
    private static final Predicate<PrimitiveType> REAL =
            INTEGRAL.or(REAL_FLOATING).or(PrimitiveType::isPredicate);

    /** Complains where an operation does not take elements of this type. */
    static void check(Application a, HloOpcode opcode, PrimitiveType type) {
        if (!taken(opcode).test(type)) {
            throw a.fault(FindingCode.OPERAND_TYPE, "elements of type %s are not taken", type);
        }
    }

    private static Predicate<PrimitiveType> taken(HloOpcode opcode) {
        return switch (opcode) {
            case ACOS,
                    ACOSH,
                    ASIN,
                    ASINH,
                    ATAN,
                    ATANH,
                    ATAN2,
                    CBRT,
                    COSINE,
                    COSH,
                    ERF,
                    EXPONENTIAL,
                    EXPONENTIAL_MINUS_ONE,
                    LOG,
                    LOG_PLUS_ONE,
                    LOGISTIC,
                    RSQRT,
                    SINE,
                    SINH,
                    SQRT,
                    TAN,
                    TANH,
                    REAL,
                    IMAG -> FLOATING;
            case CEIL, FLOOR, ROUND_NEAREST_AFZ, ROUND_NEAREST_EVEN, IS_FINITE, REDUCE_PRECISION, STOCHASTIC_CONVERT ->
                REAL_FLOATING;
            case COUNT_LEADING_ZEROS, POPCNT, SHIFT_LEFT, SHIFT_RIGHT_ARITHMETIC, SHIFT_RIGHT_LOGICAL, MULHI ->
                INTEGRAL;
            case NOT, AND, OR, XOR -> BITS;
            case ABS, NEGATE, SIGN -> NUMERIC;
            case COMPLEX -> REAL_FLOATING;
            case MAXIMUM, MINIMUM -> REAL.or(PrimitiveType::isComplex);
            default -> NUMERIC.or(BITS);
        };
    }

    /** The type of real and imaginary part. */
    static PrimitiveType partOf(PrimitiveType complex) {
        return complex == PrimitiveType.C64 ? PrimitiveType.F32 : PrimitiveType.F64;
    }

    static PrimitiveType complexOf(Application a, PrimitiveType part) {
        return switch (part) {
            case F32 -> PrimitiveType.C64;
            case F64 -> PrimitiveType.C128;
            default -> throw a.fault(FindingCode.OPERAND_TYPE, "complex numbers are made of f32 or f64, not %s", part);
        };
    }

    /** The type of two operands that must agree. Floating types of different width are only unusual. */
    static PrimitiveType common(Application a, PrimitiveType lhs, PrimitiveType rhs) {
        if (lhs == rhs) {
            return lhs;
        }
        if (!lhs.isFloating() || !rhs.isFloating()) {
            throw a.fault(FindingCode.OPERAND_SHAPES, "%s and %s do not go together; convert one of them", lhs, rhs);
        }
        a.warn(FindingCode.MIXED_PRECISION, "%s: %s and %s meet".formatted(a.op().mnemonic(), lhs, rhs));
        return a.declared() instanceof Shape.Array declared
                        && declared.elementType().isFloating()
                ? declared.elementType()
                : lhs;
    }
}
