package org.hloexplorer.pipeline.worker;

import java.util.List;

/**
 * Times of the runs that were timed, measured inside the child.
 *
 * @param whole all steps of one run together
 * @param units one for each step of the program that is timed, in the order they are listed; 0 where it did not run
 * @param transfers to a device and back; nothing where the program runs in memory that it shares with its values
 * @param clock what was read, in words, where that depends on the machine; else empty
 */
public record RunTimes(Sample whole, List<Sample> units, TransferTimes transfers, String clock) {
    public RunTimes {
        units = List.copyOf(units);
    }

    /** Times of a run without transfers. */
    public RunTimes(Sample whole, List<Sample> units) {
        this(whole, units, TransferTimes.NONE, "");
    }
}
