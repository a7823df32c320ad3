package org.hloexplorer.pipeline.kernel;

import static org.hloexplorer.hlo.PrimitiveType.F32;
import static org.hloexplorer.hlo.PrimitiveType.F64;
import static org.hloexplorer.hlo.PrimitiveType.S32;
import static org.hloexplorer.hlo.PrimitiveType.S64;
import static org.hloexplorer.hlo.PrimitiveType.U32;
import static org.hloexplorer.hlo.PrimitiveType.U64;

/** Sine, cosine, tangent and their inverses in f32. */
final class Trigonometry {
    private static final double HALF_PI = Math.PI / 2;

    /** 1.5 * 2^52: adding it rounds a double to an integer, which is then in the low bits. */
    private static final double ROUNDING = 0x1.8p52;

    /** 2/pi in binary: the fraction's first 256 bits. */
    private static final long[] TWO_OVER_PI = {
        0xA2F9836E4E441529L, 0xFC2757D1F534DDC0L, 0xDB6295993C439041L, 0xFE5163ABDEBBC561L
    };

    /** From here on multiples of the parts of pi/2 are not exact any more. */
    private static final double LARGE = 0x1p20;

    private Trigonometry() {}

    /** An angle as {@code quadrant * pi/2 + rest}, the rest within pi/4 of zero; of the quadrant only the low bits count. */
    private record Reduced(Value quadrant, Value rest) {}

    private static Reduced reduce(Scalars s, Value x) {
        var small = reduceSmall(s, s.convert(F64, x));
        var large = reduceLarge(s, x);
        var a = s.abs(x);
        var isLarge = s.apply(Operation.COMPARE_GE, a, s.number(F32, LARGE));
        var rest = s.select(isLarge, large.rest(), small.rest());
        var isFinite = s.isLess(a, Double.POSITIVE_INFINITY);
        return new Reduced(
                s.select(isLarge, large.quadrant(), small.quadrant()),
                s.select(isFinite, rest, s.number(F64, Double.NaN)));
    }

    private static Reduced reduceSmall(Scalars s, Value x) {
        var shifted = s.multiplyAdd(x, s.number(F64, 2 / Math.PI), s.number(F64, ROUNDING));
        var quadrant = s.subtract(s.bitcast(S64, shifted), s.bitcast(S64, s.number(F64, ROUNDING)));
        var n = s.plus(shifted, -ROUNDING);
        // pi/2 in three parts, those of fdlibm: the first two times n are exact.
        var rest = s.multiplyAdd(n, s.number(F64, -1.5707963267341256), x);
        rest = s.multiplyAdd(n, s.number(F64, -6.077100506303966e-11), rest);
        rest = s.multiplyAdd(n, s.number(F64, -2.0222662487959506e-21), rest);
        return new Reduced(quadrant, rest);
    }

    /**
     * By integers. The float is {@code m 2^e}; of {@code m 2^e 2/pi} as a fixed-point number with 62 bits of fraction,
     * a product modulo 2^64 keeps the quadrant's two bits and loses the rest of the whole part, which does not count.
     */
    private static Reduced reduceLarge(Scalars s, Value x) {
        var bits = s.convert(U64, s.bitcast(U32, s.abs(x)));
        var m = s.or(s.and(bits, s.bits(U64, 0x7FFFFF)), s.bits(U64, 0x800000));
        var exponent = s.apply(Operation.SHIFT_RIGHT_LOGICAL, bits, s.number(U64, 23));
        // Where the bits that count begin, in 64 zeros followed by 2/pi: e + 62, with e = exponent - 150.
        var start = s.subtract(exponent, s.number(U64, 150 - 62));
        var word = s.apply(Operation.SHIFT_RIGHT_LOGICAL, start, s.number(U64, 6));
        var shift = s.and(start, s.number(U64, 63));
        var first = wordOfTwoOverPi(s, word, -1);
        var second = wordOfTwoOverPi(s, word, 0);
        var third = wordOfTwoOverPi(s, word, 1);
        var product = s.add(
                s.multiply(m, window(s, first, second, shift)),
                s.apply(Operation.MULHI, m, window(s, second, third, shift)));
        var quadrant = s.apply(Operation.SHIFT_RIGHT_LOGICAL, s.add(product, s.bits(U64, 1L << 61)), s.number(U64, 62));
        var fraction = s.subtract(product, s.apply(Operation.SHIFT_LEFT, quadrant, s.number(U64, 62)));
        var rest = s.scaled(s.convert(F64, s.bitcast(S64, fraction)), HALF_PI * 0x1p-62);
        var whole = s.bitcast(S64, quadrant);
        var isNegative = s.isLess(x, 0);
        return new Reduced(s.select(isNegative, s.negate(whole), whole), s.select(isNegative, s.negate(rest), rest));
    }

    /** Word {@code word + offset} of 2/pi, where word is 0, 1 or 2; zeros come before it. */
    private static Value wordOfTwoOverPi(Scalars s, Value word, int offset) {
        var zero = offset < 0 ? 0 : TWO_OVER_PI[offset];
        var chosen = s.select(
                s.isEqual(word, 1), s.bits(U64, TWO_OVER_PI[offset + 1]), s.bits(U64, TWO_OVER_PI[offset + 2]));
        return s.select(s.isEqual(word, 0), s.bits(U64, zero), chosen);
    }

