package org.hloexplorer.pipeline.backend.tpu.simulator;

/** What a part of the chip does in a cycle. */
public enum UnitState {
    ACTIVE("active", "a row of X enters the array"),
    WEIGHT_SHIFT("weight shift", "no row enters: the next tile's weights are still shifting in"),
    WEIGHT_STALL("weight stall", "no row enters: the next tile's weights have not come from memory yet"),
    LOAD_WAIT("load wait", "no row enters: the last column still needs the current weights, so none can shift in"),
    DRAIN("drain", "the last rows are still on their way through the array"),
    SHIFTING("shifting", "weights enter from the top, a row of W per cycle"),
    WAITING_FOR_MEMORY("waiting for memory", "the array could take weights, none have arrived"),
    TRANSFER("transfer", "a weight tile is on its way from memory"),
    QUEUE_FULL("queue full", "the next tile has no slot in the weight queue"),
    WRITING("writing", "sums leave the array and are added or stored"),
    IDLE("idle", "nothing to do");

    private final String label;
    private final String meaning;

    UnitState(String label, String meaning) {
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
}
