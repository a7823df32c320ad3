package org.hloexplorer.pipeline.backend;

/**
 * What it costs to ask for each step of a program by itself, and to wait for it, against asking once for all of them.
 *
 * @param steps of the program: kernels, loops and branches
 * @param eagerNanos wall time of a run that asks step by step, median
 * @param eagerKernelNanos the part of it that steps ran, median
 * @param compiledNanos wall time of a run that asks once, median
 * @param compiledKernelNanos the part of it that steps ran, median
 * @param runs of either kind
 */
public record LaunchTimes(
        int steps,
        double eagerNanos,
        double eagerKernelNanos,
        double compiledNanos,
        double compiledKernelNanos,
        int runs) {

    /** What asking for one step, and waiting for it, takes beside the step itself. */
    public double launchNanos() {
        return steps == 0 ? 0 : Math.max(0, eagerNanos - eagerKernelNanos) / steps;
    }
}
