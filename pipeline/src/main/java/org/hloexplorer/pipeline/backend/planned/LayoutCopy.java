package org.hloexplorer.pipeline.backend.planned;

import java.lang.foreign.MemorySegment;
import org.hloexplorer.hlo.Shape;

/** Copies an array between row-major order and another layout. */
final class LayoutCopy {
    private final Shape.Array shape;
    private final long width;

    /** Distance in the layout, in elements, of neighbours along each dimension. */
    private final long[] strides;

    LayoutCopy(Shape.Array shape) {
        this.shape = shape;
        this.width = shape.elementType().bytes();
        this.strides = new long[shape.rank()];
        long stride = 1;
        for (int dimension : shape.layout().minorToMajor()) {
            strides[dimension] = stride;
            stride *= shape.dimension(dimension);
        }
    }

    MemorySegment toLayout(MemorySegment rowMajor) {
        return copied(rowMajor, true);
    }

    MemorySegment fromLayout(MemorySegment laidOut) {
        return copied(laidOut, false);
    }

    private MemorySegment copied(MemorySegment from, boolean toLayout) {
        var to = LiteralTransfer.memory(shape);
        var indices = new long[shape.rank()];
        long elements = shape.elements();
        long position = 0;
        for (long ordinal = 0; ordinal < elements; ordinal++) {
            long source = toLayout ? ordinal : position;
            long target = toLayout ? position : ordinal;
            MemorySegment.copy(from, source * width, to, target * width, width);
            position = advance(indices, position);
        }
        return to;
    }

    /** The position in the layout of the next element in row-major order. */
    private long advance(long[] indices, long position) {
        long next = position;
        for (int dimension = indices.length - 1; dimension >= 0; dimension--) {
            next += strides[dimension];
            if (++indices[dimension] < shape.dimension(dimension)) {
                return next;
            }
            next -= indices[dimension] * strides[dimension];
            indices[dimension] = 0;
        }
        return next;
    }
}
