package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.backend.LaunchTimes;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.RunOptions;
import org.hloexplorer.pipeline.worker.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program as an eager framework does, one step at a time, and as a whole, in turns.
 *
 * <p>Where there is a kernel that does nothing, all is timed inside the worker, and what that kernel takes is what a launch
 * costs. Elsewhere time is taken from outside, and a launch is the request and the answer less the step.
 */
final class StepByStep {
    private static final int EMPTY_LAUNCHES = 3;

    private final Program program;
    private final @Nullable Program empty;
    private final int steps;
    private final RunOptions once;
    private final Limit limit;

    /** @param empty a program of one kernel that does nothing */
    StepByStep(Program program, @Nullable Program empty, int steps, int threads, Limit limit) {
        this.program = program;
        this.empty = empty;
        this.steps = steps;
        this.once = new RunOptions(0, 1, threads);
        this.limit = limit;
    }

    /** Times of a run, in nanoseconds: from outside, and of the steps alone. */
    private record Run(long wall, long kernels) {}

    LaunchTimes measure(List<Upload> uploads, int repeat) {
        program.run(uploads, 0, 0, List.of(), RunOptions.ONCE, limit);
        List<Run> eager = new ArrayList<>();
        List<Run> compiled = new ArrayList<>();
        List<Long> launches = new ArrayList<>();
        for (int round = -1; round < repeat; round++) {
            var stepwise = eager();
            var whole = part(program, 0, steps);
            var launched = launches(stepwise);
            if (round >= 0) {
                eager.add(stepwise);
                compiled.add(whole);
                launches.addAll(launched);
            }
        }
        return times(sample(eager), sample(compiled), new Sample(launches), repeat);
    }

    private LaunchTimes times(Sample eager, Sample compiled, Sample launches, int repeat) {
        return new LaunchTimes(
                steps,
                launches.median(),
                launches.minimum(),
                eager.median(),
                eager.spread(),
                compiled.median(),
                compiled.spread(),
                repeat,
                empty == null
                        ? "wall clock around the request for one kernel and the worker's answer, less the kernel, median of %d: a message to another process, where a framework takes microseconds"
                                .formatted(launches.nanoseconds().size())
                        : "a kernel that does nothing, launched by itself in the worker as all kernels are, its threads asleep before, median of %d"
                                .formatted(launches.nanoseconds().size()));
    }

    private Sample sample(List<Run> runs) {
        return new Sample(
                runs.stream().map(empty == null ? Run::wall : Run::kernels).toList());
    }

    private List<Long> launches(Run stepwise) {
        if (empty == null) {
            return List.of(Math.max(0, stepwise.wall() - stepwise.kernels()) / steps);
        }
        List<Long> launches = new ArrayList<>();
        for (int i = 0; i < EMPTY_LAUNCHES; i++) {
            launches.add(part(empty, 0, 1).kernels());
        }
        return launches;
    }

    private Run eager() {
        long wall = 0;
        long kernels = 0;
        for (int step = 0; step < steps; step++) {
            var run = part(program, step, step + 1);
            wall += run.wall();
            kernels += run.kernels();
        }
        return new Run(wall, kernels);
    }

    private Run part(Program of, int first, int end) {
        long start = System.nanoTime();
        var times = of.run(List.of(), first, end, List.of(), once, limit);
        return new Run(System.nanoTime() - start, times.whole().minimum());
    }
}
