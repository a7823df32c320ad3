package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.backend.LaunchTimes;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.RunOptions;
import org.hloexplorer.pipeline.worker.Sample;

/** Runs a program as an eager framework does, one step at a time, and as a whole, and takes the time of both from outside. */
final class StepByStep {
    private final Program program;
    private final int steps;
    private final RunOptions once;
    private final Limit limit;

    StepByStep(Program program, int steps, int threads, Limit limit) {
        this.program = program;
        this.steps = steps;
        this.once = new RunOptions(0, 1, threads);
        this.limit = limit;
    }

    /** Times of a run, in nanoseconds. */
    private record Run(long wall, long kernels) {}

    LaunchTimes measure(List<Upload> uploads, int repeat) {
        program.run(uploads, 0, 0, List.of(), RunOptions.ONCE, limit);
        List<Run> eager = new ArrayList<>();
        List<Run> compiled = new ArrayList<>();
        for (int round = -1; round < repeat; round++) {
            var stepwise = eager();
            var whole = part(0, steps);
            if (round >= 0) {
                eager.add(stepwise);
                compiled.add(whole);
            }
        }
        return new LaunchTimes(
                steps,
                median(eager.stream().map(Run::wall).toList()),
                median(eager.stream().map(Run::kernels).toList()),
                median(compiled.stream().map(Run::wall).toList()),
                median(compiled.stream().map(Run::kernels).toList()),
                repeat);
    }

    private Run eager() {
        long wall = 0;
        long kernels = 0;
        for (int step = 0; step < steps; step++) {
            var run = part(step, step + 1);
            wall += run.wall();
            kernels += run.kernels();
        }
        return new Run(wall, kernels);
    }

    private Run part(int first, int end) {
        long start = System.nanoTime();
        var times = program.run(List.of(), first, end, List.of(), once, limit);
        return new Run(System.nanoTime() - start, times.whole().minimum());
    }

    private static double median(List<Long> nanoseconds) {
        return new Sample(nanoseconds).median();
    }
}
