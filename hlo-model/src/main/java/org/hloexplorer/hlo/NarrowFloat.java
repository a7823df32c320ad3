package org.hloexplorer.hlo;

/**
 * A floating format of at most eight bits.
 *
 * @param bias what is subtracted from the stored exponent
 * @param specials how NaN and infinity are written, if at all
 */
record NarrowFloat(int exponentBits, int mantissaBits, int bias, Specials specials) {

    private static final double NEGATIVE_NAN = Double.longBitsToDouble(0xFFF8_0000_0000_0000L);

    /** What a format does with the codes that IEEE 754 sets aside. */
    enum Specials {
        /** Infinities and NaNs in the largest exponent. */
        IEEE,
        /** No infinity; NaN where all bits but the sign are set ({@code fn}). */
        NAN_IN_LAST_CODE,
        /** No infinity and no -0: its code is the only NaN ({@code fnuz}). */
        NAN_FOR_MINUS_ZERO,
        /** Neither; what is too large becomes the largest value, and NaN becomes -0. */
        NONE,
        /** No sign, no significand, no zero: powers of two, and NaN where all bits are set. */
        EXPONENT_ONLY
    }

    double decode(int bits) {
        if (specials == Specials.EXPONENT_ONLY) {
            return (bits & 0xFF) == 0xFF ? Double.NaN : Math.scalb(1.0, (bits & 0xFF) - bias);
        }
        int magnitude = bits & (signBit() - 1);
        boolean negative = (bits & signBit()) != 0;
        if (isNan(magnitude, negative)) {
            return negative && specials != Specials.NAN_FOR_MINUS_ZERO ? NEGATIVE_NAN : Double.NaN;
        }
        double value =
                magnitude == infinity() && specials == Specials.IEEE ? Double.POSITIVE_INFINITY : valueOf(magnitude);
        return negative ? -value : value;
    }

    int encode(double value) {
        if (specials == Specials.EXPONENT_ONLY) {
            return encodePowerOfTwo(value);
        }
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        if (Double.isNaN(value)) {
            return encodeNan(negative);
        }
        int magnitude = magnitudeOf(Math.abs(value));
        if (magnitude > largest()) {
            return encodeOverflow(negative);
        }
        boolean keepsSign = magnitude != 0 || specials != Specials.NAN_FOR_MINUS_ZERO;
        return negative && keepsSign ? magnitude | signBit() : magnitude;
    }

    private int signBit() {
        return 1 << (exponentBits + mantissaBits);
    }

    private int infinity() {
        return ((1 << exponentBits) - 1) << mantissaBits;
    }

    private boolean isNan(int magnitude, boolean negative) {
        return switch (specials) {
            case IEEE -> magnitude > infinity();
            case NAN_IN_LAST_CODE -> magnitude == signBit() - 1;
            case NAN_FOR_MINUS_ZERO -> negative && magnitude == 0;
            case NONE, EXPONENT_ONLY -> false;
        };
    }

    /** The code of the largest finite value. */
    private int largest() {
        return switch (specials) {
            case IEEE -> infinity() - 1;
            case NAN_IN_LAST_CODE -> signBit() - 2;
            case NAN_FOR_MINUS_ZERO, NONE, EXPONENT_ONLY -> signBit() - 1;
        };
    }

    private double valueOf(int magnitude) {
        int exponent = magnitude >> mantissaBits;
        int mantissa = magnitude & ((1 << mantissaBits) - 1);
        return exponent == 0
                ? Math.scalb((double) mantissa, 1 - bias - mantissaBits)
                : Math.scalb((double) (mantissa | (1 << mantissaBits)), exponent - bias - mantissaBits);
    }

    /** The code nearest to a value that is not negative; above {@link #largest()} where it is out of range. */
    private int magnitudeOf(double value) {
        if (value >= Math.scalb(1.0, (1 << exponentBits) + 1 - bias)) {
            return signBit();
        }
        int exponent = Math.max(Math.getExponent(value), 1 - bias);
        long units = (long) Math.rint(Math.scalb(value, mantissaBits - exponent));
        // A carry out of the significand raises the exponent by itself; below the normal range there is no exponent.
        return (int) (units + ((long) (exponent + bias - 1) << mantissaBits));
    }

    private int encodeNan(boolean negative) {
        int sign = negative ? signBit() : 0;
        return switch (specials) {
            case IEEE -> sign | infinity() | (1 << (mantissaBits - 1));
            case NAN_IN_LAST_CODE -> sign | (signBit() - 1);
            case NAN_FOR_MINUS_ZERO -> signBit();
            case NONE, EXPONENT_ONLY -> signBit() ^ sign;
        };
    }

    private int encodeOverflow(boolean negative) {
        int sign = negative ? signBit() : 0;
        return switch (specials) {
            case IEEE -> sign | infinity();
            case NAN_IN_LAST_CODE, NAN_FOR_MINUS_ZERO -> encodeNan(negative);
            case NONE, EXPONENT_ONLY -> sign | largest();
        };
    }

    /** Ties go up: with no significand there is no even one. What a float cannot hold is 0, which is no power of two. */
    private int encodePowerOfTwo(double value) {
        float single = (float) value;
        if (!(single > 0) || single == Float.POSITIVE_INFINITY) {
            return 0xFF;
        }
        int floor = Math.getExponent((double) single);
        boolean up = Math.scalb((double) single, -floor) >= 1.5;
        return Math.max(floor + bias + (up ? 1 : 0), 0);
    }
}
