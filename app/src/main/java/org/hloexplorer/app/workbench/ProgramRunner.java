package org.hloexplorer.app.workbench;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.tpu.TpuExecutable;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program on a device, and holds its output against the reference.
 *
 * <p>The reference evaluates the module as it was opened, so that a comparison covers passes and device. Only where the
 * device rounds by design, it evaluates the compiled module, rounding in the same places: that comparison covers the
 * device alone.
 */
public final class ProgramRunner {
    private final Backend backend;

    public ProgramRunner(Backend backend) {
        this.backend = backend;
    }

    /**
     * Compiles, runs and compares.
     *
     * @param original the module as it was opened
     * @param compiled what the passes made of it
     */
    public DeviceRun run(HloModule original, HloModule compiled, RunRequest request, Progress progress)
            throws BackendException {
        progress.report("compiling");
        try (var program = backend.compile(compiled, progress.cancellation())) {
            return run(original, program, request, progress);
        }
    }

    /** Runs and compares what is compiled already, and left open. */
    public DeviceRun run(HloModule original, Executable program, RunRequest request, Progress progress)
            throws BackendException {
        checkExpectations(original, request, progress);
        progress.report("running");
        var result = program.run(request.arguments(), request.options(), progress.cancellation());
        var comparison = isCompared(request) ? compare(original, program, request, result.output(), progress) : null;
        return new DeviceRun(
                backend.device(),
                program.module(),
                request.seed(),
                program.compileTime(),
                program.kernels(),
                result,
                comparison,
                recorded(request, program, result.output()),
                simulation(program).orElse(null));
    }

    /** Test calls in a program are held by the reference, whose values they are meant for: devices leave them out. */
    private void checkExpectations(HloModule original, RunRequest request, Progress progress) throws BackendException {
        if (backend.device().kind() == DeviceKind.REFERENCE || !HloEvaluator.holdsExpectations(original)) {
            return;
        }
        progress.report("checking what the program expects");
        var options = EvaluationOptions.standard().withCancellation(progress.cancellation());
        try {
            new HloEvaluator(options).evaluate(original, request.arguments());
        } catch (EvaluationException e) {
            throw new BackendException(BackendException.Kind.NOT_SUPPORTED, String.valueOf(e.getMessage()), e);
        }
    }

    private boolean isCompared(RunRequest request) {
        return request.compares() && backend.device().kind() != DeviceKind.REFERENCE;
    }

    private static @Nullable ReferenceComparison recorded(RunRequest request, Executable program, Literal output)
            throws BackendException {
        var expected = request.recordedResult();
        if (expected == null) {
            return null;
        }
        try {
            var comparison = LiteralComparison.of(output, expected, program::tolerance);
            return new ReferenceComparison(comparison, "result recorded in the snapshot");
        } catch (IllegalArgumentException e) {
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "The snapshot's result is no result of its program: " + e.getMessage(),
                    e);
        }
    }

    private static ReferenceComparison compare(
            HloModule original, Executable program, RunRequest request, Literal output, Progress progress)
            throws BackendException {
        progress.report("evaluating the reference");
        boolean rounds = program instanceof TpuExecutable;
        var timeout = request.options().timeout();
        var options = EvaluationOptions.standard()
                .withCancellation(progress.cancellation().within(timeout));
        try {
            var expected =
                    program.reference(options).evaluate(rounds ? program.module() : original, request.arguments());
            var what = program.referenceDescription()
                    + (rounds ? ", on the compiled module" : ", on the module as opened");
            return new ReferenceComparison(LiteralComparison.of(output, expected, program::tolerance), what);
        } catch (CancellationException e) {
            progress.cancellation().check();
            throw new BackendException(
                    BackendException.Kind.OUT_OF_TIME,
                    "It ran, but the reference evaluator was not done after %d s, so that the outputs are not compared; "
                                    .formatted(timeout.toSeconds())
                            + "allow it more time, or do not compare",
                    e);
        } catch (EvaluationException e) {
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "The output cannot be compared, since the reference does not know it: " + e.getMessage(),
                    e);
        }
    }

    private static Optional<TpuSimulation> simulation(Executable program) {
        return program instanceof TpuExecutable tpu ? tpu.simulation() : Optional.empty();
    }
}
