package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.NavigableMap;
import java.util.TreeMap;

/** What the on-chip memory holds in each cycle of a piece. */
public final class MemoryUse {
    private final NavigableMap<Long, Long> held;
    private final NavigableMap<Long, Long> buffered;

    private MemoryUse(NavigableMap<Long, Long> held, NavigableMap<Long, Long> buffered) {
        this.held = held;
        this.buffered = buffered;
    }

    public static MemoryUse of(ChipPiece piece) {
        return new MemoryUse(heldFrom(piece), bufferedFrom(piece));
    }

    /** Bytes of values that wait on the chip for their next use. */
    public long held(long cycle) {
        return at(held, cycle);
    }

    /** Bytes of blocks that are being brought in or worked through. */
    public long inBuffers(long cycle) {
        return at(buffered, cycle);
    }

    private static long at(NavigableMap<Long, Long> steps, long cycle) {
        var found = steps.floorEntry(cycle);
        return found == null ? 0 : found.getValue();
    }

    /** What values take, from which cycle on. */
    private static NavigableMap<Long, Long> heldFrom(ChipPiece piece) {
        var steps = new TreeMap<Long, Long>();
        long now = 0;
        for (var each : piece.occupancy()) {
            now = Math.max(now, each.task() < 0 ? 0 : piece.schedule().end(each.task()));
            steps.put(now, each.bytes());
        }
        return steps;
    }

    /** What blocks take, from which cycle on: each from when its transfer begins until it is worked through. */
    private static NavigableMap<Long, Long> bufferedFrom(ChipPiece piece) {
        var changes = new TreeMap<Long, Long>();
        var schedule = piece.schedule();
        for (var task : schedule.tasks()) {
            if (task.kind() == ChipTask.Kind.LOAD) {
                changes.merge(schedule.start(task.index()), task.bytes(), Long::sum);
                changes.merge(schedule.end(lastUse(piece, task)), -task.bytes(), Long::sum);
            }
        }
        var steps = new TreeMap<Long, Long>();
        long now = 0;
        for (var change : changes.entrySet()) {
            now += change.getValue();
            steps.put(change.getKey(), now);
        }
        return steps;
    }

    /** What a block was brought for follows it directly: a product, a vector operation, or both. */
    private static int lastUse(ChipPiece piece, ChipTask load) {
        var tasks = piece.schedule().tasks();
        int last = load.index();
        for (int i = load.index() + 1; i < tasks.size() && belongs(tasks.get(i), load); i++) {
            last = i;
        }
        return last;
    }

    private static boolean belongs(ChipTask task, ChipTask load) {
        return task.instruction() == load.instruction()
                && task.block() == load.block()
                && (task.kind() == ChipTask.Kind.PRODUCT || task.kind() == ChipTask.Kind.VECTOR);
    }
}
