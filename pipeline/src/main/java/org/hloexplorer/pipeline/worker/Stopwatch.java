package org.hloexplorer.pipeline.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes the times of runs, whole and step by step; a step that runs several times has them added up. */
final class Stopwatch {
    private final Clock clock;
    private final long[] spent;
    private final List<Long> whole = new ArrayList<>();
    private final List<List<Long>> each = new ArrayList<>();
    private long began;
    private long before;

    /** @param steps how many there are; they have numbers below this */
    Stopwatch(Clock clock, int steps) {
        this.clock = clock;
        this.spent = new long[steps];
        for (int i = 0; i < steps; i++) {
            each.add(new ArrayList<>());
        }
    }

    /** A run begins. */
    void start() {
        Arrays.fill(spent, 0);
        began = clock.now();
        before = began;
    }

    /** A step is done. */
    void lap(int step) {
        long now = clock.now();
        spent[step] += now - before;
        before = now;
    }

    /** The run is over, and counts. */
    void stop() {
        whole.add(before - began);
        for (int i = 0; i < spent.length; i++) {
            each.get(i).add(spent[i]);
        }
    }

    RunTimes times() {
        return new RunTimes(
                new Sample(whole), each.stream().map(Sample::new).toList(), TransferTimes.NONE, clock.text());
    }
}
