package org.hloexplorer.pipeline.backend.tpu.chip;

/** What a unit of the chip does in a cycle, or what it waits for. */
public enum ChipState {
    WORKING("working", "at work on a task"),
    WAITS_FOR_HOST("waits for host DMA", "its next task needs values that come from the host"),
    WAITS_FOR_MEMORY("waits for HBM DMA", "its next task needs values that come from main memory"),
    WAITS_FOR_MATRIX_UNITS("waits for matrix units", "its next task needs a product"),
    WAITS_FOR_VECTOR_UNIT("waits for vector unit", "its next task needs what the vector unit works out"),
    BUFFERS_FULL("buffers full", "its next task has no buffer before the one before the last block is worked through"),
    IDLE("idle", "no task is left");

    private final String label;
    private final String meaning;

    ChipState(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    public String label() {
        return label;
    }

    /** What the state says about the unit in such a cycle. */
    public String meaning() {
        return meaning;
    }

    static ChipState waitingFor(ChipUnit unit) {
        return switch (unit) {
            case HOST_DMA -> WAITS_FOR_HOST;
            case MEMORY_DMA -> WAITS_FOR_MEMORY;
            case MATRIX_UNITS -> WAITS_FOR_MATRIX_UNITS;
            case VECTOR_UNIT -> WAITS_FOR_VECTOR_UNIT;
        };
    }
}
