package org.hloexplorer.pipeline.kernel;

import static org.hloexplorer.hlo.PrimitiveType.F32;
import static org.hloexplorer.hlo.PrimitiveType.S32;

/** The exponential function and what is close to it, in f32. */
final class Exponentials {
    private static final double LOG2_E = 1.4426950408889634;

    /** ln 2 in two parts: the first has so few bits that its multiples by a small integer are exact. */
    private static final double LN2_HIGH = 0.693359375;

    private static final double LN2_LOW = -2.12194440e-4;

    /** 1.5 * 2^23: adding it rounds a float to an integer, which is then in the low bits. */
    private static final double ROUNDING = 12582912.0;

    private Exponentials() {}

    /** x as {@code n ln 2 + r}; n is an integer, as an s32 and as a float. */
    private record Reduced(Value n, Value wholeN, Value r) {}

    private static Reduced reduce(Scalars s, Value x) {
        var shifted = s.multiplyAdd(x, s.number(F32, LOG2_E), s.number(F32, ROUNDING));
        var n = s.subtract(s.bitcast(S32, shifted), s.bitcast(S32, s.number(F32, ROUNDING)));
        var wholeN = s.plus(shifted, -ROUNDING);
        var r = s.multiplyAdd(wholeN, s.number(F32, -LN2_HIGH), x);
        return new Reduced(n, wholeN, s.multiplyAdd(wholeN, s.number(F32, -LN2_LOW), r));
    }

    /** {@code exp(r) - 1} for |r| up to ln 2 / 2; the coefficients are those of the Cephes library. */
    private static Value expm1Reduced(Scalars s, Value r) {
        var p = s.polynomial(
                r,
                1.9875691500e-4,
                1.3981999507e-3,
                8.3334519073e-3,
                4.1665795894e-2,
                1.6666665459e-1,
                5.0000001201e-1);
        return s.multiplyAdd(p, s.multiply(r, r), r);
    }

    /** 2 to an integer between -126 and 127. */
    private static Value powerOfTwo(Scalars s, Value n) {
        return s.bitcast(F32, s.apply(Operation.SHIFT_LEFT, s.plus(n, 127), s.number(S32, 23)));
    }

    static Value exp(Scalars s, Value x) {
        // Where the result rounds to zero it is chosen: to compute it would go by denormal numbers, which are slow. A
        // NaN
        // passes.
        var isTiny = s.isLess(x, -104.0);
        var zero = s.number(F32, 0);
        var bounded = s.select(s.isGreater(x, 89.0), s.number(F32, 89.0), s.select(isTiny, zero, x));
        var reduced = reduce(s, bounded);
        var y = s.plus(expm1Reduced(s, reduced.r()), 1.0);
        // In two steps, as 2^n itself may be infinite or denormal where the result is not.
        var half = s.apply(Operation.SHIFT_RIGHT_ARITHMETIC, reduced.n(), s.number(S32, 1));
        var rest = s.subtract(reduced.n(), half);
        return s.select(isTiny, zero, s.multiply(s.multiply(y, powerOfTwo(s, half)), powerOfTwo(s, rest)));
    }

    static Value expm1(Scalars s, Value x) {
        // Below the first the result is -1 to the last place.
        var reduced = reduce(s, s.clamped(x, -18.0, 89.0));
        var y = expm1Reduced(s, reduced.r());
        // 2 (t y + (t - 1/2)) with t = 2^(n-1), as 2^128 is infinite.
        var t = powerOfTwo(s, s.plus(reduced.n(), -1));
        var sum = s.multiplyAdd(t, y, s.plus(t, -0.5));
        var result = s.add(sum, sum);
        // Exact for small x, and keeps the sign of -0.
        return s.select(s.isEqual(reduced.wholeN(), 0), s.select(s.isEqual(x, 0), x, y), result);
    }

    static Value logistic(Scalars s, Value x) {
        // By the exponential of a negative number, which neither overflows nor cancels.
        var e = s.apply(Operation.EXP, s.negate(s.abs(x)));
        var sum = s.plus(e, 1.0);
        var isNegative = s.isLess(x, 0);
        return s.divide(s.select(isNegative, e, s.number(x.type(), 1.0)), sum);
    }

    /** A rational function of degree 13 over 6, as Eigen and XLA have it. */
    static Value tanh(Scalars s, Value x) {
        var c = s.clamped(x, -7.905311107635498, 7.905311107635498);
        var z = s.multiply(c, c);
        var p = s.polynomial(
                z,
                -2.76076847742355e-16,
                2.00018790482477e-13,
                -8.60467152213735e-11,
                5.12229709037114e-08,
                1.48572235717979e-05,
                6.37261928875436e-04,
                4.89352455891786e-03);
        var q = s.polynomial(z, 1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03);
        var isSmall = s.isLess(s.abs(x), 0.0004);
        return s.select(isSmall, x, s.divide(s.multiply(p, c), q));
    }

    static Value sinh(Scalars s, Value x) {
        var a = s.abs(x);
        var t = s.apply(Operation.EXPM1, a);
        var small = s.scaled(s.add(t, s.divide(t, s.plus(t, 1.0))), 0.5);
        return s.apply(Operation.COPYSIGN, s.select(s.isGreater(a, 20.0), halfExp(s, a), small), x);
    }

    static Value cosh(Scalars s, Value x) {
        var a = s.abs(x);
        var e = s.apply(Operation.EXP, a);
        var small = s.scaled(s.add(e, s.divide(s.number(F32, 1.0), e)), 0.5);
        return s.select(s.isGreater(a, 20.0), halfExp(s, a), small);
    }

    /** {@code exp(a) / 2}, which is finite for a little longer than {@code exp(a)}. */
    private static Value halfExp(Scalars s, Value a) {
        var root = s.apply(Operation.EXP, s.scaled(a, 0.5));
        return s.multiply(s.scaled(root, 0.5), root);
    }

    /** A rational function, as Eigen and XLA have it; beyond the bound the result is one to the last place. */
    static Value erf(Scalars s, Value x) {
        var c = s.clamped(x, -3.832506856900711, 3.832506856900711);
        var z = s.multiply(c, c);
        var p = s.polynomial(
                z,
                0.00022905065861350646,
                0.0034082910107109507,
                0.05095569506238086,
                0.18520832239976145,
                1.128379143519084);
        var q = s.polynomial(
                z,
                -1.1791602954361697e-07,
                2.3547966471313183e-05,
                0.0010179625278914884,
                0.014070470171167667,
                0.11098505178285362,
                0.49746925110067536,
                1.0);
        return s.divide(s.multiply(p, c), q);
    }
}
