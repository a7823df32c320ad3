package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * Integer arithmetic with XLA's rules: results wrap, a division by zero yields all ones.
 *
 * <p>Values are kept as {@link PrimitiveType#wrap} makes them: extended to 64 bits by their own sign.
 */
final class IntegerMath {
    private IntegerMath() {}

    static long unary(HloOpcode opcode, PrimitiveType type, long x) {
        return switch (opcode) {
            case ABS -> type.wrap(type.isSigned() ? Math.abs(x) : x);
            case NEGATE -> type.wrap(-x);
            case NOT -> type.isPredicate() ? x ^ 1 : type.wrap(~x);
            case SIGN -> type.isSigned() ? Long.signum(x) : x == 0 ? 0 : 1;
            case POPCNT -> type.wrap(Long.bitCount(x & mask(type)));
            case COUNT_LEADING_ZEROS ->
                type.wrap(Long.numberOfLeadingZeros(x & mask(type)) - (Long.SIZE - type.bits()));
            default -> throw new UnsupportedOperationException(opcode + " is not defined for " + type);
        };
    }

    static long binary(HloOpcode opcode, PrimitiveType type, long x, long y) {
        return type.isPredicate() ? logical(opcode, x, y) : type.wrap(arithmetic(opcode, type, x, y));
    }

    /** Whether {@code x} is below {@code y}. */
    static boolean isLess(PrimitiveType type, long x, long y) {
        return type.isSigned() ? x < y : Long.compareUnsigned(x, y) < 0;
    }

    private static long arithmetic(HloOpcode opcode, PrimitiveType type, long x, long y) {
        return switch (opcode) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x * y;
            case MULHI -> highHalf(type, x, y);
            case DIVIDE -> divide(type, x, y);
            case REMAINDER -> remainder(type, x, y);
            case POWER -> power(type, x, y);
            case MAXIMUM -> isLess(type, x, y) ? y : x;
            case MINIMUM -> isLess(type, y, x) ? y : x;
            case AND -> x & y;
            case OR -> x | y;
            case XOR -> x ^ y;
            case SHIFT_LEFT -> isWithin(type, y) ? x << y : 0;
            case SHIFT_RIGHT_LOGICAL -> isWithin(type, y) ? (x & mask(type)) >>> y : 0;
            case SHIFT_RIGHT_ARITHMETIC -> shiftKeepingSign(type, x, y);
            default -> throw new UnsupportedOperationException(opcode + " is not defined for " + type);
        };
    }

    private static long logical(HloOpcode opcode, long x, long y) {
        return switch (opcode) {
            case ADD, OR, MAXIMUM -> x | y;
            case MULTIPLY, AND, MINIMUM -> x & y;
            case XOR -> x ^ y;
            case POWER -> x | (y ^ 1);
            default -> throw new UnsupportedOperationException(opcode + " is not defined for pred");
        };
    }

    private static long divide(PrimitiveType type, long x, long y) {
        if (y == 0) {
            return -1;
        }
        return type.isSigned() ? x / y : Long.divideUnsigned(x, y);
    }

    private static long remainder(PrimitiveType type, long x, long y) {
        if (y == 0) {
            return x;
        }
        return type.isSigned() ? x % y : Long.remainderUnsigned(x, y);
    }

    /** The evaluator of XLA gives 0 for -1 to a negative power, and so does this. */
    private static long power(PrimitiveType type, long base, long exponent) {
        if (type.isSigned() && exponent < 0) {
            return base == 1 ? 1 : 0;
        }
        long result = 1;
        long square = base;
        for (long rest = exponent; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result *= square;
            }
            square *= square;
        }
        return result;
    }

    private static long highHalf(PrimitiveType type, long x, long y) {
        if (type.bits() == Long.SIZE) {
            return type.isSigned() ? Math.multiplyHigh(x, y) : Math.unsignedMultiplyHigh(x, y);
        }
        return (x * y) >> type.bits();
    }

    private static long shiftKeepingSign(PrimitiveType type, long x, long amount) {
        int unused = Long.SIZE - type.bits();
        long extended = (x << unused) >> unused;
        return isWithin(type, amount) ? extended >> amount : extended < 0 ? -1 : 0;
    }

    private static boolean isWithin(PrimitiveType type, long amount) {
        return amount >= 0 && amount < type.bits();
    }

    private static long mask(PrimitiveType type) {
        return -1L >>> (Long.SIZE - type.bits());
    }
}
