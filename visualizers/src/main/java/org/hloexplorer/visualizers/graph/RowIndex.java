package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Finds what lies in a part of the picture without looking at all the rest. */
final class RowIndex<T> {
    private static final double ROW_HEIGHT = 512;

    private final Map<Integer, List<Entry<T>>> rows = new HashMap<>();

    private record Entry<T>(T item, Box box, int firstRow) {}

    void add(T item, Box box) {
        int first = row(box.y());
        for (int row = first; row <= row(box.bottom()); row++) {
            rows.computeIfAbsent(row, _ -> new ArrayList<>()).add(new Entry<>(item, box, first));
        }
    }

    /** Each item whose box touches the part, once. */
    void forEachIn(Box part, Consumer<T> consumer) {
        int top = row(part.y());
        for (int row = top; row <= row(part.bottom()); row++) {
            for (var entry : rows.getOrDefault(row, List.of())) {
                if (row == Math.max(top, entry.firstRow()) && entry.box().intersects(part)) {
                    consumer.accept(entry.item());
                }
            }
        }
    }

    private static int row(double y) {
        return (int) Math.floor(y / ROW_HEIGHT);
    }
}
