package org.hloexplorer.hlo;

import java.util.EnumMap;
import java.util.Map;

/** The floating types narrower than 32 bits, to and from double; rounding is to nearest, ties to even. */
public final class FloatFormats {
    private FloatFormats() {}

    private static final Map<PrimitiveType, NarrowFloat> NARROW = new EnumMap<>(Map.ofEntries(
            Map.entry(PrimitiveType.F4E2M1FN, new NarrowFloat(2, 1, 1, NarrowFloat.Specials.NONE)),
            Map.entry(PrimitiveType.F6E2M3FN, new NarrowFloat(2, 3, 1, NarrowFloat.Specials.NONE)),
            Map.entry(PrimitiveType.F6E3M2FN, new NarrowFloat(3, 2, 3, NarrowFloat.Specials.NONE)),
            Map.entry(PrimitiveType.F8E3M4, new NarrowFloat(3, 4, 3, NarrowFloat.Specials.IEEE)),
            Map.entry(PrimitiveType.F8E4M3, new NarrowFloat(4, 3, 7, NarrowFloat.Specials.IEEE)),
            Map.entry(PrimitiveType.F8E5M2, new NarrowFloat(5, 2, 15, NarrowFloat.Specials.IEEE)),
            Map.entry(PrimitiveType.F8E4M3FN, new NarrowFloat(4, 3, 7, NarrowFloat.Specials.NAN_IN_LAST_CODE)),
            Map.entry(PrimitiveType.F8E4M3FNUZ, new NarrowFloat(4, 3, 8, NarrowFloat.Specials.NAN_FOR_MINUS_ZERO)),
            Map.entry(PrimitiveType.F8E4M3B11FNUZ, new NarrowFloat(4, 3, 11, NarrowFloat.Specials.NAN_FOR_MINUS_ZERO)),
            Map.entry(PrimitiveType.F8E5M2FNUZ, new NarrowFloat(5, 2, 16, NarrowFloat.Specials.NAN_FOR_MINUS_ZERO)),
            Map.entry(PrimitiveType.F8E8M0FNU, new NarrowFloat(8, 0, 127, NarrowFloat.Specials.EXPONENT_ONLY))));

    /** What these bits stand for. */
    public static double decode(PrimitiveType type, long bits) {
        return switch (type) {
            case BF16 -> Float.intBitsToFloat((int) bits << 16);
            case F16 -> Float.float16ToFloat((short) bits);
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            default -> narrow(type).decode((int) bits);
        };
    }

    /** The bits of the nearest value; what becomes of NaN and of values out of range is up to the type. */
    public static long encode(PrimitiveType type, double value) {
        return switch (type) {
            case BF16 -> encodeBfloat16((float) value);
            case F16 -> Short.toUnsignedLong(Float.floatToFloat16((float) value));
            case F32 -> Integer.toUnsignedLong(Float.floatToRawIntBits((float) value));
            case F64 -> Double.doubleToRawLongBits(value);
            default -> narrow(type).encode((float) value);
        };
    }

    /** The nearest value of the type, as a double. */
    public static double round(PrimitiveType type, double value) {
        return switch (type) {
            case F64 -> value;
            case F32 -> (float) value;
            default -> decode(type, encode(type, value));
        };
    }

    /** The upper half of a float, rounded; a NaN stays one and becomes quiet. */
    public static int encodeBfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (bits >>> 16 | 0x40) & 0xFFFF;
        }
        return (bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16 & 0xFFFF;
    }

    /** The bits of the significand that are stored: 23 for f32. */
    public static int mantissaBits(PrimitiveType type) {
        return switch (type) {
            case BF16 -> 7;
            case F16 -> 10;
            case F32, C64 -> 23;
            case F64, C128 -> 52;
            default -> narrow(type).mantissaBits();
        };
    }

    private static NarrowFloat narrow(PrimitiveType type) {
        var format = NARROW.get(type);
        if (format == null) {
            throw new IllegalArgumentException(type + " is not a floating type");
        }
        return format;
    }
}
