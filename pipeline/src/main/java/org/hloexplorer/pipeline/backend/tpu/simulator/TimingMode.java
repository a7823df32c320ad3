package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the weights of the next tile come into the array, which decides how much of it hides behind the work. */
public enum TimingMode {
    /** Two weight registers per cell, columns loaded one cycle after another: the load hides behind the wave. */
    DOUBLE_BUFFERED(
            "double-buffered",
            true,
            1,
            "Two weight registers per cell. The next tile shifts in behind the wave, each column a cycle later."),
    /** Two weight registers per cell, all columns loaded in the same cycle. */
    NO_SKEW(
            "no-skew",
            true,
            0,
            "Two weight registers per cell. All columns load together, so the next tile waits for the last column."),
    /** One weight register per cell, folds one after another: what SCALE-Sim models. */
    SCALESIM(
            "scalesim",
            false,
            0,
            "One weight register per cell, as SCALE-Sim models it. Each fold loads, streams and drains before the next."),
    /** Double-buffered, with weights that must first arrive from memory through a short queue. */
    FIFO(
            "fifo",
            true,
            1,
            "Double-buffered, with weights that stream from memory through a short queue. The array stalls when it is empty.");

    private final String flag;
    private final boolean shadowRegister;
    private final int loadSkew;
    private final String legend;

    TimingMode(String flag, boolean shadowRegister, int loadSkew, String legend) {
        this.flag = flag;
        this.shadowRegister = shadowRegister;
        this.loadSkew = loadSkew;
        this.legend = legend;
    }

    /** The name on the command line. */
    public String flag() {
        return flag;
    }

    /** Whether a cell can hold the next tile's weight beside the one it works with. */
    public boolean hasShadowRegister() {
        return shadowRegister;
    }

    /** Cycles by which each column's load lags the column to its left. */
    public int loadSkew() {
        return loadSkew;
    }

    /** What the mode assumes, in two sentences. */
    public String legend() {
        return legend;
    }

    /** The mode with this {@link #flag()}. */
    public static Optional<TimingMode> ofFlag(String flag) {
        return Arrays.stream(values()).filter(mode -> mode.flag.equals(flag)).findFirst();
    }

    /** All flags, for messages. */
    public static String flags() {
        return Arrays.stream(values()).map(TimingMode::flag).collect(Collectors.joining(", "));
    }
}
