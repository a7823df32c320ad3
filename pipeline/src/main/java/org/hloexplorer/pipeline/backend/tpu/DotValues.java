package org.hloexplorer.pipeline.backend.tpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.List;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Literals as the array wants its operands, and the array's sums as literals. */
final class DotValues {
    private DotValues() {}

    /** The elements as floats, dimensions in another order. */
    static float[] inOrder(Literal literal, List<Integer> order) {
        var shape = literal.shape().asArray();
        float[] from = floats(literal);
        int rank = shape.rank();
        int[] sizes = new int[rank];
        int[] strides = new int[rank];
        for (int i = 0; i < rank; i++) {
            sizes[i] = (int) shape.dimension(order.get(i));
            strides[i] = stride(shape, order.get(i));
        }
        float[] to = new float[from.length];
        int[] index = new int[rank];
        int at = 0;
        for (int i = 0; i < to.length; i++) {
            to[i] = from[at];
            for (int d = rank - 1; d >= 0; d--) {
                at += strides[d];
                if (++index[d] < sizes[d]) {
                    break;
                }
                at -= strides[d] * sizes[d];
                index[d] = 0;
            }
        }
        return to;
    }

    /** By how many elements two neighbours along a dimension lie apart. */
    static int stride(Shape.Array shape, int dimension) {
        int stride = 1;
        for (int i = dimension + 1; i < shape.rank(); i++) {
            stride *= (int) shape.dimension(i);
        }
        return stride;
    }

    /** The index of the element at a place in row-major order. */
    static List<Long> index(List<Long> sizes, long place) {
        var index = new ArrayDeque<Long>();
        long rest = place;
        for (long size : sizes.reversed()) {
            index.addFirst(rest % size);
            rest /= size;
        }
        return List.copyOf(index);
    }

    /** The elements as floats. */
    static float[] floats(Literal literal) {
        if (literal.shape().asArray().elementType() == PrimitiveType.F32) {
            return literal.data().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        }
        float[] floats = new float[Math.toIntExact(literal.elementCount())];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) literal.doubleAt(i);
        }
        return floats;
    }

    /** Sums in the type that the dot yields: floats rounded once, integers wrapped. */
    static Literal literal(Shape.Array shape, double[] sums) {
        var type = shape.elementType();
        var data = MemorySegment.ofArray(new byte[sums.length * type.bytes()]);
        for (int i = 0; i < sums.length; i++) {
            long at = (long) i * type.bytes();
            if (type == PrimitiveType.F32) {
                data.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) sums[i]);
            } else {
                long bits = type.isFloating() ? FloatFormats.encode(type, sums[i]) : type.wrap((long) sums[i]);
                store(data, at, type.bytes(), bits);
            }
        }
        return Literal.of(shape, data);
    }

    private static void store(MemorySegment data, long at, int bytes, long bits) {
        switch (bytes) {
            case 1 -> data.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
            case 2 -> data.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) bits);
            case 4 -> data.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) bits);
            default -> data.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits);
        }
    }
}
