package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.hloexplorer.pipeline.buffers.BufferAllocation.Kind;
import org.jspecify.annotations.Nullable;

/** Where each value of a module lies in memory, and when. */
public final class BufferAssignment {
    private final HloModule module;
    private final LiveRanges ranges;
    private final List<BufferAllocation> allocations;
    private final Dataflow dataflow;
    private final String heapOrder;
    private final Map<Integer, Place> places = new HashMap<>();
    private final long[] live;

    /** A piece of an allocation. */
    public record Place(int allocation, long offset, long size) {}

    BufferAssignment(
            HloModule module,
            LiveRanges ranges,
            List<BufferAllocation> allocations,
            Dataflow dataflow,
            String heapOrder) {
        this.module = module;
        this.ranges = ranges;
        this.allocations = List.copyOf(allocations);
        this.dataflow = dataflow;
        this.heapOrder = heapOrder;
        for (var allocation : allocations) {
            for (var value : allocation.values()) {
                places.put(value.id(), new Place(allocation.index(), value.offset(), value.size()));
            }
        }
        this.live = liveBytes();
    }

    /** Bytes of the slots that hold something alive, at each moment; a slot counts once, whatever is in it. */
    private long[] liveBytes() {
        var bytes = new long[ranges.order().size()];
        for (var allocation : allocations) {
            if (allocation.kind() == Kind.THREAD_LOCAL) {
                continue;
            }
            for (var slot : slots(allocation)) {
                for (int time = slot.range().start(); time <= slot.range().end() && time < bytes.length; time++) {
                    bytes[time] += slot.size();
                }
            }
        }
        return bytes;
    }

    /** The time one place in an allocation is in use; values that follow one another there are joined. */
    private record Slot(long offset, long size, LiveRanges.Range range) {}

    private static List<Slot> slots(BufferAllocation allocation) {
        var slots = new ArrayList<Slot>();
        var values = allocation.values().stream()
                .sorted(Comparator.comparingLong(AssignedValue::offset)
                        .thenComparingInt(each -> each.range().start()))
                .toList();
        for (var value : values) {
            var last = slots.isEmpty() ? null : slots.getLast();
            if (last != null && last.offset() == value.offset() && last.range().overlaps(value.range())) {
                slots.set(
                        slots.size() - 1,
                        new Slot(
                                last.offset(),
                                Math.max(last.size(), value.size()),
                                new LiveRanges.Range(
                                        last.range().start(),
                                        Math.max(
                                                last.range().end(),
                                                value.range().end()))));
            } else {
                slots.add(new Slot(value.offset(), value.size(), value.range()));
            }
        }
        return slots;
    }

    public HloModule module() {
        return module;
    }

    public List<BufferAllocation> allocations() {
        return allocations;
    }

    public LiveRanges ranges() {
        return ranges;
    }

    /** In which order the heap simulator placed blocks, for the better of its two results; empty where there is none. */
    public String heapOrder() {
        return heapOrder;
    }

    /** What all allocations take together: what XLA reports as total bytes. */
    public long totalBytes() {
        return allocations.stream().mapToLong(BufferAllocation::size).sum();
    }

    /** What allocations of one kind take together. */
    public long bytes(Kind kind) {
        return allocations.stream()
                .filter(each -> each.kind() == kind)
                .mapToLong(BufferAllocation::size)
                .sum();
    }

    /** The bytes alive while each instruction of {@code ranges().order()} runs. */
    public long[] liveBytesOverTime() {
        return live.clone();
    }

    /** The moment at which most is alive. */
    public int peakTime() {
        int peak = 0;
        for (int time = 1; time < live.length; time++) {
            if (live[time] > live[peak]) {
                peak = time;
            }
        }
        return peak;
    }

    public long peakBytes() {
        return live.length == 0 ? 0 : live[peakTime()];
    }

    /** Bytes of the temporary block that no value needs at the moment it is needed most: lost between the blocks. */
    public long fragmentation() {
        long lost = 0;
        for (var allocation : allocations) {
            if (allocation.isTemporary()) {
                var bytes = new long[live.length];
                for (var slot : slots(allocation)) {
                    for (int time = slot.range().start(); time <= slot.range().end() && time < bytes.length; time++) {
                        bytes[time] += slot.size();
                    }
                }
                long most = 0;
                for (long each : bytes) {
                    most = Math.max(most, each);
                }
                lost += allocation.size() - most;
            }
        }
        return lost;
    }

    /** What lives at a moment, the largest first. */
    public List<AssignedValue> aliveAt(int time) {
        return allocations.stream()
                .filter(each -> each.kind() != Kind.THREAD_LOCAL)
                .flatMap(each -> each.values().stream())
                .filter(each ->
                        each.range().start() <= time && time <= each.range().end())
                .sorted(Comparator.comparingLong(each -> -each.size()))
                .toList();
    }

    /** Where a value lies; null where it takes no room. */
    @Nullable
    Place place(int valueId) {
        return places.get(valueId);
    }

    /** Where a part of a result lies; null where it takes no room. */
    @Nullable
    Place place(HloInstruction instruction, int part) {
        return places.get(dataflow.value(instruction, part));
    }

    Dataflow dataflow() {
        return dataflow;
    }

    /** The same values with some of them elsewhere. */
    BufferAssignment withAllocations(List<BufferAllocation> changed) {
        return new BufferAssignment(module, ranges, changed, dataflow, heapOrder);
    }
}
