package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the time of the whole {@code cpu} pipeline grows with the program: layers of a network, twice as many each time. */
@Tag("corpus")
final class GrowthTests {
    private static final int FIRST = 100;
    private static final int DOUBLINGS = 4;
    private static final int REPEATS = 3;

    /** What caches, collection of garbage and others on the machine may add. */
    private static final double MACHINE = 1.15;

    /** n log n gives 2.2 here. */
    private static final double ALLOWED = 2.2 * MACHINE;

    @Test
    void twiceTheProgramTakesLittleMoreThanTwiceTheTime() throws IOException {
        cpuMillis(Networks.ofLayers(FIRST));
        var table = new Table("layers", "instructions", "CPU time (ms)", "ratio to half as many");
        double before = 0;
        double ratio = 0;
        for (int i = 0; i <= DOUBLINGS; i++) {
            var module = Networks.ofLayers(FIRST << i);
            double time = cpuMillis(module);
            ratio = before == 0 ? 0 : time / before;
            table.row(
                    FIRST << i,
                    module.instructionCount(),
                    "%.0f".formatted(time),
                    before == 0 ? "" : "%.2f".formatted(ratio));
            before = time;
        }
        table.write("growth.md", "Time of the whole `cpu` pipeline, events recorded, verifier off:");
        assertThat(ratio).isLessThan(ALLOWED);
    }

    /** The best of a few runs, each with a runner of its own, so that nothing is remembered. */
    private static double cpuMillis(HloModule module) {
        var threads = ManagementFactory.getThreadMXBean();
        var times = new double[REPEATS];
        for (int i = 0; i < REPEATS; i++) {
            long start = threads.getCurrentThreadCpuTime();
            new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, PipelineSettings.of(Pipelines.CPU));
            times[i] = (threads.getCurrentThreadCpuTime() - start) / 1e6;
        }
        return Arrays.stream(times).min().orElseThrow();
    }

    @Test
    void fiftySixLayersTakeLittleMoreThanTheirShare() throws IOException {
        var corpus = Corpus.orSkip();
        var small = corpus.program("gpt2_adam_train").input();
        var large = corpus.program("gpt56_adam_train").input();
        cpuMillis(small);
        double smallTime = cpuMillis(small);
        double largeTime = cpuMillis(large);
        double allowed = linearithmic(optimised(large)) / linearithmic(optimised(small));
        var table =
                new Table("program", "instructions", "CPU time (ms)", "ratio", "n log n", "MB a finished run holds");
        table.row("gpt2_adam_train", small.instructionCount(), Math.round(smallTime), "", "", heldMegabytes(small));
        table.row(
                "gpt56_adam_train",
                large.instructionCount(),
                Math.round(largeTime),
                "%.2f".formatted(largeTime / smallTime),
                "%.2f".formatted(allowed),
                heldMegabytes(large));
        table.write("growth-adam.md", "Time of the whole `cpu` pipeline, events recorded, verifier off:");
        assertThat(largeTime / smallTime).isLessThan(allowed * MACHINE);
    }

    /** Fusion copies producers into their consumers: the work is in the instructions that come out. */
    private static HloModule optimised(HloModule module) {
        return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(module, PipelineSettings.of(Pipelines.CPU))
                .output();
    }

    private static double linearithmic(HloModule module) {
        return module.instructionCount() * Math.log(module.instructionCount());
    }

    /** What all versions of the module and all events take together, beyond the module itself. */
    private static long heldMegabytes(HloModule module) {
        long before = usedBytes();
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, PipelineSettings.of(Pipelines.CPU));
        try {
            return (usedBytes() - before) >> 20;
        } finally {
            Reference.reachabilityFence(run);
        }
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
