package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Distances in units of the last place. */
final class Ulps {
    private Ulps() {}

    /** The difference of two finite values in units of the last place that the larger has in this type. */
    static double between(PrimitiveType type, double a, double b) {
        double larger = Math.max(Math.abs(a), Math.abs(b));
        int smallestExponent = switch (type) {
            case F64, C128 -> Double.MIN_EXPONENT;
            case F32, C64, BF16 -> Float.MIN_EXPONENT;
            case F16 -> -14;
            default -> -127;
        };
        int exponent = Math.max(Math.getExponent(larger), smallestExponent);
        return Math.abs(a - b) / Math.scalb(1.0, exponent - FloatFormats.mantissaBits(type));
    }
}
