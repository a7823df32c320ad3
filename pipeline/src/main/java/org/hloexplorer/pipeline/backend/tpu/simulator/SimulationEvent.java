package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * Something that happens to a tile.
 *
 * @param cycle when
 * @param tile index in the plan
 * @param reason what it means, with its numbers
 */
public record SimulationEvent(long cycle, Kind kind, int tile, String reason) {

    /** The kinds of event, in the order in which a tile meets them. */
    public enum Kind {
        ARRIVED("arrived"),
        STALL("stall"),
        SHIFT("shift in"),
        START("start"),
        FIRST_OUTPUT("first output"),
        LAST_ROW("last row"),
        LAST_OUTPUT("last output");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
