package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.HloOpcode;

/** A complex number in double precision, with the branch cuts of C's {@code <complex.h>}. */
record Complex(double re, double im) {
    private static final Complex ZERO = new Complex(0, 0);
    private static final Complex ONE = new Complex(1, 0);
    private static final Complex I = new Complex(0, 1);

    static Complex unary(HloOpcode opcode, Complex z) {
        return switch (opcode) {
            case ACOS -> z.acos();
            case ACOSH -> z.acosh();
            case ASIN -> z.asin();
            case ASINH -> z.asinh();
            case ATANH -> z.atanh();
            case ATAN -> z.timesI().atanh().timesMinusI();
            case CBRT -> z.power(new Complex(1.0 / 3, 0));
            case COSINE -> z.timesI().cosh();
            case COSH -> z.cosh();
            case EXPONENTIAL -> z.exp();
            case EXPONENTIAL_MINUS_ONE -> z.expMinusOne();
            case LOG -> z.log();
            case LOG_PLUS_ONE -> z.logPlusOne();
            case LOGISTIC -> ONE.dividedBy(ONE.plus(z.negated().exp()));
            case NEGATE -> z.negated();
            case RSQRT -> ONE.dividedBy(z.sqrt());
            case SIGN -> z.sign();
            case SINE -> z.timesI().sinh().timesMinusI();
            case SINH -> z.sinh();
            case SQRT -> z.sqrt();
            case TAN -> z.timesI().tanh().timesMinusI();
            case TANH -> z.tanh();
            default -> throw new UnsupportedOperationException(opcode + " is not defined for complex numbers");
        };
    }

    static Complex binary(HloOpcode opcode, Complex x, Complex y) {
        return switch (opcode) {
            case ADD -> x.plus(y);
            case SUBTRACT -> x.minus(y);
            case MULTIPLY -> x.times(y);
            case DIVIDE -> x.dividedBy(y);
            case POWER -> x.power(y);
            case ATAN2 -> atan2(x, y);
            default -> throw new UnsupportedOperationException(opcode + " is not defined for complex numbers");
        };
    }

    Complex plus(Complex other) {
        return new Complex(re + other.re, im + other.im);
    }

    Complex minus(Complex other) {
        return new Complex(re - other.re, im - other.im);
    }

    Complex negated() {
        return new Complex(-re, -im);
    }

    Complex times(double factor) {
        return new Complex(re * factor, im * factor);
    }

    /** The textbook product; where it is NaN in both parts although a factor is infinite, the infinity of C's annex G. */
    Complex times(Complex other) {
        double real = re * other.re - im * other.im;
        double imaginary = re * other.im + im * other.re;
        if (Double.isNaN(real) && Double.isNaN(imaginary)) {
            return recoveredProduct(other, new Complex(real, imaginary));
        }
        return new Complex(real, imaginary);
    }

    private Complex recoveredProduct(Complex other, Complex plain) {
        if (!isInfinite() && !other.isInfinite()) {
            return plain;
        }
        var x = isInfinite() ? boxed() : withoutNan();
        var y = other.isInfinite() ? other.boxed() : other.withoutNan();
        return new Complex(
                Double.POSITIVE_INFINITY * (x.re * y.re - x.im * y.im),
                Double.POSITIVE_INFINITY * (x.re * y.im + x.im * y.re));
    }

    /** Scaled so that no square overflows; infinite and zero divisors as in C's annex G. */
    Complex dividedBy(Complex divisor) {
        double largest = Math.max(Math.abs(divisor.re), Math.abs(divisor.im));
        int scale = largest > 0 && largest < Double.POSITIVE_INFINITY ? -Math.getExponent(largest) : 0;
        double c = Math.scalb(divisor.re, scale);
        double d = Math.scalb(divisor.im, scale);
        double square = c * c + d * d;
        double real = Math.scalb((re * c + im * d) / square, scale);
        double imaginary = Math.scalb((im * c - re * d) / square, scale);
        if (Double.isNaN(real) && Double.isNaN(imaginary)) {
            return recoveredQuotient(divisor, square, new Complex(real, imaginary));
        }
        return new Complex(real, imaginary);
    }

    private Complex recoveredQuotient(Complex divisor, double square, Complex plain) {
        if (square == 0 && (!Double.isNaN(re) || !Double.isNaN(im))) {
            double infinity = Math.copySign(Double.POSITIVE_INFINITY, divisor.re);
            return new Complex(infinity * re, infinity * im);
        }
        if (isInfinite() && divisor.isFinite()) {
            var x = boxed();
            return new Complex(
                    Double.POSITIVE_INFINITY * (x.re * divisor.re + x.im * divisor.im),
                    Double.POSITIVE_INFINITY * (x.im * divisor.re - x.re * divisor.im));
        }
        if (divisor.isInfinite() && isFinite()) {
            var y = divisor.boxed();
            return new Complex(0.0 * (re * y.re + im * y.im), 0.0 * (im * y.re - re * y.im));
        }
        return plain;
    }

    Complex conjugate() {
        return new Complex(re, -im);
    }

    double magnitude() {
        return Math.hypot(re, im);
    }

