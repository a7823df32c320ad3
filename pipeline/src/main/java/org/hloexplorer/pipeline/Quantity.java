package org.hloexplorer.pipeline;

import java.util.Locale;

/**
 * A number that a decision compared with its limit.
 *
 * @param name what was measured, such as {@code operands and outputs}
 * @param unit printed after the numbers; empty for counts
 */
public record Quantity(String name, double value, double limit, String unit) {

    /** A count without unit. */
    public static Quantity count(String name, long value, long limit) {
        return new Quantity(name, value, limit, "");
    }

    /** Such as {@code operands and outputs 104, limit 96}. */
    @Override
    public String toString() {
        return "%s %s%s, limit %s%s".formatted(name, number(value), spaced(), number(limit), spaced());
    }

    private String spaced() {
        return unit.isEmpty() ? "" : "\u202f" + unit;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.3g", value);
    }
}
