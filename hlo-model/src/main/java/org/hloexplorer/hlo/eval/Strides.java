package org.hloexplorer.hlo.eval;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Shape;

/** Row-major strides and sizes as ints; {@link Storage} has made sure that they fit. */
final class Strides {
    private Strides() {}

    static int[] sizes(Shape.Array shape) {
        return ints(shape.dimensions());
    }

    static int[] ints(List<Long> values) {
        return values.stream().mapToInt(Math::toIntExact).toArray();
    }

    /** The distance, in elements, of neighbours along each dimension of a row-major array. */
    static int[] of(Shape.Array shape) {
        return of(sizes(shape));
    }

    static int[] of(int[] sizes) {
        var strides = new int[sizes.length];
        int stride = 1;
        for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = stride;
            stride *= sizes[dimension];
        }
        return strides;
    }

    static int product(int[] sizes) {
        int product = 1;
        for (int size : sizes) {
            product *= size;
        }
        return product;
    }

    /** The values of the given dimensions, in their order. */
    static int[] pick(int[] values, List<Integer> dimensions) {
        return dimensions.stream().mapToInt(dimension -> values[dimension]).toArray();
    }

    /** The dimensions below {@code rank} that are not taken, in ascending order. */
    static List<Integer> others(int rank, List<Integer> taken) {
        return IntStream.range(0, rank)
                .filter(dimension -> !taken.contains(dimension))
                .boxed()
                .toList();
    }

    static boolean isIdentity(List<Integer> permutation) {
        for (int i = 0; i < permutation.size(); i++) {
            if (permutation.get(i) != i) {
                return false;
            }
        }
        return true;
    }
}
