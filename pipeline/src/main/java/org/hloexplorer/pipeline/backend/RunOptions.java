package org.hloexplorer.pipeline.backend;

import java.time.Duration;

/**
 * How to run.
 *
 * @param repeat timed runs, at least 1; after one that is not timed, or where several are on the CPU 200 ms of them
 */
public record RunOptions(int repeat, int threads, Duration timeout) {

    public static final RunOptions ONCE = new RunOptions(1, 1, Duration.ofSeconds(60));

    public RunOptions {
        if (repeat < 1 || threads < 1) {
            throw new IllegalArgumentException("repeat and threads must be at least 1");
        }
    }
}
