package org.hloexplorer.pipeline.buffers;

import java.lang.foreign.MemorySegment;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Moves elements between a literal, which is row-major, and memory in the order of a layout. */
final class PhysicalOrder {
    private PhysicalOrder() {}

    /** Writes a literal where its shape says, from this byte on. */
    static void write(Literal literal, Shape.Array shape, MemorySegment memory, long offset) {
        int width = shape.elementType().bytes();
        var source = literal.data();
        if (shape.layout().isDescending()) {
            MemorySegment.copy(source, 0, memory, offset, shape.elements() * width);
            return;
        }
        var walk = new Walk(shape);
        for (long logical = 0; logical < shape.elements(); logical++) {
            MemorySegment.copy(source, logical * width, memory, offset + walk.next() * width, width);
        }
    }

    /** A copy of what lies there. */
    static Literal read(Shape.Array shape, MemorySegment memory, long offset) {
        int width = shape.elementType().bytes();
        var data = MemorySegment.ofArray(new byte[Math.toIntExact(shape.elements() * width)]);
        if (shape.layout().isDescending()) {
            MemorySegment.copy(memory, offset, data, 0, data.byteSize());
        } else {
            var walk = new Walk(shape);
            for (long logical = 0; logical < shape.elements(); logical++) {
                MemorySegment.copy(memory, offset + walk.next() * width, data, logical * width, width);
            }
        }
        return Literal.of(shape, data);
    }

    /** Goes through the elements in row-major order and tells where in memory each lies. */
    private static final class Walk {
        private final long[] sizes;
        private final long[] strides;
        private final long[] position;
        private long current;

        Walk(Shape.Array shape) {
            int rank = shape.rank();
            sizes = shape.dimensions().stream().mapToLong(Long::longValue).toArray();
            strides = new long[rank];
            position = new long[rank];
            long stride = 1;
            for (int dimension : shape.layout().minorToMajor()) {
                strides[dimension] = stride;
                stride *= sizes[dimension];
            }
        }

        long next() {
            long result = current;
            for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
                current += strides[dimension];
                if (++position[dimension] < sizes[dimension]) {
                    break;
                }
                current -= strides[dimension] * sizes[dimension];
                position[dimension] = 0;
            }
            return result;
        }
    }
}
