package org.hloexplorer.tpu.view;

/** What the colour of a cell says where the array is too large for numbers. */
public enum HeatMode {
    /** The rows of X that pass through, in bands. */
    WAVE,
    /** How much of its work the cell has done. */
    WORK,
    /** The size of its weight. */
    WEIGHT;

    String word() {
        return Words.say("heat." + name());
    }
}
