package org.hloexplorer.pipeline.backend.tpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.jspecify.annotations.Nullable;

/** A module whose dots run on the simulated array. */
public final class TpuExecutable implements Executable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final TpuProgram program;
    private final Duration compileTime;
    private final List<KernelDescription> kernels;
    private volatile @Nullable TpuSimulation simulation;

    TpuExecutable(TpuProgram program, Duration compileTime) {
        this.program = program;
        this.compileTime = compileTime;
        this.kernels = new TpuKernels(program).all();
    }

    @Override
    public HloModule module() {
        return program.module();
    }

    @Override
    public List<KernelDescription> kernels() {
        return kernels;
    }

    @Override
    public Duration compileTime() {
        return compileTime;
    }

    /** What the array did in the last run; empty before the first. */
    public Optional<TpuSimulation> simulation() {
        return Optional.ofNullable(simulation);
    }

    /** The reference evaluator, given the operands of each dot as the array gets them. */
    @Override
    public HloEvaluator reference(EvaluationOptions options) {
        return HloEvaluator.substituting(options, new RoundedDots(program, options));
    }

    @Override
    public String referenceDescription() {
        int rounded = program.roundedDots();
        return rounded == 0
                ? "reference evaluator"
                : "reference evaluator with operands of dots rounded to bf16, as the array gets them (%d of them)"
                        .formatted(rounded);
    }

    /**
     * As between other devices, as long as at most one dot rounds, once. After that a sum that differs in its last bit may round
     * to another bf16 on its way into the next dot.
     */
    @Override
    public Tolerance tolerance(PrimitiveType type) {
        var ordinary = Tolerance.of(type);
        double bf16 = Tolerance.of(PrimitiveType.BF16).relative();
        return type.isFloating() && program.roundsRepeatedly() && ordinary.relative() < bf16
                ? Tolerance.relative(bf16, "sums that differ in their last bit may round to another bf16 between dots")
                : ordinary;
    }

    /** Runs the program once; repeating would only simulate the same cycles again. */
    @Override
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        var dots = new ArrayDots(program, cancellation, options.timeout());
        var limited = cancellation.within(options.timeout());
        var evaluator = HloEvaluator.substituting(EvaluationOptions.standard().withCancellation(limited), dots);
        long start = System.nanoTime();
        try {
            var output = evaluator.evaluate(program.module(), arguments);
            var finished = dots.simulation();
            simulation = finished;
            return new ExecutionResult(output, profile(finished, System.nanoTime() - start));
        } catch (EvaluationException e) {
            throw new BackendException(BackendException.Kind.NOT_SUPPORTED, String.valueOf(e.getMessage()), e);
        } catch (TimeUpException e) {
            throw new BackendException(BackendException.Kind.OUT_OF_TIME, String.valueOf(e.getMessage()), e);
        } catch (CancellationException e) {
            if (cancellation.isCancelled()) {
                throw e;
            }
            throw new BackendException(
                    BackendException.Kind.OUT_OF_TIME,
                    "the simulation was not done after %d s; allow it more time"
                            .formatted(options.timeout().toSeconds()),
                    e);
        }
    }

    private ExecutionProfile profile(TpuSimulation run, long simulatorNanos) {
        var config = run.config();
        if (config.clockHertz() == 0) {
            return new ExecutionProfile(
                    once((double) simulatorNanos),
                    List.of(),
                    1,
                    "wall clock of the simulator, not of a TPU: %s has no clock; cycles are in its simulation"
                            .formatted(config.name()));
        }
        var times = new ArrayList<KernelTime>();
        for (var matMul : run.matMuls()) {
            times.add(new KernelTime(TpuKernels.name(matMul, program), once(nanos(matMul.cycles()))));
        }
        return new ExecutionProfile(
                once(nanos(run.cycles())),
                times,
                1,
                String.format(
                        Locale.ROOT,
                        "simulated cycles of matrix products at %d MHz (%s); everything else is not timed",
                        config.clockHertz() / 1_000_000,
                        config.source()));
    }

    private double nanos(long cycles) {
        return program.config().seconds(cycles).orElseThrow() * NANOS_PER_SECOND;
    }

    private static Timing once(double nanos) {
        return new Timing(1, nanos, nanos, nanos);
    }

    @Override
    public void close() {}
}
