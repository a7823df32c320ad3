package org.hloexplorer.pipeline.kernel.opencl;

import org.hloexplorer.hlo.PrimitiveType;

/** HLO's types as OpenCL C has them. f16 and bf16 are carried as their bits, and computed with in float. */
final class ClType {
    private ClType() {}

    /** Of a variable. */
    static String variable(PrimitiveType type) {
        return type == PrimitiveType.PRED ? "bool" : memory(type);
    }

    /** Of an element of a buffer. */
    static String memory(PrimitiveType type) {
        return switch (type) {
            case PRED, U8 -> "uchar";
            case S8 -> "char";
            case S16 -> "short";
            case U16, F16, BF16 -> "ushort";
            case S32 -> "int";
            case U32 -> "uint";
            case S64 -> "long";
            case U64 -> "ulong";
            case F32 -> "float";
            case F64 -> "double";
            case S1, S2, S4 -> "char";
            case C64, C128 -> throw new IllegalArgumentException("no kernels over " + type);
            // Types narrower than a byte, and floats of one, take one.
            default -> "uchar";
        };
    }

    /** The unsigned type in which arithmetic of an integer type wraps round: of 32 bits at least. */
    static String wrapping(PrimitiveType type) {
        return type.bits() == 64 ? "ulong" : "uint";
    }

    static String constant(PrimitiveType type, long bits) {
        return switch (type) {
            case PRED -> bits == 0 ? "false" : "true";
            case F32 -> single(Float.intBitsToFloat((int) bits), (int) bits);
            case F64 -> twice(Double.longBitsToDouble(bits), bits);
            case F16, BF16 -> "(ushort)0x%04x".formatted(bits & 0xFFFF);
            case S32 -> (int) bits == Integer.MIN_VALUE ? "INT_MIN" : Integer.toString((int) bits);
            case S64 -> bits == Long.MIN_VALUE ? "LONG_MIN" : bits + "L";
            case U32 -> Integer.toUnsignedString((int) bits) + "u";
            case U64 -> Long.toUnsignedString(bits) + "UL";
            case S8 -> "(char)" + (byte) bits;
            case S16 -> "(short)" + (short) bits;
            case U8 -> "(uchar)" + (bits & 0xFF);
            case U16 -> "(ushort)" + (bits & 0xFFFF);
            case C64, C128 -> throw new IllegalArgumentException("no kernels over " + type);
            case S1, S2, S4 -> "(char)" + (byte) bits;
            default -> "(uchar)" + (bits & 0xFF);
        };
    }

    private static String single(float value, int bits) {
        if (Float.isNaN(value)) {
            return "as_float(0x%08xu)".formatted(bits);
        }
        return Float.isInfinite(value) ? (value > 0 ? "INFINITY" : "-INFINITY") : value + "f";
    }

    private static String twice(double value, long bits) {
        if (Double.isNaN(value)) {
            return "as_double(0x%016xUL)".formatted(bits);
        }
        return Double.isInfinite(value)
                ? "(double)" + (value > 0 ? "INFINITY" : "(-INFINITY)")
                : Double.toString(value);
    }
}
