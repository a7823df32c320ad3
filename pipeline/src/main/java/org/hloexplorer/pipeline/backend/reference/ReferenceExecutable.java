package org.hloexplorer.pipeline.backend.reference;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;

/**
 * A module as it is: nothing is compiled, and no kernels are made.
 *
 * <p>A module for several replicas or partitions runs on as many simulated devices, all with the same arguments; the output
 * is then a tuple of theirs, by {@code replica * partitions + partition}.
 */
record ReferenceExecutable(HloModule module) implements Executable {
    private static final String SOURCE = "wall clock around the reference evaluator, the first run included";

    @Override
    public List<KernelDescription> kernels() {
        return List.of();
    }

    @Override
    public Duration compileTime() {
        return Duration.ZERO;
    }

    @Override
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        var limited = cancellation.within(options.timeout());
        try {
            return timed(
                    arguments,
                    options,
                    new HloEvaluator(EvaluationOptions.standard().withCancellation(limited)));
        } catch (EvaluationException e) {
            throw new BackendException(BackendException.Kind.NOT_SUPPORTED, Objects.requireNonNull(e.getMessage()), e);
        } catch (CancellationException e) {
            if (cancellation.isCancelled()) {
                throw e;
            }
            throw new BackendException(
                    BackendException.Kind.OUT_OF_TIME,
                    "the reference evaluator was not done after %d s; allow it more time%s"
                            .formatted(options.timeout().toSeconds(), options.repeat() > 1 ? " or fewer repeats" : ""),
                    e);
        }
    }

    private ExecutionResult timed(List<Literal> arguments, RunOptions options, HloEvaluator evaluator) {
        var nanos = new double[options.repeat()];
        Literal output = null;
        for (int run = 0; run < nanos.length; run++) {
            long start = System.nanoTime();
            output = output(arguments, evaluator);
            nanos[run] = System.nanoTime() - start;
        }
        int threads = Runtime.getRuntime().availableProcessors();
        return new ExecutionResult(
                Objects.requireNonNull(output), new ExecutionProfile(timing(nanos), List.of(), threads, SOURCE));
    }

    private Literal output(List<Literal> arguments, HloEvaluator evaluator) {
        long devices = module.attributes().devices();
        return devices == 1
                ? evaluator.evaluate(module, arguments)
                : Literal.tuple(evaluator.evaluateAlikeOnDevices(module, arguments));
    }

    private static Timing timing(double[] nanos) {
        Arrays.sort(nanos);
        return new Timing(nanos.length, nanos[0], nanos[nanos.length / 2], nanos[nanos.length - 1]);
    }

    @Override
    public void close() {
        // Holds nothing but the module.
    }
}
