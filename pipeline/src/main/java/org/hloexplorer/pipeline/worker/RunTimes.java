package org.hloexplorer.pipeline.worker;

import java.util.List;

/**
 * Times of the runs that were timed, measured inside the child.
 *
 * @param whole all launches of one run together
 * @param launches one for each launch that was run, in order
 */
public record RunTimes(Sample whole, List<Sample> launches) {
    public RunTimes {
        launches = List.copyOf(launches);
    }
}
