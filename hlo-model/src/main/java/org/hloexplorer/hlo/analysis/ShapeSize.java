package org.hloexplorer.hlo.analysis;

import org.hloexplorer.hlo.Shape;

/** The bytes that XLA counts for touching a value: of a tuple only its table of pointers. */
final class ShapeSize {
    private static final long POINTER_BYTES = 8;

    private ShapeSize() {}

    static long of(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.bytes();
            case Shape.Tuple(var elements) -> POINTER_BYTES * elements.size();
            case Shape.Buffer(var contents) -> contents.bytes();
            case Shape.Token _, Shape.Opaque _ -> 0;
        };
    }
}
