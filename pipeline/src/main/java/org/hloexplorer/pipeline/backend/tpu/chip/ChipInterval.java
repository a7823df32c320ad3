package org.hloexplorer.pipeline.backend.tpu.chip;

/**
 * Cycles {@code from} (inclusive) to {@code to} (exclusive) that a unit spends in one state.
 *
 * @param task the task it works on or waits to begin, -1 for none
 */
public record ChipInterval(ChipUnit unit, ChipState state, long from, long to, int task) {

    public long cycles() {
        return to - from;
    }
}
