package org.hloexplorer.pipeline.kernel;

import static org.hloexplorer.hlo.PrimitiveType.F32;
import static org.hloexplorer.hlo.PrimitiveType.F64;
import static org.hloexplorer.hlo.PrimitiveType.S64;

/** Powers and roots in f32, by way of base-two logarithms in f64: the exponent magnifies a logarithm's error. */
final class Powers {
    private static final double LN2 = 0.6931471805599453;

    /** 1.5 * 2^52: adding it rounds a double to an integer, which is then in the low bits. */
    private static final double ROUNDING = 0x1.8p52;

    private Powers() {}

    static Value rsqrt(Scalars s, Value x) {
        return s.divide(s.number(x.type(), 1.0), s.apply(Operation.SQRT, x));
    }

    static Value cbrt(Scalars s, Value x) {
        var a = s.convert(F64, s.abs(x));
        var root = s.convert(F32, exp2(s, s.scaled(log2(s, a), 1.0 / 3)));
        return s.apply(Operation.COPYSIGN, root, x);
    }

    /** HLO's power: one to anything and anything to zero are one, NaN included. */
    static Value power(Scalars s, Value x, Value y) {
        var magnitude = s.abs(x);
        var wide = s.convert(F64, y);
        var result = s.convert(F32, exp2(s, s.multiply(log2(s, s.convert(F64, magnitude)), wide)));
        var isWhole = s.apply(Operation.COMPARE_EQ, s.apply(Operation.FLOOR, y), y);
        var half = s.scaled(y, 0.5);
        // Half of an even number is whole; every float from 2^24 on is even, and infinity counts as that.
        var isOdd = s.and(isWhole, s.apply(Operation.COMPARE_NE, s.apply(Operation.FLOOR, half), half));
        var signed = s.select(isOdd, s.apply(Operation.COPYSIGN, result, x), result);
        var isFinite = s.isGreater(x, Double.NEGATIVE_INFINITY);
        var isNegative = s.and(s.isLess(x, 0), isFinite);
        var hasNoRoot = s.and(isNegative, s.apply(Operation.NOT, isWhole));
        var real = s.select(hasNoRoot, s.number(F32, Double.NaN), signed);
        // Of minus one, whole powers have a sign, and those to plus or minus infinity are one.
        var isInfinite = s.isEqual(s.abs(y), Double.POSITIVE_INFINITY);
        var isOne = s.or(s.isEqual(x, 1.0), s.and(s.isEqual(x, -1.0), isInfinite));
        var isNan = s.or(s.isNan(x), s.isNan(y));
        var withNan = s.select(isNan, s.number(F32, Double.NaN), real);
        return s.select(s.or(isOne, s.isEqual(y, 0)), s.number(F32, 1.0), withNan);
    }

    /** For a double that was a float and is not negative: no denormals. Zero gives minus infinity. */
    private static Value log2(Scalars s, Value a) {
        var bits = s.bitcast(S64, a);
        // The exponent relative to sqrt(1/2), so that the mantissa lies between that and sqrt(2).
        var offset = s.subtract(bits, s.bits(S64, Double.doubleToRawLongBits(Math.sqrt(0.5))));
        var e = s.apply(Operation.SHIFT_RIGHT_ARITHMETIC, offset, s.number(S64, 52));
        var m = s.bitcast(F64, s.subtract(bits, s.apply(Operation.SHIFT_LEFT, e, s.number(S64, 52))));
        // log(m) = 2 atanh(t), by its series: |t| < 0.172.
        var t = s.divide(s.plus(m, -1.0), s.plus(m, 1.0));
        var z = s.multiply(t, t);
        var p = s.polynomial(z, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0);
        var result = s.multiplyAdd(s.multiply(p, t), s.number(F64, 2 / LN2), s.convert(F64, e));
        var isFinite = s.isLess(a, Double.POSITIVE_INFINITY);
        var positive = s.select(isFinite, result, a);
        return s.select(s.isEqual(a, 0), s.number(F64, Double.NEGATIVE_INFINITY), positive);
    }

    /** To what a float holds: beyond its exponents the result is only right in being too large or too small. */
    private static Value exp2(Scalars s, Value x) {
        var c = s.clamped(x, -160, 160);
        var shifted = s.plus(c, ROUNDING);
        var n = s.subtract(s.bitcast(S64, shifted), s.bitcast(S64, s.number(F64, ROUNDING)));
        var r = s.scaled(s.subtract(c, s.plus(shifted, -ROUNDING)), LN2);
        // The exponential series: |r| < 0.347.
        var p = s.polynomial(
                r,
                1.0 / 3628800,
                1.0 / 362880,
                1.0 / 40320,
                1.0 / 5040,
                1.0 / 720,
                1.0 / 120,
                1.0 / 24,
                1.0 / 6,
                0.5,
                1.0,
                1.0);
        var scale = s.bitcast(F64, s.apply(Operation.SHIFT_LEFT, s.plus(n, 1023), s.number(S64, 52)));
        return s.multiply(p, scale);
    }
}
