package org.hloexplorer.app.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.hloexplorer.app.workbench.FusionMeter;
import org.hloexplorer.app.workbench.PairedTimes;
import org.hloexplorer.app.workbench.ProgramSummary;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;

/**
 * A program compiled in two ways, estimated and measured; the line that is written as JSON.
 *
 * @param estimatedSource where the estimated times come from
 * @param noiseLow between this and {@code noiseHigh}, in milliseconds, lies the median of the differences, with a confidence
 *     of 95 %
 * @param verdict all of it in words
 */
record Beside(
        String file,
        Side left,
        Side right,
        String estimatedSource,
        double noiseLow,
        double noiseHigh,
        boolean withinNoise,
        int rounds,
        boolean outputsAgree,
        String verdict) {

    /**
     * One of the two.
     *
     * @param kernels of the entry computation
     * @param bytes that these read and write
     * @param lowMs where the middle half of the times begins
     */
    record Side(
            String name, int kernels, long bytes, double estimatedMs, double medianMs, double lowMs, double highMs) {

        private String toText(String name, int width) {
            return String.format(
                    Locale.ROOT,
                    "%-" + width
                            + "s  %5d kernels  %,15d B  estimated %9.4f ms  measured %9.4f ms (middle half %.4f to %.4f)",
                    name,
                    kernels,
                    bytes,
                    estimatedMs,
                    medianMs,
                    lowMs,
                    highMs);
        }
    }

    /** A way of compiling it, by name. */
    record Compiled(String name, HloModule module) {}

    static Beside measure(String file, Compiled left, Compiled right, Backend backend)
            throws BackendException, IOException {
        var result = new FusionMeter(backend).measure(left.module(), right.module(), Progress.unwatched());
        var estimate = ProgramSummary.estimate(left.module(), right.module());
        var band = result.times().noiseBand();
        return new Beside(
                file,
                side(
                        left,
                        estimate.bytesApart(),
                        estimate.microsApart(),
                        result.times().before()),
                side(
                        right,
                        estimate.bytesFused(),
                        estimate.microsFused(),
                        result.times().after()),
                estimate.source(),
                band.low(),
                band.high(),
                result.times().isWithinNoise(),
                result.times().rounds(),
                result.outputs().agrees(),
                result.sentence());
    }

    private static Side side(Compiled compiled, long bytes, double micros, List<Double> times) {
        var spread = PairedTimes.spread(times);
        return new Side(
                compiled.name(),
                ProgramSummary.kernels(compiled.module()),
                bytes,
                micros / 1e3,
                PairedTimes.median(times),
                spread.low(),
                spread.high());
    }

    List<String> lines() {
        int width = Math.max(left.name().length(), right.name().length());
        return List.of(
                left.toText(left.name(), width),
                right.toText(right.name(), width),
                "estimated: " + estimatedSource,
                verdict);
    }
}
