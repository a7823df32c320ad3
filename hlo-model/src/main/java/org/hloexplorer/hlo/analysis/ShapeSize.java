package org.hloexplorer.hlo.analysis;

import org.hloexplorer.hlo.Shape;

/** The bytes that XLA counts for touching a value. */
final class ShapeSize {
    private static final long POINTER_BYTES = 8;

    private ShapeSize() {}

    static long of(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.bytes();
            case Shape.Tuple(var elements) ->
                elements.stream().mapToLong(ShapeSize::of).sum();
            case Shape.Buffer(var contents) -> contents.bytes();
            case Shape.Token _, Shape.Opaque _ -> 0;
        };
    }

    /** Of the table that a tuple is: making one does not touch its elements. */
    static long ofTable(Shape tuple) {
        return tuple instanceof Shape.Tuple(var elements) ? POINTER_BYTES * elements.size() : of(tuple);
    }
}
