package org.hloexplorer.hlo;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value known in full: an array's elements in row-major logical order, or a tuple of literals.
 *
 * <p>Elements lie unpacked in a {@link MemorySegment}, {@link PrimitiveType#bytes()} each, in little-endian order;
 * complex ones as real part, then imaginary part. The segment is never written to after the literal was made.
 */
public final class Literal {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private final Shape shape;
    private final List<Literal> elements;
    private final boolean isMadeUp;

    /** The element that all are equal to, where the literal was made so; else null. */
    private final @Nullable Literal splat;

    /** Null where the bytes are made up, or all alike, and nobody has asked for them yet. */
    private volatile @Nullable MemorySegment data;

    private Literal(Shape shape, @Nullable MemorySegment data, List<Literal> elements, boolean isMadeUp) {
        this(shape, data, elements, isMadeUp, null);
    }

    private Literal(
            Shape shape,
            @Nullable MemorySegment data,
            List<Literal> elements,
            boolean isMadeUp,
            @Nullable Literal splat) {
        this.shape = shape;
        this.data = data;
        this.elements = elements;
        this.isMadeUp = isMadeUp;
        this.splat = splat;
    }

    /** An array over these bytes, which must not change any more. */
    public static Literal of(Shape.Array shape, MemorySegment data) {
        long expected = shape.elements() * shape.elementType().bytes();
        if (data.byteSize() != expected) {
            throw new IllegalArgumentException(shape + " takes " + expected + " bytes, not " + data.byteSize());
        }
        return new Literal(shape, data, List.of(), false);
    }

    /** An array all of whose elements are this scalar; its bytes are written out when first asked for. */
    public static Literal splat(Shape.Array shape, Literal scalar) {
        var element = scalar.shape.asArray();
        if (!element.isScalar() || element.elementType() != shape.elementType()) {
            throw new IllegalArgumentException("cannot fill " + shape + " with a " + element);
        }
        return new Literal(shape, null, List.of(), scalar.isMadeUp, scalar);
    }

    public static Literal tuple(List<Literal> elements) {
        return new Literal(
                new Shape.Tuple(elements.stream().map(Literal::shape).toList()),
                MemorySegment.NULL,
                List.copyOf(elements),
                false);
    }

    /** A value for tokens, which hold no data. */
    public static Literal token() {
        return new Literal(new Shape.Token(), MemorySegment.NULL, List.of(), false);
    }

    public static Literal ofFloats(float[] values, long... dimensions) {
        return of(Shape.array(PrimitiveType.F32, dimensions), MemorySegment.ofArray(values));
    }

    public static Literal ofInts(int[] values, long... dimensions) {
        return of(Shape.array(PrimitiveType.S32, dimensions), MemorySegment.ofArray(values));
    }

    public static Literal ofDoubles(double[] values, long... dimensions) {
        return of(Shape.array(PrimitiveType.F64, dimensions), MemorySegment.ofArray(values));
    }

    public static Literal ofLongs(long[] values, long... dimensions) {
        return of(Shape.array(PrimitiveType.S64, dimensions), MemorySegment.ofArray(values));
    }

    public static Literal ofBooleans(boolean[] values, long... dimensions) {
        var bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) (values[i] ? 1 : 0);
        }
        return of(Shape.array(PrimitiveType.PRED, dimensions), MemorySegment.ofArray(bytes));
    }

    /** A scalar: rounded to a floating type, wrapped to an integer one, true for {@code pred} where it is not 0. */
    public static Literal scalar(PrimitiveType type, double value) {
        var data = MemorySegment.ofArray(new byte[type.bytes()]);
        switch (type) {
            case PRED -> data.set(ValueLayout.JAVA_BYTE, 0, (byte) (value != 0 ? 1 : 0));
            case C64 -> data.set(FLOAT, 0, (float) value);
            case C128 -> data.set(DOUBLE, 0, value);
            default -> setBits(data, type, type.isFloating() ? FloatFormats.encode(type, value) : (long) value);
        }
        return of(Shape.scalar(type), data);
    }

    /** A scalar of an integer type, wrapped to its width. */
    public static Literal scalar(PrimitiveType type, long value) {
        if (!type.isIntegral()) {
            return scalar(type, (double) value);
        }
        var data = MemorySegment.ofArray(new byte[type.bytes()]);
        setBits(data, type, value);
        return of(Shape.scalar(type), data);
    }

    private static void setBits(MemorySegment data, PrimitiveType type, long value) {
        long bits = type.isIntegral() ? type.wrap(value) : value;
        switch (type.bytes()) {
            case 1 -> data.set(ValueLayout.JAVA_BYTE, 0, (byte) bits);
            case 2 -> data.set(SHORT, 0, (short) bits);
            case 4 -> data.set(INT, 0, (int) bits);
            default -> data.set(LONG, 0, bits);
        }
    }

    /** The same value, marked as invented because the text left it out ({@code constant({...})}). */
    public Literal madeUp() {
        return new Literal(shape, splat == null ? data() : data, elements, true, splat);
    }

    /**
     * A value that the text left out ({@code constant({...})}): invented when first asked for, and marked so. The bytes
     * count upwards in 32-bit words, as XLA fills in such constants; {@code pred} keeps the lowest bit of each.
     */
    public static Literal elided(Shape shape) {
        var elements = shape instanceof Shape.Tuple(var parts)
                ? parts.stream().map(Literal::elided).toList()
                : List.<Literal>of();
        return new Literal(shape, shape instanceof Shape.Array ? null : MemorySegment.NULL, elements, true);
    }

    /** The same elements under a shape of as many elements of the same type. */
    public Literal reshaped(Shape.Array changed) {
        var array = shape.asArray();
        if (array.elementType() != changed.elementType() || array.elements() != changed.elements()) {
            throw new IllegalArgumentException("cannot view " + shape + " as " + changed);
        }
        return new Literal(changed, splat == null ? data() : data, elements, isMadeUp, splat);
    }

    public Shape shape() {
        return shape;
    }

    /** The bytes of an array. */
    public MemorySegment data() {
        var known = data;
        if (known == null) {
            known = splat == null ? invent(shape.asArray()) : filled(shape.asArray(), splat);
            data = known;
        }
        return known;
    }

    /** The element that all are equal to, for an array that was made as a splat. */
    public Optional<Literal> splat() {
        return Optional.ofNullable(splat);
    }

    private static MemorySegment filled(Shape.Array shape, Literal scalar) {
        int count = Math.toIntExact(shape.elements());
        return switch (shape.elementType()) {
            case F32 -> {
                var floats = new float[count];
                Arrays.fill(floats, scalar.data().get(FLOAT, 0));
                yield MemorySegment.ofArray(floats);
            }
            case F64 -> {
                var doubles = new double[count];
                Arrays.fill(doubles, scalar.data().get(DOUBLE, 0));
                yield MemorySegment.ofArray(doubles);
            }
            case S32, U32 -> {
                var ints = new int[count];
                Arrays.fill(ints, scalar.data().get(INT, 0));
                yield MemorySegment.ofArray(ints);
            }
            default -> repeated(scalar.data(), count);
        };
    }

    private static MemorySegment repeated(MemorySegment element, long count) {
        long width = element.byteSize();
        var bytes = MemorySegment.ofArray(new byte[Math.toIntExact(Math.multiplyExact(width, count))]);
        for (long i = 0; i < count; i++) {
            MemorySegment.copy(element, 0, bytes, i * width, width);
        }
        return bytes;
    }

    private static MemorySegment invent(Shape.Array shape) {
        var type = shape.elementType();
        long bytes = Math.multiplyExact(shape.elements(), (long) type.bytes());
        var words = new long[Math.toIntExact(Math.ceilDiv(bytes, Long.BYTES))];
        long mask = type.bits() < Byte.SIZE ? 0x0101_0101_0101_0101L * valueBits(type) : -1L;
        for (int i = 0; i < words.length; i++) {
            words[i] = (2L * i | ((2L * i + 1) << Integer.SIZE)) & mask;
        }
        return MemorySegment.ofArray(words).asSlice(0, bytes);
    }

    /** The bits of a byte that any value of a type narrower than a byte may have set; signs are left out. */
    private static long valueBits(PrimitiveType type) {
        return (1L << (type.isSigned() ? type.bits() - 1 : type.bits())) - 1;
    }

    /** The parts of a tuple. */
    public List<Literal> elements() {
        return elements;
    }

    /** Whether the text did not hold this value, so that results which depend on it mean nothing. */
    public boolean isMadeUp() {
        return isMadeUp || elements.stream().anyMatch(Literal::isMadeUp);
    }

    public long elementCount() {
        return shape.asArray().elements();
    }

    /** The element as it is stored: the low bits hold floating types narrower than 64, integers are extended. */
    public long bitsAt(long index) {
        var type = shape.asArray().elementType();
        return switch (type.bytes()) {
            case 1 ->
                type.isSigned()
                        ? data().get(ValueLayout.JAVA_BYTE, index)
                        : Byte.toUnsignedLong(data().get(ValueLayout.JAVA_BYTE, index));
            case 2 ->
                type.isSigned() ? data().get(SHORT, index * 2) : Short.toUnsignedLong(data().get(SHORT, index * 2));
            case 4 -> type.isSigned() ? data().get(INT, index * 4) : Integer.toUnsignedLong(data().get(INT, index * 4));
            case 8 -> data().get(LONG, index * 8);
            default -> throw new IllegalStateException(type + " has no single word of bits");
        };
    }

    /** The element as a double: exact for all floating types; integers above 2^53 are rounded; real part of complex. */
    public double doubleAt(long index) {
        var type = shape.asArray().elementType();
        return switch (type) {
            case F64 -> data().get(DOUBLE, index * 8);
            case F32 -> data().get(FLOAT, index * 4);
            case C64 -> data().get(FLOAT, index * 8);
            case C128 -> data().get(DOUBLE, index * 16);
            case PRED -> data().get(ValueLayout.JAVA_BYTE, index) != 0 ? 1 : 0;
            case U64 -> unsignedToDouble(data().get(LONG, index * 8));
            default -> type.isFloating() ? FloatFormats.decode(type, bitsAt(index)) : bitsAt(index);
        };
    }

    /** The imaginary part of a complex element; 0 for others. */
    public double imaginaryAt(long index) {
        return switch (shape.asArray().elementType()) {
            case C64 -> data().get(FLOAT, index * 8 + 4);
            case C128 -> data().get(DOUBLE, index * 16 + 8);
            default -> 0;
        };
    }

    private static double unsignedToDouble(long value) {
        return value >= 0 ? value : (value >>> 1 | (value & 1)) * 2.0;
    }

    /** Whether both have the same shape, layout included, and the same bits. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Literal literal && isSame(literal));
    }

    private boolean isSame(Literal other) {
        if (!shape.equals(other.shape) || isMadeUp != other.isMadeUp || !elements.equals(other.elements)) {
            return false;
        }
        if (data == null && other.data == null) {
            return splat == null ? other.splat == null : splat.equals(other.splat);
        }
        return data().mismatch(other.data()) < 0;
    }

    /** Of the shape and the first bytes: literals are long, and mostly differ early. */
    @Override
    public int hashCode() {
        int hash = shape.hashCode() * 31 + elements.hashCode();
        if (!isMadeUp && shape instanceof Shape.Array) {
            var bytes = splat == null ? data() : splat.data();
            long size =
                    shape.asArray().elements() * shape.asArray().elementType().bytes();
            for (long i = 0; i < Math.min(size, 64); i++) {
                hash = hash * 31 + bytes.get(ValueLayout.JAVA_BYTE, i % bytes.byteSize());
            }
        }
        return hash;
    }

    @Override
    public String toString() {
        return "literal of " + shape;
    }
}
