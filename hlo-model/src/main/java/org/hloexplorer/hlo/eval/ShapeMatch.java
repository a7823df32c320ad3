package org.hloexplorer.hlo.eval;

import java.util.stream.IntStream;
import org.hloexplorer.hlo.Shape;

/** Whether a value of one shape may stand for one of another: layouts do not matter, dynamic sizes may be smaller. */
public final class ShapeMatch {
    private ShapeMatch() {}

    public static boolean holds(Shape actual, Shape expected) {
        if (actual instanceof Shape.Array array && expected instanceof Shape.Array other) {
            return array.elementType() == other.elementType() && fits(array, other);
        }
        if (actual instanceof Shape.Tuple tuple && expected instanceof Shape.Tuple other) {
            int size = tuple.elements().size();
            return size == other.elements().size()
                    && IntStream.range(0, size)
                            .allMatch(i -> holds(
                                    tuple.elements().get(i), other.elements().get(i)));
        }
        return actual.isCompatible(expected);
    }

    private static boolean fits(Shape.Array actual, Shape.Array expected) {
        if (actual.dimensions().equals(expected.dimensions())) {
            return true;
        }
        return actual.rank() == expected.rank()
                && IntStream.range(0, actual.rank())
                        .allMatch(i -> actual.dimension(i) == expected.dimension(i)
                                || (expected.dynamicDimensions().contains(i)
                                        && actual.dimension(i) < expected.dimension(i)));
    }
}
