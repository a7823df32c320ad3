package org.hloexplorer.pipeline.kernel;

import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.NarrowFormat.Specials;

/**
 * Numbers of types that no processor computes with: floats of up to eight bits, taken apart and put together by arithmetic on
 * bits, and integers of less than eight, which a byte holds extended by their sign.
 */
record NarrowTypes(Scalars scalars) {
    private static final PrimitiveType BITS = PrimitiveType.U32;
    private static final int F32_MANTISSA = 23;
    private static final int F32_BIAS = 127;

    /** Whether values of the type take part in a conversion by way of these. */
    static boolean isOne(PrimitiveType type) {
        return NarrowFormat.isOne(type) || isInteger(type);
    }

    static boolean isInteger(PrimitiveType type) {
        return type.isIntegral() && type.bits() < 8;
    }

    /** The type that such numbers are computed in. */
    static PrimitiveType wide(PrimitiveType type) {
        return NarrowFormat.isOne(type) ? PrimitiveType.F32 : type.isSigned() ? PrimitiveType.S8 : PrimitiveType.U8;
    }

    /** The same number in the wide type. */
    Value widened(Value a) {
        return isInteger(a.type()) ? scalars.bitcast(wide(a.type()), a) : decoded(NarrowFormat.of(a.type()), a);
    }

    /** The nearest number of the narrow type, or for integers the one of the lowest bits; saturating from floats. */
    Value narrowed(PrimitiveType type, Value a) {
        if (!isInteger(type)) {
            var code = encoded(NarrowFormat.of(type), scalars.convert(PrimitiveType.F32, a));
            return scalars.bitcast(type, scalars.convert(PrimitiveType.U8, code));
        }
        var whole = scalars.convert(wide(type), a.type().isFloating() ? saturated(type, a) : a);
        int unused = 8 - type.bits();
        var amount = scalars.number(wide(type), unused);
        var raised = scalars.apply(Operation.SHIFT_LEFT, whole, amount);
        var down = type.isSigned() ? Operation.SHIFT_RIGHT_ARITHMETIC : Operation.SHIFT_RIGHT_LOGICAL;
        return scalars.bitcast(type, scalars.apply(down, raised, amount));
    }

    private Value saturated(PrimitiveType type, Value a) {
        double largest = Math.scalb(1.0, type.isSigned() ? type.bits() - 1 : type.bits()) - 1;
        double least = type.isSigned() ? -largest - 1 : 0;
        return scalars.clamped(a, least, largest);
    }

    private Value bits(long number) {
        return scalars.bits(BITS, number);
    }

    private Value shifted(Operation direction, Value a, int amount) {
        return scalars.apply(direction, a, bits(amount));
    }

    private Value isBeyond(Value a, long number) {
        return scalars.apply(Operation.COMPARE_GT, a, bits(number));
    }

    private Value decoded(NarrowFormat format, Value a) {
        var code = scalars.convert(BITS, scalars.bitcast(PrimitiveType.U8, a));
        var nan = bits(0x7FC00000L);
        if (format.specials() == Specials.EXPONENT_ONLY) {
            var power = shifted(Operation.SHIFT_LEFT, code, F32_MANTISSA);
            // The least power of two has no exponent in f32.
            var ordinary = scalars.select(scalars.apply(Operation.COMPARE_EQ, code, bits(0)), bits(0x00400000L), power);
            return scalars.bitcast(PrimitiveType.F32, scalars.select(isBeyond(code, format.largest()), nan, ordinary));
        }
        var magnitude = scalars.and(code, bits(format.signBit() - 1L));
        // As f32 it has the exponent of another bias, which multiplying by a power of two makes up for, exactly.
        var scaled = scalars.bitcast(
                PrimitiveType.F32, shifted(Operation.SHIFT_LEFT, magnitude, F32_MANTISSA - format.mantissaBits()));
        var value = scalars.bitcast(BITS, scalars.scaled(scaled, Math.scalb(1.0, F32_BIAS - format.bias())));
        var special = scalars.select(isBeyond(magnitude, format.largest()), special(format, magnitude), value);
        int up = 31 - Integer.numberOfTrailingZeros(format.signBit());
        var sign = shifted(Operation.SHIFT_LEFT, scalars.and(code, bits(format.signBit())), up);
        var signed = scalars.or(sign, special);
        if (format.specials() == Specials.NAN_FOR_MINUS_ZERO) {
            signed = scalars.select(scalars.apply(Operation.COMPARE_EQ, code, bits(format.signBit())), nan, signed);
        }
        return scalars.bitcast(PrimitiveType.F32, signed);
    }

