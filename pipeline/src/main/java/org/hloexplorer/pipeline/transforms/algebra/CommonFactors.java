package org.hloexplorer.pipeline.transforms.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How two lists of sizes with the same product fall into groups with the same products, the smallest possible.
 *
 * @param bounds where groups begin, in the first list and in the second; the ends of both come last
 */
record CommonFactors(List<Bound> bounds) {

    record Bound(int first, int second) {}

    static CommonFactors of(List<Long> first, List<Long> second) {
        if (first.equals(second)) {
            var bounds = new ArrayList<Bound>();
            for (int i = 0; i <= first.size(); i++) {
                bounds.add(new Bound(i, i));
            }
            return new CommonFactors(bounds);
        }
        int equal = 0;
        while (equal < Math.min(first.size(), second.size()) && first.get(equal).equals(second.get(equal))) {
            equal++;
        }
        return product(first, equal) == product(second, equal) && product(first, equal) != 0
                ? new CommonFactors(walk(first, second, equal))
                : whole(first, second);
    }

    private static CommonFactors whole(List<Long> first, List<Long> second) {
        return new CommonFactors(List.of(new Bound(0, 0), new Bound(first.size(), second.size())));
    }

    /** Takes sizes from whichever list is behind; where the products meet, a group ends. */
    private static List<Bound> walk(List<Long> first, List<Long> second, int equal) {
        var bounds = new ArrayList<Bound>();
        for (int i = 0; i < equal; i++) {
            bounds.add(new Bound(i, i));
        }
        int i = equal;
        int j = equal;
        long left = 1;
        long right = 1;
        while (true) {
            if (left == right && (bounds.isEmpty() || !bounds.getLast().equals(new Bound(i, j)))) {
                bounds.add(new Bound(i, j));
            }
            boolean hasLeft = i < first.size();
            boolean hasRight = j < second.size();
            if (!hasLeft && !hasRight) {
                return bounds;
            }
            boolean isEven = left == right;
            boolean takesLeft = left < right || (hasLeft && (!hasRight || (isEven && first.get(i) <= second.get(j))));
            boolean takesRight = right < left || (hasRight && (!hasLeft || (isEven && second.get(j) <= first.get(i))));
            left *= takesLeft ? first.get(i) : 1;
            right *= takesRight ? second.get(j) : 1;
            i += takesLeft ? 1 : 0;
            j += takesRight ? 1 : 0;
        }
    }

    /** Dimensions that are a group by themselves in both lists, from the first to the second. */
    Map<Integer, Integer> unmodified() {
        var places = new HashMap<Integer, Integer>();
        for (int i = 0; i + 1 < bounds.size(); i++) {
            var begin = bounds.get(i);
            var end = bounds.get(i + 1);
            if (end.first() - begin.first() == 1 && end.second() - begin.second() == 1) {
                places.put(begin.first(), begin.second());
            }
        }
        return places;
    }

    private static long product(List<Long> sizes, int from) {
        return sizes.subList(from, sizes.size()).stream().reduce(1L, (a, b) -> a * b);
    }
}
