package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Blocks of bf16 and f16 elements, to floats and back. */
final class NarrowFloats {
    private NarrowFloats() {}

    static boolean is(PrimitiveType type) {
        return type == PrimitiveType.BF16 || type == PrimitiveType.F16;
    }

    static void decode(PrimitiveType type, short[] bits, int from, float[] out, int count) {
        if (type == PrimitiveType.BF16) {
            for (int i = 0; i < count; i++) {
                out[i] = Float.intBitsToFloat(bits[from + i] << 16);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[i] = Float.float16ToFloat(bits[from + i]);
            }
        }
    }

    static void encode(PrimitiveType type, float[] values, short[] out, int from, int count) {
        if (type == PrimitiveType.BF16) {
            for (int i = 0; i < count; i++) {
                out[from + i] = (short) FloatFormats.encodeBfloat16(values[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[from + i] = Float.floatToFloat16(values[i]);
            }
        }
    }

    /** All elements as floats. */
    static float[] decode(PrimitiveType type, short[] bits) {
        var floats = new float[bits.length];
        decode(type, bits, 0, floats, bits.length);
        return floats;
    }
}
