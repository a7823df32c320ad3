package org.hloexplorer.pipeline.backend.tpu.simulator;

/** The 16-bit brain float: a float's upper half, rounded to nearest, ties to even. */
public final class Bfloat16 {
    private static final int QUIET_BIT = 0x40;

    private Bfloat16() {}

    /** The 16 bits nearest to {@code value}. NaN stays NaN and becomes quiet; what exceeds the range becomes infinite. */
    public static int bits(float value) {
        int u = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (u >>> 16) | QUIET_BIT;
        }
        return (u + 0x7fff + ((u >>> 16) & 1)) >>> 16;
    }

    /** The float that the 16 bits stand for, exactly. */
    public static float toFloat(int bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    /** {@code value} as it arrives in a cell of the array. */
    public static float round(float value) {
        return toFloat(bits(value));
    }
}
