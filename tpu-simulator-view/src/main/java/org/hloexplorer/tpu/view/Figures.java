package org.hloexplorer.tpu.view;

import java.util.Locale;

/** Numbers as people read them. */
final class Figures {
    private static final char THIN_SPACE = '\u2009';
    private static final char MINUS = '\u2212';
    private static final int SUBSCRIPT_ZERO = '\u2080';
    private static final double SMALLEST_PLAIN = 0.001;
    private static final double LARGEST_PLAIN = 99_999;

    private Figures() {}

    /** A count with its thousands apart: {@code 65 918}. */
    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', THIN_SPACE).replace('-', MINUS);
    }

    /** A share of a whole in percent, with a decimal only below ten. */
    static String percent(double share) {
        double percent = 100 * share;
        return String.format(Locale.ROOT, percent < 10 && percent > 0 ? "%.1f" : "%.0f", percent) + THIN_SPACE + "%";
    }

    /** A value in a cell, in five characters: {@code −.363}, {@code 1.25}; {@code ·} where it is not known. */
    static String compact(double value) {
        if (Double.isNaN(value)) {
            return "·";
        }
        double size = Math.abs(value);
        var text = signed(value, size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0);
        return text.startsWith("0.") ? text.substring(1) : text.replace(MINUS + "0.", MINUS + ".");
    }

    /** Indices from {@code first} on: {@code 4–7}, or only {@code 4}. */
    static String range(int first, int count) {
        return count == 1 ? String.valueOf(first) : first + "–" + (first + count - 1);
    }

    /** A row's number as small digits below the line. */
    static String subscript(int number) {
        return String.valueOf(number)
                .chars()
                .map(digit -> digit - '0' + SUBSCRIPT_ZERO)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** A value inside a formula, in brackets where its sign would stand beside an operator. */
    static String operand(double value) {
        return value < 0 ? "(" + exact(value) + ")" : exact(value);
    }

    /** A value in a formula: six significant digits or so. */
    static String exact(double value) {
        if (Double.isNaN(value)) {
            return "?";
        }
        return signed(value, Math.abs(value) < 10 ? 6 : 4);
    }

    private static String signed(double value, int decimals) {
        double size = Math.abs(value);
        var sign = value < 0 || (value == 0 && 1 / value < 0) ? String.valueOf(MINUS) : "";
        if (size == Math.rint(size) && size <= LARGEST_PLAIN) {
            return sign + (long) size;
        }
        boolean isPlain = size >= SMALLEST_PLAIN && size <= LARGEST_PLAIN;
        var digits = String.format(Locale.ROOT, isPlain ? "%." + decimals + "f" : "%.1e", size);
        return sign
                + (isPlain
                        ? digits
                        : digits.replace("e-0", "e-").replace("e+0", "e").replace("e+", "e"));
    }
}
