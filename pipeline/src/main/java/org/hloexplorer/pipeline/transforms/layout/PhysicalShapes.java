package org.hloexplorer.pipeline.transforms.layout;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** Shapes seen in the order in which dimensions lie in memory. */
public final class PhysicalShapes {
    private PhysicalShapes() {}

    /** The dimensions from the slowest varying in memory to the fastest. */
    public static List<Integer> majorToMinor(Shape.Array shape) {
        return shape.layout().minorToMajor().reversed();
    }

    /** The array of the same bytes whose dimensions are in the order of memory. */
    public static Shape.Array normalized(Shape.Array shape) {
        var sizes = majorToMinor(shape).stream().map(shape::dimension).toList();
        return Shape.array(shape.elementType(), sizes);
    }

    /** Which dimension of the {@linkplain #normalized normalized} array this one is. */
    public static int place(Shape.Array shape, int dimension) {
        return majorToMinor(shape).indexOf(dimension);
    }

    /** The shape without some dimensions; the others keep their order in memory. */
    public static Shape.Array without(Shape.Array shape, List<Integer> gone) {
        var kept = IntStream.range(0, shape.rank())
                .filter(i -> !gone.contains(i))
                .boxed()
                .toList();
        var order = shape.layout().minorToMajor().stream()
                .filter(kept::contains)
                .map(kept::indexOf)
                .toList();
        return Shape.array(
                        shape.elementType(), kept.stream().map(shape::dimension).toList())
                .withLayout(Layout.of(order));
    }
}
