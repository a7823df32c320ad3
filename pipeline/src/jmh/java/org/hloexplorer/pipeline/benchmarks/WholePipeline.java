package org.hloexplorer.pipeline.benchmarks;

import java.util.concurrent.TimeUnit;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.corpus.Networks;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The whole {@code cpu} pipeline, events recorded and verifier off, over a network of twice as many layers each time. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx4g")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class WholePipeline {

    @Param({"100", "200", "400", "800", "1600"})
    private int layers;

    private HloModule network;

    @Setup
    public void build() {
        network = Networks.ofLayers(layers);
    }

    /** A runner of its own, so that nothing is remembered. */
    @Benchmark
    public Object optimise() {
        return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(network, PipelineSettings.of(Pipelines.CPU));
    }
}
