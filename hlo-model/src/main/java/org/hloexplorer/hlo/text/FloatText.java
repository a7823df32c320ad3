package org.hloexplorer.hlo.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Floating numbers as XLA prints them: C's {@code %g} with as many digits as it takes to read them back. */
final class FloatText {
    private FloatText() {}

    /** Appends the value that these bits stand for. */
    static void append(PrimitiveType type, long bits, StringBuilder out) {
        double value = FloatFormats.decode(type, bits);
        if (Double.isNaN(value)) {
            appendNaN(type, bits, out);
        } else if (Double.isInfinite(value)) {
            out.append(value > 0 ? "inf" : "-inf");
        } else {
            appendFinite(type, value, out);
        }
    }

    private static void appendNaN(PrimitiveType type, long bits, StringBuilder out) {
        out.append(FloatBits.isNegative(type, bits) && hasNegativeNaN(type) ? "-nan" : "nan");
        long payload = FloatBits.payload(type, bits);
        if (payload != 0) {
            out.append("(0x").append(Long.toHexString(payload)).append(')');
        }
    }

    private static boolean hasNegativeNaN(PrimitiveType type) {
        return switch (type) {
            case F8E4M3FNUZ, F8E4M3B11FNUZ, F8E5M2FNUZ, F8E8M0FNU -> false;
            default -> true;
        };
    }

    private static void appendFinite(PrimitiveType type, double value, StringBuilder out) {
        if (value == (long) value && Math.abs(value) < 1_000_000 && value != 0) {
            appendInteger(type, value, out);
            return;
        }
        switch (type) {
            case F32 -> {
                var text = general(value, 6);
                out.append(Float.parseFloat(text) == (float) value ? text : general(value, 9));
            }
            case F64 -> {
                var text = general(value, 15);
                out.append(Double.parseDouble(text) == value ? text : general(value, 17));
            }
            default -> out.append(general(value, significantDigits(type)));
        }
    }

    /** Small integers need no rounding where the type's digits reach. */
    private static void appendInteger(PrimitiveType type, double value, StringBuilder out) {
        int digits = type == PrimitiveType.F32 || type == PrimitiveType.F64 ? 6 : significantDigits(type);
        if (Math.abs(value) < Math.pow(10, digits)) {
            out.append((long) value);
        } else {
            out.append(general(value, digits));
        }
    }

    /** C++'s {@code max_digits10}. */
    private static int significantDigits(PrimitiveType type) {
        int precision = FloatFormats.mantissaBits(type) + 1;
        return (int) Math.ceil(precision * Math.log10(2) + 1);
    }

    /** C's {@code %.<digits>g}. */
    static String general(double value, int digits) {
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        var rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        var stripped = rounded.stripTrailingZeros();
        if (exponent >= -4 && exponent < digits) {
            return stripped.toPlainString();
        }
        var figures = stripped.unscaledValue().abs().toString();
        var fraction = figures.length() > 1 ? "." + figures.substring(1) : "";
        var size = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : Integer.toString(Math.abs(exponent));
        return (value < 0 ? "-" : "") + figures.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + size;
    }
}
