package org.hloexplorer.pipeline.fusion.gpu;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;

/** Producers by what fusing them is expected to win, in microseconds; of equals the one with the higher id first. */
final class ProducerQueue {

    private record Entry(double priority, int id) {}

    private final TreeSet<Entry> entries =
            new TreeSet<>(Comparator.comparingDouble(Entry::priority).thenComparingInt(Entry::id));
    private final Map<Integer, Entry> byId = new HashMap<>();

    /** Puts a producer in its place; one that would lose time is left out. */
    void put(int id, double priority) {
        remove(id);
        if (priority >= 0) {
            var entry = new Entry(priority, id);
            entries.add(entry);
            byId.put(id, entry);
        }
    }

    void remove(int id) {
        var entry = byId.remove(id);
        if (entry != null) {
            entries.remove(entry);
        }
    }

    /** The most promising producer, which leaves the queue. */
    OptionalInt poll() {
        var entry = entries.pollLast();
        if (entry == null) {
            return OptionalInt.empty();
        }
        byId.remove(entry.id());
        return OptionalInt.of(entry.id());
    }
}
