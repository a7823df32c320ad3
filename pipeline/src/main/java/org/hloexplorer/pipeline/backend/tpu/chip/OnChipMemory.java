package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.Comparator;
import java.util.PriorityQueue;

/** The half of the on-chip memory that holds values until their last use; the other half holds blocks on their way. */
final class OnChipMemory {
    private final long capacity;
    private final PriorityQueue<StoredValue> held = new PriorityQueue<>(Comparator.comparingInt(StoredValue::lastUse));
    private long used;
    private long peak;

    OnChipMemory(long capacity) {
        this.capacity = capacity;
    }

    /** Takes the value in if there is room. */
    boolean hold(StoredValue value) {
        if (value.isOnChip() || value.bytes() > capacity - used) {
            return false;
        }
        used += value.bytes();
        peak = Math.max(peak, used);
        value.bringOnChip();
        held.add(value);
        return true;
    }

    /** Lets go of all values that are not used after this place. */
    void freeAfter(int place) {
        while (!held.isEmpty() && held.element().lastUse() <= place) {
            used -= held.remove().bytes();
        }
    }

    long used() {
        return used;
    }

    /** The most that was held at once. */
    long peak() {
        return peak;
    }
}
