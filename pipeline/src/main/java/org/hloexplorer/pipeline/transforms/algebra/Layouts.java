package org.hloexplorer.pipeline.transforms.algebra;

import java.util.List;
import org.hloexplorer.hlo.Shape;

/** Whether arrays hold the same bytes in the same places. */
final class Layouts {
    private Layouts() {}

    /** Whether both put the same elements in the same order in memory, dimensions of size 1 aside. */
    static boolean haveSameBytes(Shape.Array left, Shape.Array right) {
        return left.elementType() == right.elementType()
                && left.dimensions().equals(right.dimensions())
                && left.layout().tiles().equals(right.layout().tiles())
                && left.layout().memorySpace() == right.layout().memorySpace()
                && significant(left).equals(significant(right));
    }

    /** The order of the dimensions that are longer than 1, the minor one first. */
    private static List<Integer> significant(Shape.Array array) {
        return array.layout().minorToMajor().stream()
                .filter(dimension -> array.dimension(dimension) != 1)
                .toList();
    }
}
