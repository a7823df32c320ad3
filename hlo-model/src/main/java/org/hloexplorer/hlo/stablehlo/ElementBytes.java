package org.hloexplorer.hlo.stablehlo;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Lays the elements of constants out as literals hold them. */
final class ElementBytes {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ElementBytes() {}

    /** An array of these elements, given by their bits; complex ones as two. */
    static Literal of(Shape.Array shape, long[] bits, int count) {
        var type = shape.elementType();
        var segment = allocate(type, count);
        for (int i = 0; i < count; i++) {
            switch (width(type)) {
                case 1 -> segment.set(ValueLayout.JAVA_BYTE, i, (byte) narrow(type, bits[i]));
                case 2 -> segment.set(SHORT, i * 2L, (short) bits[i]);
                case 4 -> segment.set(INT, i * 4L, (int) bits[i]);
                default -> segment.set(LONG, i * 8L, bits[i]);
            }
        }
        return Literal.of(shape, segment);
    }

    private static long narrow(PrimitiveType type, long bits) {
        return type.isIntegral() ? type.wrap(bits) : bits;
    }

    /** The width of what {@link #of} takes one by one: half a complex element. */
    private static int width(PrimitiveType type) {
        return type.isComplex() ? type.bytes() / 2 : type.bytes();
    }

    private static MemorySegment allocate(PrimitiveType type, int count) {
        return switch (type) {
            case F32, C64 -> MemorySegment.ofArray(new float[count]);
            case F64, C128 -> MemorySegment.ofArray(new double[count]);
            case S32, U32 -> MemorySegment.ofArray(new int[count]);
            case S64, U64 -> MemorySegment.ofArray(new long[count]);
            default ->
                type.bytes() == 2 ? MemorySegment.ofArray(new short[count]) : MemorySegment.ofArray(new byte[count]);
        };
    }

    /** An array of little-endian elements; a single one stands for all. */
    static Literal ofBlob(Shape.Array shape, byte[] blob) {
        var type = shape.elementType();
        boolean isPacked = type == PrimitiveType.PRED;
        long expected = isPacked ? Math.ceilDiv(shape.elements(), 8L) : shape.elements() * type.bytes();
        if (blob.length != expected) {
            if (blob.length == type.bytes()) {
                return Literal.splat(shape, ofBlob(Shape.scalar(type), blob));
            }
            throw new IllegalArgumentException("%,d bytes, and %,d are needed".formatted(blob.length, expected));
        }
        if (isPacked) {
            return bits(shape, blob);
        }
        int parts = blob.length / width(type);
        var segment = allocate(type, parts);
        MemorySegment.copy(MemorySegment.ofArray(blob), 0, segment, 0, blob.length);
        return Literal.of(shape, segment);
    }

    /** Truth values come eight to a byte. */
    private static Literal bits(Shape.Array shape, byte[] blob) {
        var bytes = new byte[(int) shape.elements()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (blob[i / 8] >> i % 8 & 1);
        }
        return Literal.of(shape, MemorySegment.ofArray(bytes));
    }
}
