package org.hloexplorer.pipeline.kernel.opencl;

import java.util.List;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Operation;

/** Operations on scalars as OpenCL C that gives HLO's result for every input. */
final class ClOperations {
    private ClOperations() {}

    /** @param type of the operands; of the second and third for a select */
    static String print(Operation operation, PrimitiveType type, List<String> operands) {
        var a = operands.get(0);
        var b = operands.size() > 1 ? operands.get(1) : "";
        if (operation == Operation.SELECT) {
            return "%s ? %s : %s".formatted(a, b, operands.get(2));
        }
        if (operation.isComparison()) {
            return "%s %s %s".formatted(a, relation(operation), b);
        }
        if (operation.isLibraryFunction()) {
            return "%s(%s)".formatted(function(operation, type), String.join(", ", operands));
        }
        if (type == PrimitiveType.PRED) {
            return predicate(operation, a, b);
        }
        return type.isFloating() ? floating(operation, type, operands) : integer(operation, type, a, b);
    }

    private static String relation(Operation operation) {
        return switch (operation) {
            case COMPARE_EQ -> "==";
            case COMPARE_NE -> "!=";
            case COMPARE_LT -> "<";
            case COMPARE_LE -> "<=";
            case COMPARE_GT -> ">";
            case COMPARE_GE -> ">=";
            default -> throw new IllegalArgumentException(operation + " compares nothing");
        };
    }

    /** OpenCL's own functions, whose errors its specification bounds. */
    private static String function(Operation operation, PrimitiveType type) {
        return switch (operation) {
            case LOGISTIC -> "hlox_logistic_" + ClType.variable(type);
            case POWER -> "pow";
            default -> operation.text();
        };
    }

    private static String predicate(Operation operation, String a, String b) {
        return switch (operation) {
            case ADD, OR, MAXIMUM -> "%s | %s".formatted(a, b);
            case MULTIPLY, AND, MINIMUM -> "%s & %s".formatted(a, b);
            case SUBTRACT, XOR -> "%s ^ %s".formatted(a, b);
            case NOT -> "!" + a;
            default -> throw unknown(operation, PrimitiveType.PRED);
        };
    }

    private static String floating(Operation operation, PrimitiveType type, List<String> operands) {
        var a = operands.get(0);
        var all = String.join(", ", operands);
        return switch (operation) {
            case ADD -> "%s + %s".formatted(a, operands.get(1));
            case SUBTRACT -> "%s - %s".formatted(a, operands.get(1));
            case MULTIPLY -> "%s * %s".formatted(a, operands.get(1));
            case DIVIDE -> "%s / %s".formatted(a, operands.get(1));
            case REMAINDER -> "fmod(%s)".formatted(all);
            case NEGATE -> "-" + a;
            case MULTIPLY_ADD -> "fma(%s)".formatted(all);
            case ABS -> "fabs(%s)".formatted(a);
            case MAXIMUM, MINIMUM -> "hlox_%s_%s(%s)".formatted(operation.text(), ClType.variable(type), all);
            case FLOOR -> "floor(%s)".formatted(a);
            case CEIL -> "ceil(%s)".formatted(a);
            case ROUND_NEAREST_EVEN -> "rint(%s)".formatted(a);
            case ROUND_NEAREST_AFZ -> "round(%s)".formatted(a);
            case SQRT -> "sqrt(%s)".formatted(a);
            case COPYSIGN -> "copysign(%s)".formatted(all);
            default -> throw unknown(operation, type);
        };
    }

    private static String integer(Operation operation, PrimitiveType type, String a, String b) {
        var name = ClType.memory(type);
        return switch (operation) {
            case ADD -> wrapping("+", type, a, b);
            case SUBTRACT -> wrapping("-", type, a, b);
            case MULTIPLY -> wrapping("*", type, a, b);
            case NEGATE -> wrapping("-", type, "0", a);
            case DIVIDE -> "hlox_divide_%s(%s, %s)".formatted(name, a, b);
            case REMAINDER -> "hlox_modulo_%s(%s, %s)".formatted(name, a, b);
            case ABS -> type.isSigned() ? "(%s)abs(%s)".formatted(name, a) : a;
            case MAXIMUM -> "max(%s, %s)".formatted(a, b);
            case MINIMUM -> "min(%s, %s)".formatted(a, b);
            case AND -> "%s & %s".formatted(a, b);
            case OR -> "%s | %s".formatted(a, b);
            case XOR -> "%s ^ %s".formatted(a, b);
            case NOT -> "(%s)~%s".formatted(name, a);
            case SHIFT_LEFT -> "hlox_shift_left_%s(%s, %s)".formatted(name, a, b);
            case SHIFT_RIGHT_LOGICAL -> "hlox_shift_right_%s(%s, %s)".formatted(name, a, b);
            case SHIFT_RIGHT_ARITHMETIC -> "hlox_shift_signed_%s(%s, %s)".formatted(name, a, b);
            case POPCNT -> "popcount(%s)".formatted(a);
            case COUNT_LEADING_ZEROS -> "clz(%s)".formatted(a);
            case MULHI -> "mul_hi(%s, %s)".formatted(a, b);
            default -> throw unknown(operation, type);
        };
    }

    /** Signed arithmetic that overflows is not defined in C. */
    private static String wrapping(String operator, PrimitiveType type, String a, String b) {
        var wide = ClType.wrapping(type);
        return ClType.memory(type).equals(wide)
                ? "%s %s %s".formatted(a, operator, b)
                : "(%s)((%s)%s %s (%s)%s)".formatted(ClType.memory(type), wide, a, operator, wide, b);
    }

    static String convert(PrimitiveType from, PrimitiveType to, String a) {
        if (from == to) {
            return a;
        }
        if (isHalf(from)) {
            var wide = "hlox_float_of_%s(%s)".formatted(from.text(), a);
            return to == PrimitiveType.F32 ? wide : convert(PrimitiveType.F32, to, wide);
        }
        if (isHalf(to)) {
            return "hlox_%s_of_float(%s)".formatted(to.text(), convert(from, PrimitiveType.F32, a));
        }
        var name = ClType.memory(to);
        if (to == PrimitiveType.PRED) {
            return "%s != 0".formatted(a);
        } else if (from == PrimitiveType.PRED) {
            return "(%s)(%s ? 1 : 0)".formatted(name, a);
        } else if (from.isFloating() && !to.isFloating()) {
            // Saturated, and NaN to 0, which OpenCL only recommends.
            return "hlox_%s_of_%s(%s)".formatted(name, ClType.memory(from), a);
        }
        return "(%s)(%s)".formatted(name, a);
    }

    private static boolean isHalf(PrimitiveType type) {
        return type == PrimitiveType.F16 || type == PrimitiveType.BF16;
    }

    static String bitcast(PrimitiveType from, PrimitiveType to, String a) {
        var name = ClType.memory(to);
        return ClType.memory(from).equals(name) ? a : "as_%s(%s)".formatted(name, a);
    }

    private static IllegalArgumentException unknown(Operation operation, PrimitiveType type) {
        return new IllegalArgumentException("no %s of %s in OpenCL C".formatted(operation.text(), type));
    }
}
