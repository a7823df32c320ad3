package org.hloexplorer.roofline;

import java.util.Locale;

/** Numbers as they are shown: three significant digits, decimal prefixes, a narrow space before the unit. */
public final class Numbers {
    private Numbers() {}

    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};

    public static String flopsPerSecond(double value) {
        return withPrefix(value, "FLOP/s");
    }

    public static String bytesPerSecond(double value) {
        return withPrefix(value, "B/s");
    }

    public static String bytes(double value) {
        return withPrefix(value, "B");
    }

    public static String flops(double value) {
        return withPrefix(value, "FLOP");
    }

    /** Such as {@code 8.40 M}, for columns and axes whose title holds the unit. */
    public static String scaled(double value) {
        return withPrefix(value, "").strip();
    }

    /** Such as {@code 3.13 FLOP/B}. */
    public static String intensity(double value) {
        return threeDigits(value) + "\u202fFLOP/B";
    }

    /** Such as {@code 12.3 µs}. */
    public static String seconds(double value) {
        if (value < 1e-6) {
            return threeDigits(value * 1e9) + "\u202fns";
        }
        if (value < 1e-3) {
            return threeDigits(value * 1e6) + "\u202fµs";
        }
        return value < 1 ? threeDigits(value * 1e3) + "\u202fms" : threeDigits(value) + "\u202fs";
    }

    /** Such as {@code 83 %}. */
    public static String percent(double fraction) {
        return (fraction < 0.1 ? threeDigits(fraction * 100) : Long.toString(Math.round(fraction * 100))) + "\u202f%";
    }

    /** Three significant digits without an exponent, where the value lies between 0.001 and a million. */
    public static String threeDigits(double value) {
        double magnitude = Math.abs(value);
        if (magnitude == 0) {
            return "0";
        }
        if (magnitude < 1e-3 || magnitude >= 1e6) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(magnitude)));
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String withPrefix(double value, String unit) {
        int prefix = 0;
        double scaled = value;
        while (Math.abs(scaled) >= 999.5 && prefix < PREFIXES.length - 1) {
            scaled /= 1000;
            prefix++;
        }
        return threeDigits(scaled) + "\u202f" + PREFIXES[prefix] + unit;
    }
}
