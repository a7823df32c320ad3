package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * Cycles {@code from} (inclusive) to {@code to} (exclusive) that a unit spends in one state.
 *
 * @param tile the tile it works on or waits for, -1 for none
 */
public record StateInterval(HardwareUnit unit, UnitState state, long from, long to, int tile) {
    public StateInterval {
        if (from >= to) {
            throw new IllegalArgumentException("an interval from %d to %d holds no cycle".formatted(from, to));
        }
    }

    public long cycles() {
        return to - from;
    }
}
