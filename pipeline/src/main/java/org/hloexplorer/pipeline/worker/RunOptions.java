package org.hloexplorer.pipeline.worker;

/**
 * How often, and on how many threads.
 *
 * @param warmups runs that are not timed; at least so many
 * @param warmth nanoseconds that runs which are not timed go on for: a loop of many small kernels is driven by compiled Java
 *     only after some thousand launches, and runs at two thirds of its speed before; a device has no use for it
 * @param repeats runs that are; at least 1
 * @param threads at least 1; results do not depend on it
 * @param clock what steps are timed by
 */
public record RunOptions(int warmups, long warmth, int repeats, int threads, Clock clock) {
    /** Once, on one thread. */
    public static final RunOptions ONCE = new RunOptions(0, 1, 1);

    public RunOptions {
        if (warmups < 0 || warmth < 0 || repeats < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "cannot run %d + %d times on %d threads".formatted(warmups, repeats, threads));
        }
    }

    /** Runs timed by the wall clock. */
    public RunOptions(int warmups, long warmth, int repeats, int threads) {
        this(warmups, warmth, repeats, threads, Clock.WALL);
    }

    /** So many runs that are not timed, however short. */
    public RunOptions(int warmups, int repeats, int threads) {
        this(warmups, 0, repeats, threads);
    }

    /** The same timed by another clock. */
    public RunOptions by(Clock other) {
        return new RunOptions(warmups, warmth, repeats, threads, other);
    }
}
