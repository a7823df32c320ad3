package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.HloOpcode;

/**
 * The real functions of HLO in double precision; narrower types round the result.
 *
 * <p>A double holds the result of {@code + - * /} and of a square root of two floats exactly enough that rounding it
 * gives the float result.
 */
final class DoubleMath {
    private DoubleMath() {}

    static boolean isUnary(HloOpcode opcode) {
        return switch (opcode) {
            case ABS,
                    ACOS,
                    ACOSH,
                    ASIN,
                    ASINH,
                    ATAN,
                    ATANH,
                    CBRT,
                    CEIL,
                    COSINE,
                    COSH,
                    ERF,
                    EXPONENTIAL,
                    EXPONENTIAL_MINUS_ONE,
                    FLOOR,
                    LOG,
                    LOG_PLUS_ONE,
                    LOGISTIC,
                    NEGATE,
                    ROUND_NEAREST_AFZ,
                    ROUND_NEAREST_EVEN,
                    RSQRT,
                    SIGN,
                    SINE,
                    SINH,
                    SQRT,
                    TAN,
                    TANH -> true;
            default -> false;
        };
    }

    static double unary(HloOpcode opcode, double x) {
        return switch (opcode) {
            case ABS -> Math.abs(x);
            case ACOS -> Math.acos(x);
            case ACOSH -> acosh(x);
            case ASIN -> Math.asin(x);
            case ASINH -> asinh(x);
            case ATAN -> Math.atan(x);
            case ATANH -> atanh(x);
            case CBRT -> Math.cbrt(x);
            case CEIL -> Math.ceil(x);
            case COSINE -> Math.cos(x);
            case COSH -> Math.cosh(x);
            case ERF -> Erf.of(x);
            case EXPONENTIAL -> Math.exp(x);
            case EXPONENTIAL_MINUS_ONE -> Math.expm1(x);
            case FLOOR -> Math.floor(x);
            case LOG -> Math.log(x);
            case LOG_PLUS_ONE -> Math.log1p(x);
            case LOGISTIC -> 1 / (1 + Math.exp(-x));
            case NEGATE -> -x;
            case ROUND_NEAREST_AFZ -> roundAwayFromZero(x);
            case ROUND_NEAREST_EVEN -> Math.rint(x);
            case RSQRT -> 1 / Math.sqrt(x);
            case SIGN -> Math.signum(x);
            case SINE -> Math.sin(x);
            case SINH -> Math.sinh(x);
            case SQRT -> Math.sqrt(x);
            case TAN -> Math.tan(x);
            case TANH -> Math.tanh(x);
            default -> throw new IllegalArgumentException(opcode + " is no function of one real number");
        };
    }

    static boolean isBinary(HloOpcode opcode) {
        return switch (opcode) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, POWER, MAXIMUM, MINIMUM, ATAN2 -> true;
            default -> false;
        };
    }

    static double binary(HloOpcode opcode, double x, double y) {
        return switch (opcode) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x * y;
            case DIVIDE -> x / y;
            case REMAINDER -> x % y;
            case POWER -> power(x, y);
            case MAXIMUM -> maximum(x, y);
            case MINIMUM -> minimum(x, y);
            case ATAN2 -> Math.atan2(x, y);
            default -> throw new IllegalArgumentException(opcode + " is no function of two real numbers");
        };
    }

    /** The first NaN, or else the larger; the first of two zeros, whatever their signs. */
    static double maximum(double x, double y) {
        return Double.isNaN(x) || (!(x < y) && !Double.isNaN(y)) ? x : y;
    }

    /** The first NaN, or else the smaller; the first of two zeros, whatever their signs. */
    static double minimum(double x, double y) {
        return Double.isNaN(x) || (!(y < x) && !Double.isNaN(y)) ? x : y;
    }

    /** The first NaN of low, x and high; or else high where low is above it. */
    static double clamp(double low, double x, double high) {
        if (Double.isNaN(low)) {
            return low;
        }
        return minimum(high, maximum(x, low));
    }

    /** As C defines it: unlike Java's, 1 for the base 1 and any exponent, NaN included, and for -1 with an infinite one. */
    private static double power(double x, double y) {
        boolean isOne = x == 1 || (x == -1 && Double.isInfinite(y));
        return isOne ? 1 : Math.pow(x, y);
    }

    private static double roundAwayFromZero(double x) {
        double magnitude = Math.abs(x);
        double whole = Math.floor(magnitude);
        return Math.copySign(magnitude - whole >= 0.5 ? whole + 1 : whole, x);
    }

    private static double acosh(double x) {
        if (x < 1) {
            return Double.NaN;
        }
        if (x > 0x1p28) {
            return Math.log(x) + Math.log(2);
        }
        double t = x - 1;
        return Math.log1p(t + Math.sqrt(2 * t + t * t));
    }

    private static double asinh(double x) {
        double magnitude = Math.abs(x);
        double value;
        if (Double.isInfinite(x) || magnitude < 0x1p-28) {
            value = magnitude;
        } else if (magnitude > 0x1p28) {
            value = Math.log(magnitude) + Math.log(2);
        } else {
            double square = magnitude * magnitude;
            value = Math.log1p(magnitude + square / (1 + Math.sqrt(1 + square)));
        }
        return Math.copySign(value, x);
    }

    private static double atanh(double x) {
        double magnitude = Math.abs(x);
        return Math.copySign(0.5 * Math.log1p(2 * magnitude / (1 - magnitude)), x);
    }
}
