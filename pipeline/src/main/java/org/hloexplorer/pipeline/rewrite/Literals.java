package org.hloexplorer.pipeline.rewrite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Scalars made from numbers, and questions about all elements of a literal. */
public final class Literals {
    private Literals() {}

    /** The number as a scalar of this type, rounded to it. */
    public static Literal scalar(PrimitiveType type, double value) {
        return of(type, type.isFloating() && type.bits() < 32 ? FloatFormats.encode(type, value) : (long) value, value);
    }

    /** The whole number as a scalar of this type. */
    public static Literal scalarOfLong(PrimitiveType type, long value) {
        return type.isFloating() || type.isComplex() ? scalar(type, (double) value) : of(type, value, (double) value);
    }

    private static Literal of(PrimitiveType type, long bits, double value) {
        var segment =
                MemorySegment.ofArray(new long[Math.ceilDiv(type.bytes(), 8)]).asSlice(0, type.bytes());
        switch (type) {
            case F32, C64 -> segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, (float) value);
            case F64, C128 -> segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, value);
            default -> setBits(segment, type, bits);
        }
        return Literal.of(Shape.scalar(type), segment);
    }

    private static void setBits(MemorySegment segment, PrimitiveType type, long bits) {
        switch (type.bytes()) {
            case 1 -> segment.set(ValueLayout.JAVA_BYTE, 0, (byte) bits);
            case 2 -> segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) bits);
            case 4 -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, 0, (int) bits);
            default -> segment.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, bits);
        }
    }

    /** Whether every element is this number; {@code -0.0} is not {@code 0.0}, but equals it as XLA compares. */
    public static boolean isAll(Literal literal, double value) {
        if (!(literal.shape() instanceof Shape.Array array) || array.elements() == 0) {
            return false;
        }
        for (long i = 0; i < array.elements(); i++) {
            if (literal.doubleAt(i) != value || literal.imaginaryAt(i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether all elements have the same bits; not so of an array without elements. */
    public static boolean isAllEqual(Literal literal) {
        if (!(literal.shape() instanceof Shape.Array array) || array.elements() == 0) {
            return false;
        }
        long size = array.elementType().bytes();
        long rest = literal.data().byteSize() - size;
        return MemorySegment.mismatch(literal.data(), size, size + rest, literal.data(), 0, rest) < 0;
    }

    /** The first element as a scalar. */
    public static Literal first(Literal literal) {
        var type = literal.shape().asArray().elementType();
        return Literal.of(Shape.scalar(type), literal.data().asSlice(0, type.bytes()));
    }

    /** Whether both have the same shape and the same bits. */
    public static boolean areEqual(Literal left, Literal right) {
        if (left == right) {
            return true;
        }
        if (!left.shape().equals(right.shape())
                || left.elements().size() != right.elements().size()) {
            return false;
        }
        for (int i = 0; i < left.elements().size(); i++) {
            if (!areEqual(left.elements().get(i), right.elements().get(i))) {
                return false;
            }
        }
        return left.data().mismatch(right.data()) < 0;
    }
}
