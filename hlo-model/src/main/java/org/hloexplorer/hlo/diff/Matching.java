package org.hloexplorer.hlo.diff;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Which instruction, and which computation, on one side is which on the other. Each has one counterpart at most. */
final class Matching {
    private final Map<Integer, Integer> forward = new HashMap<>();
    private final Map<Integer, Integer> backward = new HashMap<>();

    void pair(int before, int after) {
        forward.put(before, after);
        backward.put(after, before);
    }

    boolean hasBefore(int before) {
        return forward.containsKey(before);
    }

    boolean hasAfter(int after) {
        return backward.containsKey(after);
    }

    boolean arePaired(int before, int after) {
        var paired = forward.get(before);
        return paired != null && paired == after;
    }

    OptionalInt after(int before) {
        return optional(forward.get(before));
    }

    OptionalInt before(int after) {
        return optional(backward.get(after));
    }

    private static OptionalInt optional(@Nullable Integer id) {
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }
}
