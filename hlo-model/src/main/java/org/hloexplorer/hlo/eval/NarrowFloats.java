package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Blocks of bf16 and f16 elements, to floats and back. */
final class NarrowFloats {
    private NarrowFloats() {}

    static boolean is(PrimitiveType type) {
        return type == PrimitiveType.BF16 || type == PrimitiveType.F16;
    }

    static float[] decode(PrimitiveType type, short[] bits, int count) {
        var floats = new float[count];
        decode(type, bits, floats, count);
        return floats;
    }

    static void decode(PrimitiveType type, short[] bits, float[] out, int count) {
        if (type == PrimitiveType.BF16) {
            for (int i = 0; i < count; i++) {
                out[i] = Float.intBitsToFloat(bits[i] << 16);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[i] = Float.float16ToFloat(bits[i]);
            }
        }
    }

    static void encode(PrimitiveType type, float[] values, short[] out, int count) {
        if (type == PrimitiveType.BF16) {
            for (int i = 0; i < count; i++) {
                out[i] = (short) FloatFormats.encodeBfloat16(values[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[i] = Float.floatToFloat16(values[i]);
            }
        }
    }
}
