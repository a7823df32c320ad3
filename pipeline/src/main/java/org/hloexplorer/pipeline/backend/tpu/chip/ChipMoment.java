package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A cycle of a piece: what each unit of the chip does, and how many bytes move.
 *
 * @param cycle of the piece
 */
public record ChipMoment(ChipPiece piece, long cycle) {

    /** What a unit does or waits for. */
    public ChipInterval of(ChipUnit unit) {
        return piece.schedule().at(unit, cycle);
    }

    /** The task that a unit works on; empty while it works on none. */
    public Optional<ChipTask> task(ChipUnit unit) {
        var interval = of(unit);
        return interval.state() == ChipState.WORKING
                ? Optional.of(piece.schedule().tasks().get(interval.task()))
                : Optional.empty();
    }

    /** Bytes that a kind of transfer moves in this cycle; empty while it moves none. */
    public OptionalDouble bytesPerCycle(ChipTask.Kind kind) {
        var task = task(kind.unit()).filter(each -> each.kind() == kind && each.bytes() > 0);
        return task.isPresent()
                ? OptionalDouble.of(
                        (double) task.get().bytes() / Math.max(1, task.get().cycles()))
                : OptionalDouble.empty();
    }
}
