package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.List;

/** A part of the chip that is in exactly one {@link UnitState} in every cycle. */
public enum HardwareUnit {
    /** The array, judged at its left edge: whether a row of X enters. */
    MATRIX_UNIT("matrix unit"),
    /** What pushes weights into column 0 from the top. */
    WEIGHT_LOADER("weight loader"),
    /** What brings weight tiles from memory into the queue; in fifo timing only. */
    WEIGHT_MEMORY("weight memory"),
    /** What receives the sums below the array. */
    ACCUMULATORS("accumulators");

    private final String label;

    HardwareUnit(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** The units that exist in a timing: a weight memory only where weights come through a queue. */
    public static List<HardwareUnit> of(TimingMode timing) {
        return timing == TimingMode.FIFO ? List.of(values()) : List.of(MATRIX_UNIT, WEIGHT_LOADER, ACCUMULATORS);
    }

    /** The states this unit can be in. */
    public List<UnitState> states() {
        return switch (this) {
            case MATRIX_UNIT ->
                List.of(
                        UnitState.ACTIVE,
                        UnitState.WEIGHT_SHIFT,
                        UnitState.WEIGHT_STALL,
                        UnitState.LOAD_WAIT,
                        UnitState.DRAIN,
                        UnitState.IDLE);
            case WEIGHT_LOADER -> List.of(UnitState.SHIFTING, UnitState.WAITING_FOR_MEMORY, UnitState.IDLE);
            case WEIGHT_MEMORY -> List.of(UnitState.TRANSFER, UnitState.QUEUE_FULL, UnitState.IDLE);
            case ACCUMULATORS -> List.of(UnitState.WRITING, UnitState.IDLE);
        };
    }
}
