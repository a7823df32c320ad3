package org.hloexplorer.hlo.eval;

/**
 * {@code reduce-precision}: a value as a format with fewer bits would hold it.
 *
 * <p>First the significand is rounded to nearest even; then an exponent that is too large makes the value infinite, and
 * one that is too small makes it 0 (there are no denormals), the sign kept. A NaN stays one, unless no significand is
 * left to tell it from +infinity.
 */
record ReducedPrecision(int exponentBits, int mantissaBits) {

    double of(double value) {
        if (Double.isNaN(value)) {
            return ofNan(value);
        }
        return Double.longBitsToDouble(reduce(Double.doubleToRawLongBits(value), 11, 52));
    }

    /** Of a value of a type that computes in single precision. */
    float of(float value) {
        if (Float.isNaN(value)) {
            return (float) ofNan(value);
        }
        return Float.intBitsToFloat((int) reduce(Float.floatToRawIntBits(value), 8, 23));
    }

    private double ofNan(double nan) {
        return mantissaBits > 0 ? nan : Double.POSITIVE_INFINITY;
    }

    private long reduce(long bits, int fromExponentBits, int fromMantissaBits) {
        long rounded = mantissaBits < fromMantissaBits ? round(bits, fromMantissaBits - mantissaBits) : bits;
        if (exponentBits >= fromExponentBits) {
            return rounded;
        }
        long infinity = ((1L << fromExponentBits) - 1) << fromMantissaBits;
        long sign = rounded & (1L << (fromExponentBits + fromMantissaBits));
        long exponent = (rounded & infinity) >>> fromMantissaBits;
        long bias = (1L << (fromExponentBits - 1)) - 1;
        long reducedBias = (1L << (exponentBits - 1)) - 1;
        if (exponent > bias + reducedBias) {
            return sign | infinity;
        }
        return exponent <= bias - reducedBias ? sign : rounded;
    }

    private static long round(long bits, int dropped) {
        long lastBit = (bits >>> dropped) & 1;
        long halfLess = (1L << (dropped - 1)) - 1;
        return (bits + halfLess + lastBit) & -(1L << dropped);
    }
}
