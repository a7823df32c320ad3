package org.hloexplorer.hlo.eval;

/**
 * The discrete Fourier transform of one length: halved again and again for powers of two, and turned into a convolution of
 * such a length (Bluestein) for others. Values lie as pairs of real and imaginary part.
 */
final class FourierTransform {
    private final int length;
    private final boolean inverse;

    FourierTransform(int length, boolean inverse) {
        this.length = length;
        this.inverse = inverse;
    }

    double[] of(double[] values) {
        double[] result = Integer.bitCount(length) == 1 ? powerOfTwo(values, length, inverse) : convolved(values);
        if (inverse) {
            for (int i = 0; i < result.length; i++) {
                result[i] /= length;
            }
        }
        return result;
    }

    private static double[] powerOfTwo(double[] values, int length, boolean inverse) {
        var x = reversed(values, length);
        for (int half = 1; half < length; half *= 2) {
            for (int k = 0; k < half; k++) {
                double angle = (inverse ? Math.PI : -Math.PI) * k / half;
                double cosine = Math.cos(angle);
                double sine = Math.sin(angle);
                for (int start = k; start < length; start += 2 * half) {
                    butterfly(x, start, start + half, cosine, sine);
                }
            }
        }
        return x;
    }

    private static void butterfly(double[] x, int a, int b, double cosine, double sine) {
        double re = x[2 * b] * cosine - x[2 * b + 1] * sine;
        double im = x[2 * b] * sine + x[2 * b + 1] * cosine;
        x[2 * b] = x[2 * a] - re;
        x[2 * b + 1] = x[2 * a + 1] - im;
        x[2 * a] += re;
        x[2 * a + 1] += im;
    }

    /** A copy in bit-reversed order. */
    private static double[] reversed(double[] values, int length) {
        var x = new double[2 * length];
        int bits = Integer.numberOfTrailingZeros(length);
        for (int i = 0; i < length; i++) {
            int from = bits == 0 ? 0 : Integer.reverse(i) >>> (Integer.SIZE - bits);
            x[2 * i] = values[2 * from];
            x[2 * i + 1] = values[2 * from + 1];
        }
        return x;
    }

    /** {@code jk = (j² + k² - (k-j)²) / 2} makes the sum a convolution with a chirp. */
    private double[] convolved(double[] values) {
        int padded = Integer.highestOneBit(2 * length - 1) * 2;
        var chirp = chirp();
        var a = new double[2 * padded];
        var b = new double[2 * padded];
        for (int i = 0; i < length; i++) {
            multiply(values, i, chirp, i, a, i);
            b[2 * i] = chirp[2 * i];
            b[2 * i + 1] = -chirp[2 * i + 1];
            if (i > 0) {
                b[2 * (padded - i)] = b[2 * i];
                b[2 * (padded - i) + 1] = b[2 * i + 1];
            }
        }
        double[] product = powerOfTwo(a, padded, false);
        double[] other = powerOfTwo(b, padded, false);
        for (int i = 0; i < padded; i++) {
            multiply(product, i, other, i, product, i);
        }
        double[] sums = powerOfTwo(product, padded, true);
        var result = new double[2 * length];
        for (int i = 0; i < length; i++) {
            multiply(sums, i, chirp, i, result, i);
            result[2 * i] /= padded;
            result[2 * i + 1] /= padded;
        }
        return result;
    }

    private double[] chirp() {
        var chirp = new double[2 * length];
        for (int i = 0; i < length; i++) {
            double angle = (inverse ? Math.PI : -Math.PI) * ((long) i * i % (2L * length)) / length;
            chirp[2 * i] = Math.cos(angle);
            chirp[2 * i + 1] = Math.sin(angle);
        }
        return chirp;
    }

    private static void multiply(double[] x, int i, double[] y, int j, double[] out, int at) {
        double re = x[2 * i] * y[2 * j] - x[2 * i + 1] * y[2 * j + 1];
        double im = x[2 * i] * y[2 * j + 1] + x[2 * i + 1] * y[2 * j];
        out[2 * at] = re;
        out[2 * at + 1] = im;
    }
}
