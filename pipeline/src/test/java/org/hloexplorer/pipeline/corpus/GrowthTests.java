package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
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
    private static final double MACHINE = 1.27;

    /** n log n gives 2.2 here. */
    private static final double ALLOWED = 2.2 * MACHINE;

    @Test
    void twiceTheProgramTakesLittleMoreThanTwiceTheTime() throws IOException {
        cpuMillis(network(FIRST));
        var table = new Table("layers", "instructions", "CPU time (ms)", "ratio to half as many");
        double before = 0;
        double ratio = 0;
        for (int i = 0; i <= DOUBLINGS; i++) {
            var module = network(FIRST << i);
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
        double allowed = linearithmic(large) / linearithmic(small);
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

    private static HloModule network(int layers) {
        var text = new StringBuilder("""
                HloModule network
                add {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT c = f32[] add(a, b)
                }
                ENTRY main {
                  x0 = f32[64,64] parameter(0)
                  w = f32[64,64] parameter(1)
                  zero = f32[] constant(0)
                  zeros = f32[64,64] broadcast(zero), dimensions={}
                """);
        for (int i = 0; i < layers; i++) {
            text.append("""
                      d%1$d = f32[64,64] dot(x%1$d, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                      r%1$d = f32[64,64] maximum(d%1$d, zeros)
                      e%1$d = f32[64,64] exponential(r%1$d)
                      s%1$d = f32[64] reduce(e%1$d, zero), dimensions={1}, to_apply=add
                      b%1$d = f32[64,64] broadcast(s%1$d), dimensions={0}
                      q%1$d = f32[64,64] divide(e%1$d, b%1$d)
                      t%1$d = f32[64,64] transpose(q%1$d), dimensions={1,0}
                      x%2$d = f32[64,64] add(t%1$d, x%1$d)
                    """.formatted(i, i + 1));
        }
        text.append("  ROOT result = f32[64,64] copy(x%d)\n}\n".formatted(layers));
        return HloParser.parseOrThrow(text.toString());
    }
}
