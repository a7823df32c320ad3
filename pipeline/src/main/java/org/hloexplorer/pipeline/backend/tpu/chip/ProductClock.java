package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which cycle of a piece a cycle of the matrix units' work for one instruction is, and back. The work is done in blocks, between
 * which the units may wait.
 */
public final class ProductClock {
    private final ChipSchedule schedule;
    private final List<ChipTask> tasks;

    private ProductClock(ChipSchedule schedule, List<ChipTask> tasks) {
        this.schedule = schedule;
        this.tasks = tasks;
    }

    /** Empty where the piece has no product for the instruction. */
    public static Optional<ProductClock> of(ChipPiece piece, int instruction) {
        var tasks = piece.schedule().tasks().stream()
                .filter(task -> task.instruction() == instruction && task.kind() == ChipTask.Kind.PRODUCT)
                .toList();
        return tasks.isEmpty() ? Optional.empty() : Optional.of(new ProductClock(piece.schedule(), tasks));
    }

    /** Cycles of all blocks together. */
    public long cycles() {
        return tasks.stream().mapToLong(ChipTask::cycles).sum();
    }

    /** The cycle of the piece in which a cycle of the work is; for cycles after the last, the one after the work's end. */
    public long toPiece(long cycle) {
        long rest = cycle;
        for (var task : tasks) {
            if (rest < task.cycles()) {
                return schedule.start(task.index()) + rest;
            }
            rest -= task.cycles();
        }
        return schedule.end(tasks.getLast().index());
    }

    /** The cycle of the work that is done in a cycle of the piece; empty while none is. */
    public OptionalLong fromPiece(long cycle) {
        long before = 0;
        for (var task : tasks) {
            if (cycle >= schedule.start(task.index()) && cycle < schedule.end(task.index())) {
                return OptionalLong.of(before + cycle - schedule.start(task.index()));
            }
            before += task.cycles();
        }
        return OptionalLong.empty();
    }
}
