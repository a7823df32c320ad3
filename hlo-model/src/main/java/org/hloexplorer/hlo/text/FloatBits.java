package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Signs and NaNs of floating types as bits, which arithmetic would not keep. */
final class FloatBits {
    private FloatBits() {}

    static boolean isNegative(PrimitiveType type, long bits) {
        return type != PrimitiveType.F8E8M0FNU && ((bits >>> (type.bits() - 1)) & 1) != 0;
    }

    /** The value with its sign turned; a NaN of a type that has only one stays it. */
    static long negated(PrimitiveType type, long bits) {
        if (type == PrimitiveType.F8E8M0FNU) {
            return bits;
        }
        long turned = bits ^ (1L << (type.bits() - 1));
        boolean staysNumber =
                Double.isNaN(FloatFormats.decode(type, bits)) == Double.isNaN(FloatFormats.decode(type, turned));
        return staysNumber ? turned : bits;
    }

    /** A NaN with this sign and these bits of fraction; types with a single NaN have only that. */
    static long nan(PrimitiveType type, boolean negative, long payload) {
        int mantissaBits = FloatFormats.mantissaBits(type);
        long exponent = (1L << (type.bits() - 1 - mantissaBits)) - 1;
        long bits = (exponent << mantissaBits) | payload;
        long nan = Double.isNaN(FloatFormats.decode(type, bits)) ? bits : FloatFormats.encode(type, Double.NaN);
        return negative ? negated(type, nan) : nan;
    }

    /** The bits of a NaN's fraction where they are others than those of the usual NaN; else 0. */
    static long payload(PrimitiveType type, long bits) {
        int mantissaBits = FloatFormats.mantissaBits(type);
        long mask = (1L << mantissaBits) - 1;
        boolean isUsual = (bits & mask) == (FloatFormats.encode(type, Double.NaN) & mask);
        return isUsual ? 0 : bits & mask;
    }
}
