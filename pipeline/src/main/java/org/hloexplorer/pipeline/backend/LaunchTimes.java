package org.hloexplorer.pipeline.backend;

/**
 * What it costs to launch each step of a program by itself, and to wait for it, against launching all of them at once.
 *
 * @param steps of the program: kernels, loops and branches
 * @param launchNanos what a launch takes beside its step, median
 * @param leastLaunchNanos the same, the least that was seen
 * @param eagerNanos a run that launches step by step, median
 * @param eagerSpread distance of the quartiles of such runs, relative to the median
 * @param compiledNanos a run that launches all steps together, median
 * @param compiledSpread distance of the quartiles of such runs, relative to the median
 * @param runs of either kind
 * @param source what a launch is here and how it was timed, in words
 */
public record LaunchTimes(
        int steps,
        double launchNanos,
        double leastLaunchNanos,
        double eagerNanos,
        double eagerSpread,
        double compiledNanos,
        double compiledSpread,
        int runs,
        String source) {}
