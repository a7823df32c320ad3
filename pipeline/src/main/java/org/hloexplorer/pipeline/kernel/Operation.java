package org.hloexplorer.pipeline.kernel;

import java.util.Locale;

/**
 * What a kernel computes from scalars, with HLO's meaning for every input: NaNs, division by zero, long shifts.
 *
 * <p>Operands are all of the type of the first, except for the condition of {@link #SELECT}. Floating types are f32 and
 * f64: narrower ones are converted before and rounded after.
 */
public enum Operation {
    ADD,
    SUBTRACT,
    MULTIPLY,
    /** {@code a * b + c}, rounded once or twice as the device prefers. */
    MULTIPLY_ADD,
    DIVIDE,
    REMAINDER,
    NEGATE,
    ABS,
    MAXIMUM,
    MINIMUM,
    AND,
    OR,
    XOR,
    NOT,
    SHIFT_LEFT,
    SHIFT_RIGHT_ARITHMETIC,
    SHIFT_RIGHT_LOGICAL,
    POPCNT,
    COUNT_LEADING_ZEROS,
    /** The high half of the product. */
    MULHI,
    FLOOR,
    CEIL,
    ROUND_NEAREST_EVEN,
    ROUND_NEAREST_AFZ,
    SQRT,
    /** The first operand's magnitude with the second's sign. */
    COPYSIGN,
    /** The second operand where the first is true, else the third. */
    SELECT,
    COMPARE_EQ,
    COMPARE_NE,
    COMPARE_LT,
    COMPARE_LE,
    COMPARE_GT,
    COMPARE_GE,

    // Functions of the mathematics library, which printers get as code.
    EXP,
    EXPM1,
    LOG,
    LOG1P,
    TANH,
    LOGISTIC,
    ERF,
    SIN,
    COS,
    TAN,
    RSQRT,
    CBRT,
    POWER,
    ATAN2,
    ATAN,
    ASIN,
    ACOS,
    SINH,
    COSH,
    ASINH,
    ACOSH,
    ATANH;

    /** Whether the result is a predicate. */
    public boolean isComparison() {
        return compareTo(COMPARE_EQ) >= 0 && compareTo(COMPARE_GE) <= 0;
    }

    /** Whether printers look it up in {@link MathLibrary}. */
    public boolean isLibraryFunction() {
        return compareTo(EXP) >= 0;
    }

    /** As the loop IR prints it, such as {@code multiply-add}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
