package org.hloexplorer.roofline;

import org.hloexplorer.pipeline.backend.LaunchTimes;

/**
 * A program run eagerly, kernel by kernel, beside the same program compiled: {@code N (t_launch + t_kernel)} against one launch
 * and the kernels that are left.
 *
 * @param before the program that is run eagerly: as it was before fusion
 * @param after the program that is run as a whole
 */
public record WholeProgram(Part before, Part after) {

    /**
     * One version of the program.
     *
     * @param stage its name
     * @param kernelSeconds all steps of a run, one after the other, median
     * @param times what launches cost
     */
    public record Part(String stage, double kernelSeconds, LaunchTimes times) {}

    /** How launches were timed, in words. */
    public static final String SOURCE =
            "t_launch: wall clock around the request for a kernel and the answer, less the kernel: a launch is a message to another process here, where a framework takes microseconds; t_kernel: the worker's clock";

    /** The launches: kernels, loops and branches of the program before fusion. */
    public int launches() {
        return before.times().steps();
    }

    /** Seconds that a request and its answer take beside the kernel. */
    public double launchSeconds() {
        return before.times().launchNanos() * 1e-9;
    }

    /** Seconds that a kernel takes on average, before fusion. */
    public double kernelSeconds() {
        return before.kernelSeconds() / launches();
    }

    /** By the formula. */
    public double eagerSeconds() {
        return launches() * (launchSeconds() + kernelSeconds());
    }

    public double eagerMeasured() {
        return before.times().eagerNanos() * 1e-9;
    }

    /** By the formula: one launch for all that is left. */
    public double compiledSeconds() {
        return launchSeconds() + after.kernelSeconds();
    }

    public double compiledMeasured() {
        return after.times().compiledNanos() * 1e-9;
    }

    /** {@code N (t_launch + t_kernel) = 14 × (61.0 µs + 5.10 µs) = 925 µs}, measured such and such. */
    public String eagerText() {
        return "Eager: N (t_launch + t_kernel) = %d × (%s + %s) = %s; measured %s."
                .formatted(
                        launches(),
                        Numbers.seconds(launchSeconds()),
                        Numbers.seconds(kernelSeconds()),
                        Numbers.seconds(eagerSeconds()),
                        Numbers.seconds(eagerMeasured()));
    }

    public String compiledText() {
        return "Compiled: t_launch + %d × t_kernel = %s + %d × %s = %s; measured %s."
                .formatted(
                        after.times().steps(),
                        Numbers.seconds(launchSeconds()),
                        after.times().steps(),
                        Numbers.seconds(after.kernelSeconds() / after.times().steps()),
                        Numbers.seconds(compiledSeconds()),
                        Numbers.seconds(compiledMeasured()));
    }

    /** What the difference is made of. */
    public String differenceText() {
        return "%s times as fast: fewer launches save %s, fusion saves %s of the kernels' time."
                .formatted(
                        Numbers.threeDigits(eagerMeasured() / compiledMeasured()),
                        Numbers.seconds((launches() - 1) * launchSeconds()),
                        saved(before.kernelSeconds() - after.kernelSeconds()));
    }

    private static String saved(double seconds) {
        return seconds >= 0 ? Numbers.seconds(seconds) : "nothing (%s more)".formatted(Numbers.seconds(-seconds));
    }

    public String toText() {
        return String.join(" ", eagerText(), compiledText(), differenceText());
    }
}
