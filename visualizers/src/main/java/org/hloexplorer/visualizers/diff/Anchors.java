package org.hloexplorer.visualizers.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines that stand once in each of two texts, in the same order: a difference need only be looked for between them.
 *
 * <p>The longest such order is taken, as in patience sorting, in n log n for n lines.
 */
final class Anchors {
    private static final int REPEATED = -1;

    private Anchors() {}

    /** A line of both texts. */
    record Anchor(int before, int after) {}

    static List<Anchor> of(List<String> before, List<String> after) {
        var places = places(after);
        var pairs = new ArrayList<Anchor>();
        places(before).forEach((line, place) -> {
            int other = places.getOrDefault(line, REPEATED);
            if (place != REPEATED && other != REPEATED) {
                pairs.add(new Anchor(place, other));
            }
        });
        pairs.sort((one, two) -> Integer.compare(one.before(), two.before()));
        return increasing(pairs);
    }

    private static Map<String, Integer> places(List<String> lines) {
        var places = HashMap.<String, Integer>newHashMap(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            places.merge(lines.get(i), i, (_, _) -> REPEATED);
        }
        return places;
    }

    /** The longest part of these pairs, ordered in the one text, that is ordered in the other as well. */
    private static List<Anchor> increasing(List<Anchor> pairs) {
        var ends = new int[pairs.size()];
        var previous = new int[pairs.size()];
        int length = 0;
        for (int i = 0; i < pairs.size(); i++) {
            int at = firstNotBelow(ends, length, pairs, pairs.get(i).after());
            previous[i] = at == 0 ? -1 : ends[at - 1];
            ends[at] = i;
            length = Math.max(length, at + 1);
        }
        var longest = new ArrayList<Anchor>();
        for (int i = length == 0 ? -1 : ends[length - 1]; i >= 0; i = previous[i]) {
            longest.add(pairs.get(i));
        }
        return longest.reversed();
    }

    private static int firstNotBelow(int[] ends, int length, List<Anchor> pairs, int after) {
        int from = 0;
        int to = length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (pairs.get(ends[middle]).after() < after) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
