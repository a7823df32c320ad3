package org.hloexplorer.pipeline.kernel;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where a plan's buffers lie in one block of memory.
 *
 * <p>A computed buffer's room is used again once the last step that reads it is done; arguments, constants and results
 * keep theirs.
 *
 * @param offsets in bytes, by buffer id, each a multiple of the alignment: of 64 where nothing else is asked for
 */
public record MemoryPlan(List<Long> offsets, long bytes) {
    private static final long ALIGNMENT = 64;

    public MemoryPlan {
        offsets = List.copyOf(offsets);
    }

    public static MemoryPlan of(ExecutablePlan plan) {
        return of(plan, ALIGNMENT);
    }

    /** A plan whose offsets are multiples of so many bytes, of 64 at least. */
    public static MemoryPlan of(ExecutablePlan plan, long alignment) {
        return new Assignment(plan, Math.max(ALIGNMENT, alignment)).assign();
    }

    private static final class Assignment {
        private final ExecutablePlan plan;
        private final Long[] offsets;
        private final TreeMap<Long, Long> free = new TreeMap<>();
        private final long alignment;
        private long end;

        Assignment(ExecutablePlan plan, long alignment) {
            this.plan = plan;
            this.alignment = alignment;
            this.offsets = new Long[plan.buffers().size()];
            Arrays.fill(offsets, 0L);
        }

        MemoryPlan assign() {
            var kept = keptBuffers();
            plan.buffers().stream()
                    .filter(buffer -> kept.contains(buffer.id()))
                    .forEach(buffer -> offsets[buffer.id()] = take(buffer.bytes()));
            var lives = Lifetimes.of(plan.steps());
            var starting = lives.starting();
            var ending = lives.ending();
            for (int time = 0; time < starting.size(); time++) {
                starting.get(time).stream()
                        .filter(buffer -> !kept.contains(buffer))
                        .forEach(buffer -> offsets[buffer] =
                                take(plan.buffers().get(buffer).bytes()));
                ending.get(time).stream()
                        .filter(buffer -> !kept.contains(buffer))
                        .forEach(this::release);
            }
            return new MemoryPlan(List.of(offsets), end);
        }

        private Set<Integer> keptBuffers() {
            Set<Integer> kept = new HashSet<>();
            plan.buffers().stream().filter(PlanBuffer::isKept).forEach(buffer -> kept.add(buffer.id()));
            plan.result().arrays().forEach(array -> kept.add(array.buffer()));
            return kept;
        }

        /** The smallest free room that is large enough, else more at the end. */
        private long take(long bytes) {
            long needed = aligned(bytes);
            var best = free.entrySet().stream()
                    .filter(room -> room.getValue() >= needed)
                    .min((a, b) -> Long.compare(a.getValue(), b.getValue()));
            if (best.isEmpty()) {
                long offset = end;
                end += needed;
                return offset;
            }
            long offset = best.get().getKey();
            long left = best.get().getValue() - needed;
            free.remove(offset);
            if (left > 0) {
                free.put(offset + needed, left);
            }
            return offset;
        }

        private void release(int buffer) {
            long offset = offsets[buffer];
            long length = aligned(plan.buffers().get(buffer).bytes());
            var before = free.floorEntry(offset);
            if (before != null && before.getKey() + before.getValue() == offset) {
                free.remove(before.getKey());
                offset = before.getKey();
                length += before.getValue();
            }
            var after = free.get(offset + length);
            if (after != null) {
                free.remove(offset + length);
                length += after;
            }
            free.put(offset, length);
        }

        private long aligned(long bytes) {
            return Math.max(alignment, (bytes + alignment - 1) / alignment * alignment);
        }
    }
}
