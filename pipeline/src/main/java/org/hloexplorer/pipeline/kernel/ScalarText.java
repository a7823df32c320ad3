package org.hloexplorer.pipeline.kernel;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Scalars as people write them. */
final class ScalarText {
    private ScalarText() {}

    static String print(PrimitiveType type, long bits) {
        return switch (type) {
            case PRED -> bits == 0 ? "false" : "true";
            case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
            case F64 -> Double.toString(Double.longBitsToDouble(bits));
            case BF16, F16 -> Double.toString(FloatFormats.decode(type, bits));
            case U8, U16, U32, U64 -> Long.toUnsignedString(bits);
            default -> type.isFloating() ? Double.toString(FloatFormats.decode(type, bits)) : Long.toString(bits);
        };
    }
}