    /** 64 bits of two words, from bit {@code shift} of the first on; a shift by 64 gives zero. */
    private static Value window(Scalars s, Value first, Value second, Value shift) {
        return s.or(
                s.apply(Operation.SHIFT_LEFT, first, shift),
                s.apply(Operation.SHIFT_RIGHT_LOGICAL, second, s.subtract(s.number(U64, 64), shift)));
    }

    /** The sine within pi/4 of zero; these coefficients and the cosine's are those of FreeBSD's single precision. */
    private static Value sinReduced(Scalars s, Value r) {
        var z = s.multiply(r, r);
        var p = s.polynomial(
                z, 2.718311493989822e-06, -0.00019839334836096632, 0.008333329385889463, -0.16666666641626524);
        return s.multiplyAdd(s.multiply(p, z), r, r);
    }

    private static Value cosReduced(Scalars s, Value r) {
        var z = s.multiply(r, r);
        return s.polynomial(
                z, 2.439044879627741e-05, -0.001388676377460993, 0.04166662332373906, -0.499999997251031, 1.0);
    }

    static Value sin(Scalars s, Value x) {
        var reduced = reduce(s, x);
        var result = s.convert(F32, oneOf(s, reduced.quadrant(), reduced.rest()));
        return s.select(s.isEqual(x, 0), x, result);
    }

    static Value cos(Scalars s, Value x) {
        var reduced = reduce(s, x);
        return s.convert(F32, oneOf(s, s.plus(reduced.quadrant(), 1), reduced.rest()));
    }

    /** The sine of {@code quadrant * pi/2 + rest}. */
    private static Value oneOf(Scalars s, Value quadrant, Value rest) {
        var isOdd = s.apply(Operation.COMPARE_NE, s.and(quadrant, s.number(S64, 1)), s.number(S64, 0));
        var isNegative = s.apply(Operation.COMPARE_NE, s.and(quadrant, s.number(S64, 2)), s.number(S64, 0));
        var value = s.select(isOdd, cosReduced(s, rest), sinReduced(s, rest));
        return s.select(isNegative, s.negate(value), value);
    }

    static Value tan(Scalars s, Value x) {
        var reduced = reduce(s, x);
        var sine = sinReduced(s, reduced.rest());
        var cosine = cosReduced(s, reduced.rest());
        var isOdd = s.apply(Operation.COMPARE_NE, s.and(reduced.quadrant(), s.number(S64, 1)), s.number(S64, 0));
        var ratio = s.divide(s.select(isOdd, s.negate(cosine), sine), s.select(isOdd, sine, cosine));
        return s.select(s.isEqual(x, 0), x, s.convert(F32, ratio));
    }

    static Value atan2(Scalars s, Value y, Value x) {
        var a = s.abs(y);
        var b = s.abs(x);
        var isSteep = s.apply(Operation.COMPARE_GT, a, b);
        var larger = s.select(isSteep, a, b);
        var smaller = s.select(isSteep, b, a);
        var ratio = s.divide(smaller, larger);
        // Both zero, and both infinite, have an angle although no ratio.
        var bothZero = s.isEqual(larger, 0);
        var bothInfinite = s.isEqual(smaller, Double.POSITIVE_INFINITY);
        ratio = s.select(bothInfinite, s.number(F32, 1.0), s.select(bothZero, s.number(F32, 0.0), ratio));
        var angle = atanOfFraction(s, ratio);
        angle = s.select(isSteep, s.subtract(s.number(F32, HALF_PI), angle), angle);
        var isLeft = s.apply(Operation.COMPARE_LT, s.bitcast(S32, x), s.number(S32, 0));
        angle = s.select(isLeft, s.subtract(s.number(F32, Math.PI), angle), angle);
        var isNan = s.or(s.isNan(x), s.isNan(y));
        return s.select(isNan, s.number(F32, Double.NaN), s.apply(Operation.COPYSIGN, angle, y));
    }

    /** From 0 to 1; the coefficients are those of the Cephes library. */
    private static Value atanOfFraction(Scalars s, Value x) {
        var isLarge = s.isGreater(x, 0.414213562373095);
        var turned = s.divide(s.plus(x, -1.0), s.plus(x, 1.0));
        var t = s.select(isLarge, turned, x);
        var z = s.multiply(t, t);
        var p = s.polynomial(z, 8.05374449538e-2, -1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1);
        var angle = s.multiplyAdd(s.multiply(p, z), t, t);
        return s.select(isLarge, s.plus(angle, Math.PI / 4), angle);
    }

    static Value atan(Scalars s, Value x) {
        return s.apply(Operation.ATAN2, x, s.number(F32, 1.0));
    }

    static Value asin(Scalars s, Value x) {
        var angle = s.apply(Operation.ATAN2, x, s.plus(cosineOf(s, x), 1.0));
        return s.add(angle, angle);
    }

    static Value acos(Scalars s, Value x) {
        var angle = s.apply(Operation.ATAN2, cosineOf(s, x), s.plus(x, 1.0));
        return s.select(s.isEqual(x, -1.0), s.number(F32, Math.PI), s.add(angle, angle));
    }

    /** The other side of a right triangle with hypotenuse 1; NaN where there is none. */
    private static Value cosineOf(Scalars s, Value x) {
        var one = s.number(F32, 1.0);
        return s.apply(Operation.SQRT, s.multiply(s.subtract(one, x), s.add(one, x)));
    }
}
