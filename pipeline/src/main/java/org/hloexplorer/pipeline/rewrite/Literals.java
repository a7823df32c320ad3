package org.hloexplorer.pipeline.rewrite;

import java.lang.foreign.MemorySegment;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Questions about all elements of a literal. */
public final class Literals {
    private Literals() {}

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

    /** Whether the elements count 0, 1, 2 … */
    public static boolean isIota(Literal literal) {
        for (long i = 0; i < literal.elementCount(); i++) {
            if (literal.doubleAt(i) != i) {
                return false;
            }
        }
        return true;
    }

    /** The first element as a scalar. */
    public static Literal first(Literal literal) {
        var type = literal.shape().asArray().elementType();
        return Literal.of(Shape.scalar(type), literal.data().asSlice(0, type.bytes()));
    }
}
