package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A computation, or what lies between two of its loops, calls and branches. All units have ended a piece before the next begins.
 *
 * @param computation the computation's name
 * @param times how often the run came by
 * @param schedule one time
 * @param occupancy how much on-chip memory values take, in the order of tasks
 */
public record ChipPiece(String computation, long times, ChipSchedule schedule, List<Occupancy> occupancy) {
    public ChipPiece {
        occupancy = List.copyOf(occupancy);
    }

    /**
     * What is held from the end of a task on.
     *
     * @param task its index; -1 for what was there before the piece
     * @param bytes held on chip, buffers for blocks left out
     */
    public record Occupancy(int task, long bytes) {}

    /** Cycles of all times. */
    public long cycles() {
        return Math.multiplyExact(times, schedule.cycles());
    }

    /** Cycles of all times per unit and state; each unit's add up to {@link #cycles()}. */
    public Map<ChipUnit, Map<ChipState, Long>> states() {
        var states = new EnumMap<ChipUnit, Map<ChipState, Long>>(ChipUnit.class);
        for (var unit : ChipUnit.values()) {
            var ofUnit = schedule.states(unit);
            ofUnit.replaceAll((_, cycles) -> cycles * times);
            states.put(unit, ofUnit);
        }
        return states;
    }

    /** Cycles of all times of the tasks of a unit. */
    public long work(ChipUnit unit) {
        return times
                * schedule.tasks().stream()
                        .filter(task -> task.unit() == unit)
                        .mapToLong(ChipTask::cycles)
                        .sum();
    }
}
