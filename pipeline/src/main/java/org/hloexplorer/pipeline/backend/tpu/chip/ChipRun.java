package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A whole program on the chip, in the order of its pieces.
 *
 * @param onChipPeak bytes of on-chip memory that values take at most, buffers for blocks left out
 */
public record ChipRun(ChipModel model, List<ChipPiece> pieces, long onChipPeak) {
    public ChipRun {
        pieces = List.copyOf(pieces);
    }

    /** Cycles of all pieces. */
    public long cycles() {
        return pieces.stream().mapToLong(ChipPiece::cycles).sum();
    }

    /** No run can be faster: in each piece the unit with the most to do must do it. */
    public long atLeast() {
        return pieces.stream()
                .mapToLong(piece -> Arrays.stream(ChipUnit.values())
                        .mapToLong(piece::work)
                        .max()
                        .orElse(0))
                .sum();
    }

    /** No run can be slower: every task after the other. */
    public long atMost() {
        return pieces.stream()
                .mapToLong(piece ->
                        Arrays.stream(ChipUnit.values()).mapToLong(piece::work).sum())
                .sum();
    }

    /** Cycles of each kind of task on the chains that decide how long each piece takes. */
    public Map<ChipTask.Kind, Long> criticalPath() {
        var sums = new EnumMap<ChipTask.Kind, Long>(ChipTask.Kind.class);
        for (var piece : pieces) {
            CriticalPath.of(piece.schedule())
                    .cycles()
                    .forEach((kind, cycles) -> sums.merge(kind, piece.times() * cycles, Long::sum));
        }
        return sums;
    }

    /** Whether the total is what the chains that decide it add up to, lies between its bounds, and is what states add up to. */
    public boolean agrees() {
        long cycles = cycles();
        return atLeast() <= cycles
                && cycles <= atMost()
                && criticalPath().values().stream().mapToLong(Long::longValue).sum() == cycles
                && states().values().stream()
                        .allMatch(states -> states.values().stream()
                                        .mapToLong(Long::longValue)
                                        .sum()
                                == cycles);
    }

    /** Cycles per unit and state; each unit's add up to {@link #cycles()}. */
    public Map<ChipUnit, Map<ChipState, Long>> states() {
        var sums = new EnumMap<ChipUnit, Map<ChipState, Long>>(ChipUnit.class);
        for (var unit : ChipUnit.values()) {
            sums.put(unit, new EnumMap<>(ChipState.class));
        }
        for (var piece : pieces) {
            piece.states()
                    .forEach((unit, states) -> states.forEach(
                            (state, cycles) -> sums.computeIfAbsent(unit, _ -> new EnumMap<>(ChipState.class))
                                    .merge(state, cycles, Long::sum)));
        }
        return sums;
    }

    /** Bytes moved per kind of transfer. */
    public Map<ChipTask.Kind, Long> bytes() {
        var sums = new EnumMap<ChipTask.Kind, Long>(ChipTask.Kind.class);
        for (var piece : pieces) {
            for (var task : piece.schedule().tasks()) {
                if (task.bytes() > 0) {
                    sums.merge(task.kind(), piece.times() * task.bytes(), Long::sum);
                }
            }
        }
        return sums;
    }

    /** Bytes moved for one instruction from and to main memory. */
    public long memoryBytes(int instruction) {
        return pieces.stream()
                .mapToLong(piece -> piece.times()
                        * piece.schedule().tasks().stream()
                                .filter(task -> task.instruction() == instruction && task.unit() == ChipUnit.MEMORY_DMA)
                                .mapToLong(ChipTask::bytes)
                                .sum())
                .sum();
    }
}
