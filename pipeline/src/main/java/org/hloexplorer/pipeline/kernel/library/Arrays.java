package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.onednn.DataType;
import org.hloexplorer.pipeline.onednn.Tensor;

/** Arrays of HLO in the library's words. */
final class Arrays {
    private Arrays() {}

    /** The distance of neighbours along each dimension, in elements. */
    static List<Long> strides(Shape.Array shape) {
        if (!shape.layout().tiles().isEmpty()) {
            throw new Unsuitable("the layout %s is tiled".formatted(shape.layout()));
        }
        List<Long> strides = new ArrayList<>(Collections.nCopies(shape.rank(), 1L));
        long stride = 1;
        for (int dimension : shape.layout().minorToMajor()) {
            strides.set(dimension, stride);
            stride *= shape.dimension(dimension);
        }
        return strides;
    }

    /** The same for some dimensions, in this order. */
    static List<Long> strides(Shape.Array shape, List<Integer> order) {
        var strides = strides(shape);
        return order.stream().map(strides::get).toList();
    }

    static DataType type(Shape.Array shape) {
        return DataType.of(shape.elementType())
                .orElseThrow(
                        () -> new Unsuitable("it has no %s on processors, only f32, bf16, f16 and integers of 8 bits"
                                .formatted(shape.elementType().text())));
    }

    /** A tensor; what has only one element along a dimension gets the stride that a dense array would have. */
    static Tensor tensor(DataType type, List<Long> sizes, List<Long> strides) {
        List<Long> dense = new ArrayList<>(strides);
        for (int i = sizes.size() - 1; i >= 0; i--) {
            if (sizes.get(i) == 1) {
                dense.set(i, i == sizes.size() - 1 ? 1 : dense.get(i + 1) * sizes.get(i + 1));
            }
        }
        return new Tensor(type, sizes, dense);
    }

    /**
     * An array that is broadcast to the result, along the axes that the result is seen with.
     *
     * @param dimensions the result's dimension for each of the array's
     */
    static Tensor broadcast(Shape.Array array, List<Integer> dimensions, List<Axis> axes) {
        var strides = strides(array);
        List<Long> sizes = new ArrayList<>();
        List<Long> distances = new ArrayList<>();
        for (var axis : axes) {
            var present = axis.parts().stream()
                    .filter(part -> part.size() != 1 && dimensions.contains(part.dimension()))
                    .toList();
            var all = axis.parts().stream().filter(part -> part.size() != 1).toList();
            if (!present.isEmpty() && present.size() < all.size()) {
                throw new Unsuitable("an array is repeated along some of several dimensions that it takes as one");
            }
            long distance = 0;
            for (int i = present.size() - 1; i >= 0; i--) {
                long stride = strides.get(dimensions.indexOf(present.get(i).dimension()));
                if (i == present.size() - 1) {
                    distance = stride;
                } else if (stride
                        != strides.get(dimensions.indexOf(present.get(i + 1).dimension()))
                                * present.get(i + 1).size()) {
                    throw new Unsuitable("an array that is added lies in another order than the result");
                }
            }
            sizes.add(present.isEmpty() ? 1 : axis.size());
            distances.add(distance);
        }
        return tensor(type(array), sizes, distances);
    }
}
