package org.hloexplorer.visualizers;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Numbers for people: three significant digits, and a thin space before the unit. */
public final class Figures {
    private Figures() {}

    private static final String SPACE = "\u202f";
    private static final List<String> PREFIXES = List.of("", "k", "M", "G", "T", "P");

    /** Such as {@code 4.19 MB}; prefixes are powers of 1000. */
    public static String bytes(long bytes) {
        return scaled((double) bytes, "B");
    }

    /** Such as {@code 1.05 Mflop}. */
    public static String flops(long flops) {
        return scaled((double) flops, "flop");
    }

    /** Such as {@code 1.05 M}, or the number itself where it is below a thousand. */
    public static String count(long count) {
        return scaled((double) count, "").stripTrailing();
    }

    /** Such as {@code 12.3 ms}. */
    public static String time(Duration time) {
        return time((double) time.toNanos());
    }

    /** Such as {@code 12.3 ms}. */
    public static String time(double nanos) {
        if (nanos < 1e3) {
            return threeDigits(nanos) + SPACE + "ns";
        }
        if (nanos < 1e6) {
            return threeDigits(nanos / 1e3) + SPACE + "µs";
        }
        return nanos < 1e9 ? threeDigits(nanos / 1e6) + SPACE + "ms" : threeDigits(nanos / 1e9) + SPACE + "s";
    }

    /** Three significant digits, without exponent where that stays short. */
    public static String threeDigits(double value) {
        double size = Math.abs(value);
        if (size == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0" : Double.toString(value);
        }
        if (size >= 1e6 || size < 1e-3) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        if (value == Math.rint(value) || size >= 100) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        int decimals = size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String scaled(double value, String unit) {
        int prefix = 0;
        double rest = value;
        while (Math.abs(rest) >= 999.5 && prefix < PREFIXES.size() - 1) {
            rest /= 1000;
            prefix++;
        }
        return threeDigits(rest) + SPACE + PREFIXES.get(prefix) + unit;
    }
}
