package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Transfers;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.Sample;
import org.hloexplorer.pipeline.worker.TransferTimes;
import org.jspecify.annotations.Nullable;

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
        List<Upload> uploads = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            uploads.addAll(transfer.uploads(plan.parameters().get(i), arguments.get(i)));
        }
        return plan.fallbacks().isEmpty() ? whole(uploads) : mixed(uploads);
    }

    private ExecutionResult whole(List<Upload> uploads) {
        var result = transfer.fetch(plan.result());
        var repeats = new org.hloexplorer.pipeline.worker.RunOptions(1, options.repeat(), options.threads());
        var times = program.run(uploads, 0, plan.steps().size(), result.downloads(), repeats, limit);
        List<KernelTime> kernels = new ArrayList<>();
        var units = plan.units().toList();
        for (int i = 0; i < units.size(); i++) {
            kernels.add(new KernelTime(units.get(i).name(), timing(times.units().get(i))));
        }
        return new ExecutionResult(
                result.literal(),
                new ExecutionProfile(
                        timing(times.whole()), kernels, options.threads(), clock, transfers(times.transfers())));
    }

    private static @Nullable Transfers transfers(TransferTimes times) {
        return times.equals(TransferTimes.NONE)
                ? null
                : new Transfers(times.bytesIn(), times.nanosecondsIn(), times.bytesOut(), times.nanosecondsOut());
    }

    private static Timing timing(Sample sample) {
        long most =
                sample.nanoseconds().stream().mapToLong(Long::longValue).max().orElseThrow();
        return new Timing(sample.nanoseconds().size(), sample.minimum(), sample.median(), most);
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
            kernels.add(new KernelTime(units.get(i).name(), timing(sample)));
        }
        var whole = new Sample(times.stream()
                .map(round -> round.stream().mapToLong(Long::longValue).sum())
                .toList());
        return new ExecutionProfile(timing(whole), kernels, options.threads(), clock + MIXED);
    }
}
