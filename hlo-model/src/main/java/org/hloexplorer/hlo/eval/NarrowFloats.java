package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Blocks of bf16 and f16 elements, to floats and back. */
final class NarrowFloats {
    private NarrowFloats() {}

    static boolean is(PrimitiveType type) {
        return type == PrimitiveType.BF16 || type == PrimitiveType.F16;
    }

    static float[] decode(PrimitiveType type, short[] bits, int from, int count) {
        var floats = new float[count];
        decode(type, bits, from, floats, 0, count);
        return floats;
    }

    static void decode(PrimitiveType type, short[] bits, int from, float[] out, int at, int count) {
        if (type == PrimitiveType.BF16) {
            for (int i = 0; i < count; i++) {
                out[at + i] = Float.intBitsToFloat(bits[from + i] << 16);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[at + i] = Float.float16ToFloat(bits[from + i]);
            }
        }
    }

    static void encode(PrimitiveType type, float[] values, int from, short[] out, int at, int count) {
        if (type == PrimitiveType.BF16) {
            for (int i = 0; i < count; i++) {
                out[at + i] = (short) FloatFormats.encodeBfloat16(values[from + i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[at + i] = Float.floatToFloat16(values[from + i]);
            }
        }
    }
}
