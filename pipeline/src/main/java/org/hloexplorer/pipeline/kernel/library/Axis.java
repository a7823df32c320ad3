package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A dimension of a product as the library sees it: one of the HLO's, or several that lie in one line in all arrays.
 *
 * @param strides in the left operand, the right one and the result, in elements; 0 where it has none there
 * @param parts the result's dimensions that it stands for, the slowest first
 */
record Axis(long size, List<Long> strides, List<Part> parts) {
    static final int LHS = 0;
    static final int RHS = 1;
    static final int RESULT = 2;

    /** A dimension of the result, and its size. */
    record Part(int dimension, long size) {}

    /** A dimension that nothing has. */
    static final Axis NONE = new Axis(1, List.of(0L, 0L, 0L), List.of());

    Axis {
        strides = List.copyOf(strides);
        parts = List.copyOf(parts);
    }

    long stride(int array) {
        return strides.get(array);
    }

    /** As few axes as will do, in the order they lie in the result, or where they are not in it in the left operand. */
    static List<Axis> merged(List<Axis> axes) {
        List<Axis> merged = new ArrayList<>();
        axes.stream()
                .filter(each -> each.size() != 1)
                .sorted(Comparator.comparingLong((Axis each) -> each.stride(RESULT))
                        .thenComparingLong(each -> each.stride(LHS))
                        .reversed())
                .forEach(each -> {
                    if (!merged.isEmpty() && merged.getLast().isFollowedBy(each)) {
                        merged.set(merged.size() - 1, merged.getLast().with(each));
                    } else {
                        merged.add(each);
                    }
                });
        return merged;
    }

    private boolean isFollowedBy(Axis inner) {
        for (int array = 0; array < strides.size(); array++) {
            if (stride(array) != inner.stride(array) * inner.size()) {
                return false;
            }
        }
        return true;
    }

    private Axis with(Axis inner) {
        var all = new ArrayList<>(parts);
        all.addAll(inner.parts());
        return new Axis(size * inner.size(), inner.strides(), all);
    }
}
