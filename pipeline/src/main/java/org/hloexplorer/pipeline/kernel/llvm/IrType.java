package org.hloexplorer.pipeline.kernel.llvm;

import org.hloexplorer.hlo.PrimitiveType;

/**
 * The LLVM types of a value: one element, or so many side by side.
 *
 * @param lanes 1 for a scalar
 */
record IrType(PrimitiveType element, int lanes) {

    static IrType scalar(PrimitiveType element) {
        return new IrType(element, 1);
    }

    /** In a register. bf16 is carried as its bits: the hardware's conversions flush denormals. */
    String text() {
        return vector(register(element));
    }

    /** In memory, where a predicate takes a byte. */
    String memory() {
        return vector(element == PrimitiveType.PRED ? "i8" : register(element));
    }

    /** Of a predicate of as many lanes. */
    String predicate() {
        return vector("i1");
    }

    /** Of an integer type of as many lanes. */
    String integer(int bits) {
        return vector("i" + bits);
    }

    /** The suffix that intrinsics carry, such as {@code v16f32}. */
    String suffix() {
        var scalar = switch (element) {
            case F16 -> "f16";
            case F32 -> "f32";
            case F64 -> "f64";
            default -> "i" + bits();
        };
        return lanes == 1 ? scalar : "v" + lanes + scalar;
    }

    int bits() {
        return element == PrimitiveType.PRED ? 1 : Math.max(8, element.bits());
    }

    /** A constant of this type; floating ones by their bits, as LLVM writes a float as the double of the same value. */
    String constant(long bits) {
        var scalar = switch (element) {
            case PRED -> bits == 0 ? "false" : "true";
            case F32 -> hexadecimal(Float.intBitsToFloat((int) bits));
            case F64 -> "0x%016X".formatted(bits);
            case F16 -> "0xH%04X".formatted(bits & 0xFFFF);
            default -> Long.toString(truncated(bits));
        };
        return lanes == 1 ? scalar : "splat (" + register(element) + " " + scalar + ")";
    }

    /** A number of this type that float, double and the integers all hold exactly. */
    String small(int number) {
        return constant(
                switch (element) {
                    case F32 -> Float.floatToRawIntBits(number);
                    case F64 -> Double.doubleToRawLongBits(number);
                    default -> number;
                });
    }

    private static String hexadecimal(float value) {
        // A signalling NaN would turn quiet on the way through double, which no operation tells apart.
        return "0x%016X".formatted(Double.doubleToRawLongBits(value));
    }

    private long truncated(long bits) {
        int unused = 64 - Math.max(8, element.bits());
        return bits << unused >> unused;
    }

    private String vector(String scalar) {
        return lanes == 1 ? scalar : "<" + lanes + " x " + scalar + ">";
    }

    private static String register(PrimitiveType type) {
        return switch (type) {
            case PRED -> "i1";
            case S8, U8 -> "i8";
            case S16, U16, BF16 -> "i16";
            case S32, U32 -> "i32";
            case S64, U64 -> "i64";
            case F16 -> "half";
            case F32 -> "float";
            case F64 -> "double";
            case C64, C128 -> throw new IllegalArgumentException("no kernels over " + type);
            // Types narrower than a byte take one.
            default -> "i8";
        };
    }
}
