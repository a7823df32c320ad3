package org.hloexplorer.pipeline.backend.tpu.chip;

/** A part of the chip that works through tasks of its own, beside the others. */
public enum ChipUnit {
    /** Brings values from the host and back. */
    HOST_DMA("host DMA", false),
    /** Brings values from the chip's main memory to its on-chip memory and back, in whatever order they are ready. */
    MEMORY_DMA("HBM DMA", false),
    /** All matrix units together. */
    MATRIX_UNITS("matrix units", true),
    /** All vector units together. */
    VECTOR_UNIT("vector unit", true);

    private final String label;
    private final boolean inOrder;

    ChipUnit(String label, boolean inOrder) {
        this.label = label;
        this.inOrder = inOrder;
    }

    public String label() {
        return label;
    }

    /** Whether it keeps to the order of the program; one that does not takes the first task that is ready. */
    boolean isInOrder() {
        return inOrder;
    }
}
