package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.RunOptions;

/** Runs two versions of a program in turns, on the same arguments, and compares times and results. */
public final class FusionMeter {
    private static final int ROUNDS = 15;
    private static final int RUNS_PER_ROUND = 3;
    private static final long SEED = 1;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Slow programs get fewer rounds. */
    private static final Duration ENOUGH = Duration.ofSeconds(20);

    private final Backend backend;

    public FusionMeter(Backend backend) {
        this.backend = backend;
    }

    /**
     * What came of it.
     *
     * @param source how the times were taken, in words
     */
    public record Result(
            PairedTimes times,
            int kernelsBefore,
            int kernelsAfter,
            LiteralComparison outputs,
            int threads,
            String source) {

        /** Whether both compute the same, and which is faster. */
        public String sentence() {
            return "%s %s Kernels that ran: %d → %d. Source: %s, %d %s."
                    .formatted(
                            times.verdict(),
                            outputs.agrees() ? "The outputs agree." : "THE OUTPUTS DIFFER: " + outputs.toText() + ".",
                            kernelsBefore,
                            kernelsAfter,
                            source,
                            threads,
                            threads == 1 ? "thread" : "threads");
        }
    }

    /**
     * Measures.
     *
     * @throws BackendException where the device cannot run one of them
     */
    public Result measure(HloModule before, HloModule after, Progress progress) throws BackendException, IOException {
        var arguments = arguments(after);
        progress.report("compiling");
        try (var one = backend.compile(before, progress.cancellation());
                var other = backend.compile(after, progress.cancellation())) {
            var options = new RunOptions(RUNS_PER_ROUND, Runtime.getRuntime().availableProcessors(), LIMIT);
            var times = new ArrayList<ExecutionResult>();
            var otherTimes = new ArrayList<ExecutionResult>();
            long began = System.nanoTime();
            while (times.size() < ROUNDS && (times.size() < PairedTimes.FEWEST_ROUNDS || isEarly(began))) {
                progress.report("round %d of %d".formatted(times.size() + 1, ROUNDS));
                // Who goes first changes from round to round, as the second finds the caches warm.
                boolean isOneFirst = times.size() % 2 == 0;
                if (isOneFirst) {
                    times.add(one.run(arguments, options, progress.cancellation()));
                }
                otherTimes.add(other.run(arguments, options, progress.cancellation()));
                if (!isOneFirst) {
                    times.add(one.run(arguments, options, progress.cancellation()));
                }
            }
            var profile = otherTimes.getLast().profile();
            return new Result(
                    new PairedTimes(millis(times), millis(otherTimes)),
                    one.kernels().size(),
                    other.kernels().size(),
                    LiteralComparison.of(
                            otherTimes.getLast().output(), times.getLast().output(), other::tolerance),
                    profile.threads(),
                    profile.source());
        }
    }

    private static boolean isEarly(long began) {
        return System.nanoTime() - began < ENOUGH.toNanos();
    }

    private static List<Double> millis(List<ExecutionResult> results) {
        return results.stream()
                .map(result -> result.profile().whole().medianMillis())
                .toList();
    }

    private static List<Literal> arguments(HloModule module) throws IOException {
        return ProgramInputs.of(module, SEED, Map.of());
    }
}
