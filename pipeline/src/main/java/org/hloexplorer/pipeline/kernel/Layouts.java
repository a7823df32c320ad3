package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Shape;

/** Where the elements of arrays lie: logical indices to positions in memory and back. */
final class Layouts {
    private Layouts() {}

    /** The dimensions from the slowest varying in memory to the fastest. */
    static List<Integer> majorToMinor(Shape.Array shape) {
        if (!shape.layout().tiles().isEmpty()) {
            throw new NotLowerable(
                    "its layout %s is tiled, and kernels address untiled arrays".formatted(shape.layout()));
        }
        var order = new ArrayList<>(shape.layout().minorToMajor());
        Collections.reverse(order);
        return order;
    }

    /** The position in memory, in elements, of the element at these logical indices. */
    static Index position(Shape.Array shape, List<Index> indices) {
        return linear(shape, indices, majorToMinor(shape));
    }

    /** The logical indices of the element at this position in memory. */
    static List<Index> indices(Shape.Array shape, Index position) {
        return split(shape, position, majorToMinor(shape));
    }

    /** The number of an element in row-major logical order, whatever the layout. */
    static Index ordinal(Shape.Array shape, List<Index> indices) {
        return linear(shape, indices, rowMajor(shape.rank()));
    }

    /** The logical indices of the element of this number in row-major logical order. */
    static List<Index> fromOrdinal(Shape.Array shape, Index ordinal) {
        return split(shape, ordinal, rowMajor(shape.rank()));
    }

    private static List<Integer> rowMajor(int rank) {
        return IntStream.range(0, rank).boxed().toList();
    }

    private static Index linear(Shape.Array shape, List<Index> indices, List<Integer> majorToMinor) {
        var sum = Index.ZERO;
        for (int dimension : majorToMinor) {
            sum = sum.times(shape.dimension(dimension)).plus(indices.get(dimension));
        }
        return sum;
    }

    private static List<Index> split(Shape.Array shape, Index linear, List<Integer> majorToMinor) {
        var indices = new ArrayList<>(Collections.nCopies(shape.rank(), Index.ZERO));
        var rest = linear;
        for (int i = majorToMinor.size() - 1; i >= 0; i--) {
            int dimension = majorToMinor.get(i);
            long size = shape.dimension(dimension);
            // The slowest dimension takes what is left: its index is in range already.
            indices.set(dimension, i == 0 ? rest : rest.remainder(Math.max(1, size)));
            rest = rest.dividedBy(Math.max(1, size));
        }
        return indices;
    }
}
