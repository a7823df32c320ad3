package org.hloexplorer.pipeline.transforms.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** Arithmetic of dimension lists. */
final class Dimensions {
    private Dimensions() {}

    /** What {@code dimensions} says for a broadcast, transpose or reverse. */
    static List<Integer> of(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.WithDimensions(var _, var dimensions) -> dimensions;
            default -> throw new IllegalArgumentException(instruction + " has no dimensions");
        };
    }

    static boolean isIdentity(List<Integer> dimensions) {
        return IntStream.range(0, dimensions.size()).allMatch(i -> dimensions.get(i) == i);
    }

    static boolean isSorted(List<Integer> dimensions) {
        return IntStream.range(1, dimensions.size()).allMatch(i -> dimensions.get(i - 1) <= dimensions.get(i));
    }

    /** {@code outer[inner[i]]} for each i. */
    static <T> List<T> composed(List<Integer> inner, List<T> outer) {
        return inner.stream().map(outer::get).toList();
    }

    static List<Integer> inverted(List<Integer> permutation) {
        return IntStream.range(0, permutation.size())
                .mapToObj(permutation::indexOf)
                .toList();
    }

    /** All dimensions of an array of this rank but these. */
    static List<Integer> without(int rank, List<Integer> gone) {
        return IntStream.range(0, rank).filter(i -> !gone.contains(i)).boxed().toList();
    }

    static List<Long> sums(List<Long> left, List<Long> right) {
        return IntStream.range(0, left.size())
                .mapToObj(i -> left.get(i) + right.get(i))
                .toList();
    }

    static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** The dimensions, by number, whose size is 1 in {@code larger} and that {@code smaller} lacks; none if they differ otherwise. */
    static Optional<List<Integer>> insertedOnes(Shape.Array smaller, Shape.Array larger) {
        var inserted = new ArrayList<Integer>();
        int next = 0;
        for (int i = 0; i < larger.rank(); i++) {
            if (next < smaller.rank() && larger.dimension(i) == smaller.dimension(next)) {
                next++;
            } else if (larger.dimension(i) == 1) {
                inserted.add(i);
            } else {
                return Optional.empty();
            }
        }
        return next == smaller.rank() ? Optional.of(inserted) : Optional.empty();
    }

    /**
     * Where the given dimensions of {@code from} are in {@code to}, if a reshape leaves each of them as it is; else
     * nothing.
     */
    static Optional<List<Integer>> unmodified(Shape.Array from, Shape.Array to, List<Integer> dimensions) {
        if (!isSorted(dimensions)) {
            return Optional.empty();
        }
        var places = CommonFactors.of(from.dimensions(), to.dimensions()).unmodified();
        return places.keySet().containsAll(dimensions)
                ? Optional.of(dimensions.stream().map(places::get).toList())
                : Optional.empty();
    }
}
