package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;

/**
 * When each value is alive, in the time of a schedule laid out flat: what an instruction calls runs just before it. A
 * loop's body stands there once; what it carries lives from before it to behind it.
 */
public final class LiveRanges {

    /** From the moment of the definition to that of the last use, both included. */
    public record Range(int start, int end) {
        boolean overlaps(Range other) {
            return start <= other.end && other.start <= end;
        }
    }

    private final Dataflow dataflow;
    private final HloSchedule schedule;
    private final List<HloInstruction> order = new ArrayList<>();
    private final Map<Integer, Integer> times = new HashMap<>();
    private final Map<Integer, Integer> ends = new HashMap<>();
    private final Range[] ranges;

    private LiveRanges(Dataflow dataflow, HloSchedule schedule) {
        this.dataflow = dataflow;
        this.schedule = schedule;
        this.ranges = new Range[dataflow.values().size()];
        dataflow.contexts().calledTwice().ifPresent(each -> {
            throw new IllegalArgumentException("%s is called from %d places; flatten-call-graph gives each its own"
                    .formatted(each, dataflow.contexts().callers(each).size()));
        });
        flatten(dataflow.module().entry());
        dataflow.values().forEach(value -> ranges[value.id()] = range(value));
        dataflow.contexts().sequential().forEach(this::extendToEnd);
    }

    static LiveRanges of(Dataflow dataflow, HloSchedule schedule) {
        return new LiveRanges(dataflow, schedule);
    }

    private void flatten(HloComputation computation) {
        for (var instruction : schedule.sequence(computation)) {
            for (int callee : instruction.calledComputations()) {
                var called = dataflow.module().computation(callee);
                if (dataflow.contexts().isSequential(called)) {
                    flatten(called);
                }
            }
            times.put(instruction.id(), order.size());
            order.add(instruction);
        }
        ends.put(computation.id(), order.size() - 1);
    }

    private Range range(HloValue value) {
        var time = times.get(value.instruction().id());
        if (time == null) {
            return new Range(0, 0);
        }
        boolean isParameter = value.instruction().op() instanceof HloOp.Parameter && !value.isPhi();
        int start = isParameter ? 0 : time;
        int end = isParameter ? order.size() - 1 : time;
        for (var use : dataflow.uses(value.id())) {
            end = Math.max(end, times.getOrDefault(use.instruction().id(), 0));
        }
        return new Range(start, end);
    }

    /** What a computation gives back lives beyond its last instruction, which must not write over it. */
    private void extendToEnd(HloComputation computation) {
        int end = ends.getOrDefault(computation.id(), 0) + 1;
        for (int value : dataflow.values(computation.root())) {
            if (value != Dataflow.NO_VALUE) {
                ranges[value] = new Range(ranges[value].start(), Math.max(ranges[value].end(), end));
            }
        }
    }

    /** All instructions in the order they run, those of loops and branches once. */
    public List<HloInstruction> order() {
        return List.copyOf(order);
    }

    public int time(HloInstruction instruction) {
        return times.getOrDefault(instruction.id(), -1);
    }

    public Range range(int valueId) {
        return ranges[valueId];
    }

    /** From the first definition of these to the last use. */
    Range range(List<HloValue> values) {
        int start = values.stream()
                .mapToInt(each -> ranges[each.id()].start())
                .min()
                .orElse(0);
        int end =
                values.stream().mapToInt(each -> ranges[each.id()].end()).max().orElse(0);
        return new Range(start, end);
    }

    @Override
    public String toString() {
        return Arrays.toString(ranges);
    }
}
