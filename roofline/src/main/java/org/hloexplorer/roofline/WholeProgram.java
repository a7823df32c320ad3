package org.hloexplorer.roofline;

import java.util.Optional;
import org.hloexplorer.pipeline.backend.LaunchTimes;

/**
 * A program run eagerly, kernel by kernel, beside the same program compiled: {@code N (t_launch + t_kernel)} against one launch
 * and the kernels that are left.
 *
 * @param program its name where it stands beside another; else empty
 * @param before the program that is run eagerly: as it was before fusion
 * @param after the program that is run as a whole
 */
public record WholeProgram(String program, Part before, Part after) {

    /**
     * One version of the program.
     *
     * @param stage its name
     * @param kernelSeconds all steps of a run, one after the other, median
     * @param times what launches cost
     */
    public record Part(String stage, double kernelSeconds, LaunchTimes times) {}

    /** The two beside one another; nothing where both are one and the same launch of one kernel. */
    static Optional<WholeProgram> of(Part before, Part after) {
        return before.times().steps() > 1 ? Optional.of(new WholeProgram("", before, after)) : Optional.empty();
    }

    /** The same under a name. */
    WholeProgram named(String name) {
        return new WholeProgram(name, before, after);
    }

    /** The launches: kernels, loops and branches of the program before fusion. */
    public int launches() {
        return before.times().steps();
    }

    /** Seconds that a launch takes beside the kernel, median. */
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
        return "Eager%s: N (t_launch + t_kernel) = %d × (%s + %s) = %s; measured %s.%s"
                .formatted(
                        named(),
                        launches(),
                        Numbers.seconds(launchSeconds()),
                        Numbers.seconds(kernelSeconds()),
                        Numbers.seconds(eagerSeconds()),
                        Numbers.seconds(eagerMeasured()),
                        miss(eagerSeconds(), eagerMeasured(), before.times().eagerSpread()));
    }

    public String compiledText() {
        return "Compiled%s: t_launch + %d × t_kernel = %s + %d × %s = %s; measured %s.%s"
                .formatted(
                        named(),
                        after.times().steps(),
                        Numbers.seconds(launchSeconds()),
                        after.times().steps(),
                        Numbers.seconds(after.kernelSeconds() / after.times().steps()),
                        Numbers.seconds(compiledSeconds()),
                        Numbers.seconds(compiledMeasured()),
                        miss(
                                compiledSeconds(),
                                compiledMeasured(),
                                after.times().compiledSpread()));
    }

    private String named() {
        return program.isEmpty() ? "" : " (%s)".formatted(program);
    }

    /** Where the formula is off by more than the runs differ among themselves. */
    private static String miss(double formula, double measured, double spread) {
        double miss = measured - formula;
        return Math.abs(miss) <= spread * measured
                ? ""
                : " The formula is %s too %s (%s), more than the runs spread (%s): it knows nothing of caches that are cold after a pause or of threads that sleep."
                        .formatted(
                                Numbers.seconds(Math.abs(miss)),
                                miss > 0 ? "low" : "high",
                                Numbers.percent(Math.abs(miss) / measured),
                                Numbers.percent(spread));
    }

    /** What the difference is made of, or that there is none. */
    public String differenceText() {
        double noise =
                before.times().eagerSpread() * eagerMeasured() + after.times().compiledSpread() * compiledMeasured();
        if (Math.abs(eagerMeasured() - compiledMeasured()) <= noise) {
            return "The difference is within what the runs spread by.";
        }
        return "%s times as fast: fewer launches save %s, fusion saves %s of the kernels' time."
                .formatted(
                        Numbers.threeDigits(eagerMeasured() / compiledMeasured()),
                        Numbers.seconds((launches() - 1) * launchSeconds()),
                        saved(before.kernelSeconds() - after.kernelSeconds()));
    }

    private static String saved(double seconds) {
        return seconds >= 0 ? Numbers.seconds(seconds) : "nothing (%s more)".formatted(Numbers.seconds(-seconds));
    }

    /** How launches and runs were timed, in words. */
    public String source() {
        return "t_launch: %s, the least %s; t_kernel: the kernels' times above; measured: median of %d runs in turns"
                .formatted(
                        before.times().source(),
                        Numbers.seconds(before.times().leastLaunchNanos() * 1e-9),
                        before.times().runs());
    }

    public String toText() {
        return String.join(" ", eagerText(), compiledText(), differenceText());
    }
}
