package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Why a piece takes as long as it does: the chain of tasks, each begun in the cycle in which the one before it ended, that
 * leads from the first cycle to the last.
 *
 * <p>Blocks differ in size and units take them as they become ready, so that there is no formula for the total; but the
 * cycles of this chain must add up to it, which is an account that does not use the events it was found by.
 *
 * @param tasks their indices, the first first
 * @param cycles of each kind of task on the chain
 * @param unexplained cycles before the chain's first task; 0 where nothing was begun later than it could have been
 */
public record CriticalPath(List<Integer> tasks, Map<ChipTask.Kind, Long> cycles, long unexplained) {
    public CriticalPath {
        tasks = List.copyOf(tasks);
    }

    /** Walks back from the task that ends last. */
    static CriticalPath of(ChipSchedule schedule) {
        var cycles = new EnumMap<ChipTask.Kind, Long>(ChipTask.Kind.class);
        var backwards = new ArrayList<Integer>();
        int task = schedule.lastToEnd();
        long from = schedule.cycles();
        while (task >= 0) {
            backwards.add(task);
            var shown = schedule.tasks().get(task);
            cycles.merge(shown.kind(), shown.cycles(), Long::sum);
            from = schedule.start(task);
            task = from == 0 ? -1 : schedule.reasonOfStart(task);
        }
        return new CriticalPath(backwards.reversed(), cycles, from);
    }

    /** Cycles of the chain. */
    public long total() {
        return cycles.values().stream().mapToLong(Long::longValue).sum();
    }
}
