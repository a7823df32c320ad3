package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.BackendException.Kind;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.LaunchTimes;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanBuffer;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.RunTimes;
import org.hloexplorer.pipeline.worker.WorkerException;
import org.jspecify.annotations.Nullable;

/**
 * A plan whose kernels are in a worker.
 *
 * @param clock how times are taken, in words
 */
public record LoadedPlan(
        HloModule module, ExecutablePlan plan, LiteralTransfer transfer, Program program, String clock) {
    private static final org.hloexplorer.pipeline.worker.RunOptions ONCE =
            org.hloexplorer.pipeline.worker.RunOptions.ONCE;

    /** @param load makes the program, given the constants to put in its memory */
    public static LoadedPlan of(
            HloModule module,
            ExecutablePlan plan,
            MemoryPlan memory,
            Function<List<Upload>, Program> load,
            String clock) {
        var transfer = new LiteralTransfer(memory.offsets());
        return new LoadedPlan(module, plan, transfer, load.apply(constants(plan, transfer)), clock);
    }

    /** What is put in a plan's memory before it runs for the first time. */
    public static List<Upload> constants(ExecutablePlan plan, LiteralTransfer transfer) {
        List<Upload> uploads = new ArrayList<>();
        for (var buffer : plan.buffers()) {
            if (buffer.content() instanceof PlanBuffer.Content.Constant(var literal)) {
                uploads.addAll(transfer.uploads(new PlanValue.Array(buffer.id(), buffer.shape()), literal));
            }
        }
        return uploads;
    }

    /** Runs it, as {@link org.hloexplorer.pipeline.backend.Executable#run} does. */
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        checkArguments(module, arguments);
        try {
            return new PlanRun(plan, program, transfer, clock, options, cancellation).run(arguments);
        } catch (WorkerException e) {
            throw Failures.backendException(e, plan.module());
        } catch (EvaluationException e) {
            throw new BackendException(Kind.NOT_SUPPORTED, Objects.requireNonNull(e.getMessage()), e);
        } catch (CancellationException e) {
            if (cancellation.isCancelled()) {
                throw e;
            }
            throw new BackendException(
                    Kind.FAILED,
                    "the steps that the reference evaluator computes were not done after %d s; allow more time or fewer repeats"
                            .formatted(options.timeout().toSeconds()),
                    e);
        }
    }

    /** What launches cost, from outside; nothing for a plan that the reference evaluator does a part of. */
    public Optional<LaunchTimes> launchTimes(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        return launchTimes(null, arguments, options, cancellation);
    }

    /** The same, inside the worker where there is a program of one kernel that does nothing. */
    public Optional<LaunchTimes> launchTimes(
            @Nullable Program empty, List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        checkArguments(module, arguments);
        if (!plan.fallbacks().isEmpty() || plan.steps().isEmpty()) {
            return Optional.empty();
        }
        try {
            var limit = new Limit(options.timeout(), cancellation);
            return Optional.of(new StepByStep(program, empty, plan.steps().size(), options.threads(), limit)
                    .measure(uploads(arguments), options.repeat()));
        } catch (WorkerException e) {
            throw Failures.backendException(e, plan.module());
        }
    }

    /** Times of a run with no results; of a plan that is native throughout. */
    public RunTimes time(List<Literal> arguments, org.hloexplorer.pipeline.worker.RunOptions options, Limit limit) {
        return program.run(uploads(arguments), 0, plan.steps().size(), List.of(), options, limit);
    }

    private List<Upload> uploads(List<Literal> arguments) {
        List<Upload> uploads = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            uploads.addAll(transfer.uploads(plan.parameters().get(i), arguments.get(i)));
        }
        return uploads;
    }

    /** Runs it once, with no run for warmth before: the result of a plan that leaves something behind in its memory. */
    public Literal runOnce(List<Literal> arguments, Limit limit) throws BackendException {
        var uploads = uploads(arguments);
        try {
            if (!plan.fallbacks().isEmpty()) {
                var evaluator = new HloEvaluator(EvaluationOptions.standard()
                        .withCancellation(limit.cancellation().within(limit.timeout())));
                var pass = new MixedPass(plan, program, transfer, evaluator, 1, limit);
                pass.transferIn(uploads);
                pass.run();
                return pass.result();
            }
            var fetch = transfer.fetch(plan.result());
            program.run(uploads, 0, plan.steps().size(), fetch.downloads(), ONCE, limit);
            return fetch.literal();
        } catch (WorkerException e) {
            throw Failures.backendException(e, plan.module());
        }
    }

    /** @throws IllegalArgumentException where these are no arguments of the module */
    public static void checkArguments(HloModule module, List<Literal> arguments) {
        var parameters = module.entry().parameters();
        if (arguments.size() != parameters.size()) {
            throw new IllegalArgumentException(
                    "the program takes %d arguments and was given %d".formatted(parameters.size(), arguments.size()));
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (!arguments.get(i).shape().isCompatible(parameters.get(i).shape())) {
                throw new IllegalArgumentException("parameter %d is %s and the argument %s"
                        .formatted(
                                i,
                                parameters.get(i).shape().withoutLayout(),
                                arguments.get(i).shape().withoutLayout()));
            }
        }
    }

    /** Frees what the worker holds of it. */
    public void close() {
        program.close();
    }
}
