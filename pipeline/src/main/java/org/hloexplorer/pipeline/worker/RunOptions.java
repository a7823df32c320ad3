package org.hloexplorer.pipeline.worker;

/**
 * How often, and on how many threads.
 *
 * @param warmups runs that are not timed; at least so many
 * @param warmth nanoseconds that runs which are not timed go on for: a loop of many small kernels is driven by compiled Java
 *     only after some thousand launches, and runs at two thirds of its speed before; a device has no use for it
 * @param repeats runs that are; at least 1
 * @param threads at least 1; results do not depend on it
 */
public record RunOptions(int warmups, long warmth, int repeats, int threads) {
    /** Once, on one thread. */
    public static final RunOptions ONCE = new RunOptions(0, 1, 1);

    public RunOptions {
        if (warmups < 0 || warmth < 0 || repeats < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "cannot run %d + %d times on %d threads".formatted(warmups, repeats, threads));
        }
    }

    /** So many runs that are not timed, however short. */
    public RunOptions(int warmups, int repeats, int threads) {
        this(warmups, 0, repeats, threads);
    }
}
