package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.Sample;

/** One run of a plan, as often as is asked for: native throughout, or with calls of the reference in between. */
final class PlanRun {
    private static final String MIXED =
            "; for the steps of the reference evaluator, wall clock around them, transfers left out";

    private final ExecutablePlan plan;
    private final Program program;
    private final LiteralTransfer transfer;
    private final String clock;
    private final RunOptions options;
    private final Limit limit;

    PlanRun(
            ExecutablePlan plan,
            Program program,
            LiteralTransfer transfer,
            String clock,
            RunOptions options,
            Cancellation cancellation) {
        this.plan = plan;
        this.program = program;
        this.transfer = transfer;
        this.clock = clock;
        this.options = options;
        this.limit = new Limit(options.timeout(), cancellation);
    }

    ExecutionResult run(List<Literal> arguments) {
        var names = plan.units().map(PlanStep::name).toList();
        var whole = new NativeRun(
                program,
                transfer,
                plan.parameters(),
                plan.result(),
                plan.steps().size(),
                names,
                clock);
        return plan.fallbacks().isEmpty() ? whole.run(arguments, options, limit) : mixed(whole.uploads(arguments));
    }

    /** Step by step, once for warmth and then as often as is asked for. */
    private ExecutionResult mixed(List<Upload> uploads) {
        var evaluator = new HloEvaluator(EvaluationOptions.standard()
                .withCancellation(limit.cancellation().within(limit.timeout())));
        var pass = new MixedPass(plan, program, transfer, evaluator, options.threads(), limit);
        pass.transferIn(uploads);
        List<List<Long>> times = new ArrayList<>();
        for (int round = -1; round < options.repeat(); round++) {
            var each = pass.run();
            if (round >= 0) {
                times.add(each);
            }
        }
        return new ExecutionResult(pass.result(), profile(times));
    }

    private ExecutionProfile profile(List<List<Long>> times) {
        List<KernelTime> kernels = new ArrayList<>();
        var units = plan.units().toList();
        for (int i = 0; i < units.size(); i++) {
            int unit = i;
            var sample = new Sample(times.stream().map(round -> round.get(unit)).toList());
            kernels.add(new KernelTime(units.get(i).name(), NativeRun.timing(sample)));
        }
        var whole = new Sample(times.stream()
                .map(round -> round.stream().mapToLong(Long::longValue).sum())
                .toList());
        return new ExecutionProfile(NativeRun.timing(whole), kernels, options.threads(), clock + MIXED);
    }
}
