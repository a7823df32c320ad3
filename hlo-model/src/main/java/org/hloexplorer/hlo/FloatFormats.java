package org.hloexplorer.hlo;

/** The floating types narrower than 32 bits, to and from double; rounding is to nearest, ties to even. */
public final class FloatFormats {
    private FloatFormats() {}

    /** What these bits stand for. */
    public static double decode(PrimitiveType type, long bits) {
        return switch (type) {
            case BF16 -> Float.intBitsToFloat((int) bits << 16);
            case F16 -> Float.float16ToFloat((short) bits);
            default -> throw new IllegalArgumentException("no decoding of " + type);
        };
    }

    /** The bits of the nearest value. */
    public static long encode(PrimitiveType type, double value) {
        return switch (type) {
            case BF16 -> Integer.toUnsignedLong(encodeBfloat16((float) value));
            case F16 -> Short.toUnsignedLong(Float.floatToFloat16((float) value));
            default -> throw new IllegalArgumentException("no encoding of " + type);
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
}
