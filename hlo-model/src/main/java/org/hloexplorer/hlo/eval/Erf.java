package org.hloexplorer.hlo.eval;

/**
 * The error function in double precision.
 *
 * <p>Maclaurin's series up to 2, the continued fraction of the complementary function beyond; both stop where further
 * terms no longer change the sum.
 */
final class Erf {
    private static final double SERIES_LIMIT = 2;
    private static final double ONE_FROM = 6;
    private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);

    private Erf() {}

    static double of(double x) {
        double magnitude = Math.abs(x);
        if (Double.isNaN(x)) {
            return x;
        }
        double value = magnitude <= SERIES_LIMIT ? series(magnitude) : 1 - complement(magnitude);
        return Math.copySign(value, x);
    }

    /** {@code 2/√π e^(-x²) Σ 2^n x^(2n+1) / (1·3·5…(2n+1))}, all of whose terms are positive. */
    private static double series(double x) {
        double term = x;
        double sum = x;
        double square = x * x;
        for (int n = 1; term > sum * 0x1p-54; n++) {
            term *= 2 * square / (2 * n + 1);
            sum += term;
        }
        return TWO_OVER_ROOT_PI * Math.exp(-square) * sum;
    }

    /** Laplace's continued fraction, from its tail up; 60 levels are enough from 2 on. */
    private static double complement(double x) {
        if (x >= ONE_FROM) {
            return 0;
        }
        double fraction = x;
        for (int level = 60; level > 0; level--) {
            fraction = x + level / 2.0 / fraction;
        }
        return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
    }
}