    Complex sign() {
        double magnitude = magnitude();
        return magnitude == 0 ? ZERO : new Complex(re / magnitude, im / magnitude);
    }

    Complex exp() {
        double scale = Math.exp(re);
        if (im == 0) {
            return new Complex(scale, im);
        }
        return new Complex(scale * Math.cos(im), scale * Math.sin(im));
    }

    /** {@code expm1(x) cos(y) - 2 sin²(y/2)} keeps the digits near 0. */
    Complex expMinusOne() {
        double half = Math.sin(im / 2);
        return new Complex(Math.expm1(re) * Math.cos(im) - 2 * half * half, Math.exp(re) * Math.sin(im));
    }

    Complex log() {
        return new Complex(Math.log(magnitude()), Math.atan2(im, re));
    }

    Complex logPlusOne() {
        double small = Math.max(Math.abs(re), Math.abs(im));
        double real = small < 0.5 ? 0.5 * Math.log1p(re * (re + 2) + im * im) : Math.log(Math.hypot(re + 1, im));
        return new Complex(real, Math.atan2(im, re + 1));
    }

    Complex sqrt() {
        if (re == 0 && im == 0) {
            return new Complex(0, im);
        }
        if (Double.isInfinite(im)) {
            return new Complex(Double.POSITIVE_INFINITY, im);
        }
        double root = Math.sqrt((Math.abs(re) + magnitude()) / 2);
        double other = Math.abs(im) / (2 * root);
        return re >= 0 ? new Complex(root, Math.copySign(other, im)) : new Complex(other, Math.copySign(root, im));
    }

    Complex power(Complex exponent) {
        if (re == 0 && im == 0) {
            boolean isZero = exponent.re == 0 && exponent.im == 0;
            return isZero ? ONE : exponent.re > 0 ? ZERO : new Complex(Double.NaN, Double.NaN);
        }
        return log().times(exponent).exp();
    }

    Complex sinh() {
        return new Complex(Math.sinh(re) * Math.cos(im), Math.cosh(re) * Math.sin(im));
    }

    Complex cosh() {
        return new Complex(Math.cosh(re) * Math.cos(im), Math.sinh(re) * Math.sin(im));
    }

    /** Kahan's form: no overflow for large real parts. */
    Complex tanh() {
        if (Math.abs(re) > 22) {
            return new Complex(Math.copySign(1, re), Math.copySign(0, Math.sin(2 * im)));
        }
        double tangent = Math.tan(im);
        double beta = 1 + tangent * tangent;
        double sine = Math.sinh(re);
        double rho = Math.sqrt(1 + sine * sine);
        double scale = 1 + beta * sine * sine;
        return new Complex(beta * rho * sine / scale, tangent / scale);
    }

    /** Kahan's {@code 2 asinh}-free form: {@code asin z = -i asinh(iz)}. */
    Complex asin() {
        return timesI().asinh().timesMinusI();
    }

    Complex acos() {
        var a = ONE.minus(this).sqrt();
        var b = ONE.plus(this).sqrt();
        double real = 2 * Math.atan2(a.re, b.re);
        return new Complex(real, asinhOf(b.re * a.im - b.im * a.re));
    }

    Complex acosh() {
        var a = minus(ONE).sqrt();
        var b = plus(ONE).sqrt();
        return new Complex(asinhOf(a.re * b.re + a.im * b.im), 2 * Math.atan2(a.im, b.re));
    }

    Complex asinh() {
        var a = new Complex(1 + im, -re).sqrt();
        var b = new Complex(1 - im, re).sqrt();
        return new Complex(asinhOf(a.re * b.im - b.re * a.im), Math.atan2(im, a.re * b.re - a.im * b.im));
    }

    Complex atanh() {
        double real = 0.25 * Math.log1p(4 * re / ((1 - re) * (1 - re) + im * im));
        double imaginary = 0.5 * Math.atan2(2 * im, (1 - re) * (1 + re) - im * im);
        return new Complex(real, imaginary);
    }

    private static double asinhOf(double x) {
        return DoubleMath.unary(HloOpcode.ASINH, x);
    }

    /** {@code -i log((x + iy) / √(x² + y²))} */
    private static Complex atan2(Complex y, Complex x) {
        var root = x.times(x).plus(y.times(y)).sqrt();
        return x.plus(y.times(I)).dividedBy(root).log().timesMinusI();
    }

    private Complex timesI() {
        return new Complex(-im, re);
    }

    private Complex timesMinusI() {
        return new Complex(im, -re);
    }

    private boolean isInfinite() {
        return Double.isInfinite(re) || Double.isInfinite(im);
    }

    private boolean isFinite() {
        return Double.isFinite(re) && Double.isFinite(im);
    }

    /** Infinite parts as ±1, all others as ±0. */
    private Complex boxed() {
        return new Complex(
                Math.copySign(Double.isInfinite(re) ? 1 : 0, re), Math.copySign(Double.isInfinite(im) ? 1 : 0, im));
    }

    private Complex withoutNan() {
        return new Complex(Double.isNaN(re) ? Math.copySign(0, re) : re, Double.isNaN(im) ? Math.copySign(0, im) : im);
    }
}
