package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** The layout on the other side of a reshape under which all bytes stay where they are. */
final class ReshapeLayouts {
    private ReshapeLayouts() {}

    /** Dimensions of both sides that hold the same elements: their sizes multiply to the same number. */
    private record Group(List<Integer> from, List<Integer> to) {}

    /** The layout for {@code to}; empty where its elements come in another order. */
    static Optional<Layout> aligned(Shape.Array from, Shape.Array to) {
        if (hasNoFixedSize(from) || hasNoFixedSize(to)) {
            return Optional.empty();
        }
        var groups = groups(from, to);
        var order = new ArrayList<Integer>();
        var left = from.layout().minorToMajor().stream()
                .filter(dimension -> from.dimension(dimension) != 1)
                .toList();
        while (!left.isEmpty()) {
            int minor = left.getFirst();
            var group = groups.stream()
                    .filter(each -> each.from().contains(minor))
                    .findFirst()
                    .orElseThrow();
            int size = group.from().size();
            if (left.size() < size || !left.subList(0, size).equals(group.from().reversed())) {
                return Optional.empty();
            }
            order.addAll(group.to().reversed());
            left = left.subList(size, left.size());
        }
        return Optional.of(withUnits(order, to));
    }

    private static boolean hasNoFixedSize(Shape.Array array) {
        return array.dimensions().stream().anyMatch(size -> size <= 0);
    }

    private static List<Group> groups(Shape.Array from, Shape.Array to) {
        var groups = new ArrayList<Group>();
        var ones = longerThanOne(from);
        var others = longerThanOne(to);
        int i = 0;
        int j = 0;
        while (i < ones.size() && j < others.size()) {
            int start = i;
            int otherStart = j;
            long product = from.dimension(ones.get(i++));
            long other = to.dimension(others.get(j++));
            while (product != other) {
                if (product < other) {
                    product *= from.dimension(ones.get(i++));
                } else {
                    other *= to.dimension(others.get(j++));
                }
            }
            groups.add(new Group(ones.subList(start, i), others.subList(otherStart, j)));
        }
        return groups;
    }

    private static List<Integer> longerThanOne(Shape.Array array) {
        var dimensions = new ArrayList<Integer>();
        for (int i = 0; i < array.rank(); i++) {
            if (array.dimension(i) != 1) {
                dimensions.add(i);
            }
        }
        return dimensions;
    }

    /** Dimensions of size 1 can be anywhere; XLA puts them outermost. */
    private static Layout withUnits(List<Integer> order, Shape.Array to) {
        var all = new ArrayList<>(order);
        Layout.descending(to.rank()).minorToMajor().stream()
                .filter(dimension -> to.dimension(dimension) == 1)
                .forEach(all::add);
        return Layout.of(all);
    }
}