    /** What is beyond the largest value. */
    private Value special(NarrowFormat format, Value magnitude) {
        var nan = bits(0x7FC00000L);
        return format.specials() == Specials.INFINITY_AND_NAN
                ? scalars.select(isBeyond(magnitude, format.largest() + 1L), nan, bits(0x7F800000L))
                : nan;
    }

    private Value encoded(NarrowFormat format, Value x) {
        var all = scalars.bitcast(BITS, x);
        var magnitude = scalars.and(all, bits(0x7FFFFFFFL));
        if (format.specials() == Specials.EXPONENT_ONLY) {
            return encodedPower(x, magnitude);
        }
        var code = scalars.select(
                scalars.isLess(scalars.bitcast(PrimitiveType.F32, magnitude), leastNormal(format)),
                belowNormal(format, magnitude),
                normal(format, magnitude));
        code = scalars.select(isBeyond(code, format.largest()), bits(format.overflow()), code);
        int down = 31 - Integer.numberOfTrailingZeros(format.signBit());
        var sign = scalars.and(shifted(Operation.SHIFT_RIGHT_LOGICAL, all, down), bits(format.signBit()));
        return switch (format.specials()) {
            case NONE ->
                scalars.select(
                        scalars.isNan(x),
                        scalars.apply(Operation.XOR, sign, bits(format.nan())),
                        scalars.or(sign, code));
            case NAN_FOR_MINUS_ZERO -> {
                var isZero = scalars.apply(Operation.COMPARE_EQ, code, bits(0));
                var signed = scalars.select(isZero, code, scalars.or(sign, code));
                yield scalars.select(scalars.isNan(x), bits(format.nan()), signed);
            }
            case INFINITY_AND_NAN, NAN, EXPONENT_ONLY ->
                scalars.or(sign, scalars.select(scalars.isNan(x), bits(format.nan()), code));
        };
    }

    private static double leastNormal(NarrowFormat format) {
        return Math.scalb(1.0, 1 - format.bias());
    }

    /** Adding a number whose last bit is worth one unit rounds to units, and leaves them in its last bits. */
    private Value belowNormal(NarrowFormat format, Value magnitude) {
        var large = scalars.number(
                PrimitiveType.F32, Math.scalb(leastNormal(format), F32_MANTISSA - format.mantissaBits()));
        var sum = scalars.add(scalars.bitcast(PrimitiveType.F32, magnitude), large);
        return scalars.subtract(scalars.bitcast(BITS, sum), scalars.bitcast(BITS, large));
    }

    /** Rounded to even; a carry raises the exponent by itself. */
    private Value normal(NarrowFormat format, Value magnitude) {
        int dropped = F32_MANTISSA - format.mantissaBits();
        var odd = scalars.and(shifted(Operation.SHIFT_RIGHT_LOGICAL, magnitude, dropped), bits(1));
        var biased = scalars.add(scalars.add(magnitude, odd), bits((1L << (dropped - 1)) - 1));
        var rounded = shifted(Operation.SHIFT_RIGHT_LOGICAL, biased, dropped);
        return scalars.subtract(rounded, bits((long) (F32_BIAS - format.bias()) << format.mantissaBits()));
    }

    /** Ties go up; what is no positive number has no code but NaN's. */
    private Value encodedPower(Value x, Value magnitude) {
        var rounded = shifted(Operation.SHIFT_RIGHT_LOGICAL, scalars.add(magnitude, bits(0x00400000L)), F32_MANTISSA);
        var small = scalars.select(isBeyond(magnitude, 0x005FFFFFL), bits(1), bits(0));
        var code = scalars.select(isBeyond(magnitude, 0x007FFFFFL), rounded, small);
        var isOrdinary = scalars.and(scalars.isGreater(x, 0), scalars.isLess(x, Double.POSITIVE_INFINITY));
        return scalars.select(isOrdinary, code, bits(0xFF));
    }
}
