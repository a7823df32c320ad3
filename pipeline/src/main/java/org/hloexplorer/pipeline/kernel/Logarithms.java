package org.hloexplorer.pipeline.kernel;

import static org.hloexplorer.hlo.PrimitiveType.F32;
import static org.hloexplorer.hlo.PrimitiveType.S32;

/** The logarithm and what is made of it, in f32. */
final class Logarithms {
    private static final double LN2 = 0.6931471805599453;
    private static final double LN2_HIGH = 0.693359375;
    private static final double LN2_LOW = -2.12194440e-4;
    private static final double SQRT_HALF = 0.7071067811865476;
    private static final double LEAST_NORMAL = 0x1p-126;

    private Logarithms() {}

    /** The coefficients are those of the Cephes library. */
    static Value log(Scalars s, Value x) {
        // Denormals are scaled up first, so that they have an exponent.
        var isDenormal = s.isLess(x, LEAST_NORMAL);
        var scaled = s.select(isDenormal, s.scaled(x, 0x1p23), x);
        var bits = s.bitcast(S32, scaled);
        var exponent = s.subtract(
                s.apply(Operation.SHIFT_RIGHT_LOGICAL, bits, s.number(S32, 23)),
                s.select(isDenormal, s.number(S32, 126 + 23), s.number(S32, 126)));
        var mantissa = s.bitcast(F32, s.or(s.and(bits, s.bits(S32, 0x007FFFFF)), s.bits(S32, 0x3F000000)));
        // Between sqrt(1/2) and sqrt(2), less one.
        var isLow = s.isLess(mantissa, SQRT_HALF);
        var m = s.add(s.plus(mantissa, -1.0), s.select(isLow, mantissa, s.number(F32, 0)));
        var e = s.subtract(s.convert(F32, exponent), s.select(isLow, s.number(F32, 1), s.number(F32, 0)));
        var z = s.multiply(m, m);
        var p = s.polynomial(
                m,
                7.0376836292e-2,
                -1.1514610310e-1,
                1.1676998740e-1,
                -1.2420140846e-1,
                1.4249322787e-1,
                -1.6668057665e-1,
                2.0000714765e-1,
                -2.4999993993e-1,
                3.3333331174e-1);
        var y = s.multiplyAdd(e, s.number(F32, LN2_LOW), s.multiply(s.multiply(p, z), m));
        y = s.multiplyAdd(z, s.number(F32, -0.5), y);
        var result = s.multiplyAdd(e, s.number(F32, LN2_HIGH), s.add(m, y));
        return special(s, x, result);
    }

    /** Zero gives minus infinity, a negative number NaN; infinity and NaN give themselves. */
    private static Value special(Scalars s, Value x, Value regular) {
        var infinity = s.number(F32, Double.POSITIVE_INFINITY);
        var isFinite = s.isLess(x, Double.POSITIVE_INFINITY);
        var positive = s.select(isFinite, regular, x);
        var zero = s.select(s.isEqual(x, 0), s.negate(infinity), positive);
        return s.select(s.isLess(x, 0), s.number(F32, Double.NaN), zero);
    }

    /** By what is lost when one is added: {@code log(1 + x) = x log(u) / (u - 1)} with {@code u = 1 + x} rounded. */
    static Value log1p(Scalars s, Value x) {
        var u = s.plus(x, 1.0);
        var isExact = s.isEqual(u, 1.0);
        var corrected = s.multiply(s.apply(Operation.LOG, u), s.divide(x, s.plus(u, -1.0)));
        var isInfinite = s.isEqual(u, Double.POSITIVE_INFINITY);
        return s.select(s.or(isExact, isInfinite), x, corrected);
    }

    static Value asinh(Scalars s, Value x) {
        var a = s.abs(x);
        var square = s.multiply(a, a);
        var root = s.apply(Operation.SQRT, s.plus(square, 1.0));
        var small = s.apply(Operation.LOG1P, s.add(a, s.divide(square, s.plus(root, 1.0))));
        return s.apply(Operation.COPYSIGN, s.select(s.isGreater(a, 1e9), logTwice(s, a), small), x);
    }

    static Value acosh(Scalars s, Value x) {
        var t = s.plus(x, -1.0);
        var root = s.apply(Operation.SQRT, s.multiplyAdd(t, t, s.add(t, t)));
        var small = s.apply(Operation.LOG1P, s.add(t, root));
        var result = s.select(s.isGreater(x, 1e9), logTwice(s, x), small);
        return s.select(s.isLess(x, 1.0), s.number(F32, Double.NaN), result);
    }

    /** {@code log(2 a)}, where twice a may be infinite. */
    private static Value logTwice(Scalars s, Value a) {
        return s.plus(s.apply(Operation.LOG, a), LN2);
    }

    static Value atanh(Scalars s, Value x) {
        var a = s.abs(x);
        var ratio = s.divide(s.add(a, a), s.subtract(s.number(F32, 1.0), a));
        return s.apply(Operation.COPYSIGN, s.scaled(s.apply(Operation.LOG1P, ratio), 0.5), x);
    }
}
