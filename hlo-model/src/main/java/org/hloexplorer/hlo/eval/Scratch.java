package org.hloexplorer.hlo.eval;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Arrays for what lies between the operations of a block, used again and again so that they stay in the first cache. */
final class Scratch {
    private final int length;
    private final Map<PrimitiveType, ArrayDeque<Object>> free = new EnumMap<>(PrimitiveType.class);

    /** Arrays of so many elements, for one thread. */
    Scratch(int length) {
        this.length = length;
    }

    Object take(PrimitiveType type) {
        var kept = free.get(type);
        return kept == null || kept.isEmpty() ? Storage.allocate(Shape.array(type, length)) : kept.pop();
    }

    void giveBack(PrimitiveType type, Object array) {
        free.computeIfAbsent(type, _ -> new ArrayDeque<>()).push(array);
    }
}
