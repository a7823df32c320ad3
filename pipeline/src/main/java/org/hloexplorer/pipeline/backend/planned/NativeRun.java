package org.hloexplorer.pipeline.backend.planned;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Transfers;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.Sample;
import org.hloexplorer.pipeline.worker.TransferTimes;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a program that a worker does from its first step to its last.
 *
 * @param parameters where arguments go
 * @param steps how many there are
 * @param units names of what is timed, in the order it runs
 * @param clock how times are taken, in words
 */
public record NativeRun(
        Program program,
        LiteralTransfer transfer,
        List<PlanValue> parameters,
        PlanValue result,
        int steps,
        List<String> units,
        String clock) {
    private static final long WARMTH = Duration.ofMillis(200).toNanos();

    public NativeRun {
        parameters = List.copyOf(parameters);
        units = List.copyOf(units);
    }

    /** Runs it as often as is asked for: after one run for warmth, or where several are timed 200 ms of them. */
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Limit limit) {
        var fetch = transfer.fetch(result);
        var repeats = new org.hloexplorer.pipeline.worker.RunOptions(
                1, options.repeat() == 1 ? 0 : WARMTH, options.repeat(), options.threads());
        var times = program.run(uploads(arguments), 0, steps, fetch.downloads(), repeats, limit);
        List<KernelTime> kernels = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            kernels.add(new KernelTime(units.get(i), timing(times.units().get(i))));
        }
        return new ExecutionResult(
                fetch.literal(),
                new ExecutionProfile(
                        timing(times.whole()), kernels, options.threads(), clock, transfers(times.transfers())));
    }

    List<Upload> uploads(List<Literal> arguments) {
        List<Upload> uploads = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            uploads.addAll(transfer.uploads(parameters.get(i), arguments.get(i)));
        }
        return uploads;
    }

    private static @Nullable Transfers transfers(TransferTimes times) {
        return times.equals(TransferTimes.NONE)
                ? null
                : new Transfers(times.bytesIn(), times.nanosecondsIn(), times.bytesOut(), times.nanosecondsOut());
    }

    static Timing timing(Sample sample) {
        long most =
                sample.nanoseconds().stream().mapToLong(Long::longValue).max().orElseThrow();
        return new Timing(sample.nanoseconds().size(), sample.minimum(), sample.median(), most);
    }
}
