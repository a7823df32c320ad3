package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.gpu.GpuBackend;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each program on the first OpenCL device, as it comes and as the pipelines for GPUs leave it, beside the reference
 * evaluator.
 */
@Tag("corpus")
final class OpenClRunTests {
    private static final RunOptions OPTIONS = new RunOptions(1, 1, Duration.ofMinutes(10));

    /** As it comes. */
    private static final String NONE = "none";

    /** Larger ones go through one pipeline only: the passes of the other, and as many launches as instructions, take minutes. */
    private static final int LARGE = 20_000;

    private final List<String> faults = new ArrayList<>();
    private final Table table =
            new Table("program", "pipeline", "kernels", "left to the reference", "compile ms", "kernels ms", "outcome");

    @Test
    void agreeWithTheReference() throws IOException {
        var corpus = Corpus.orSkip();
        var only = System.getProperty("hlox.corpus.only", ".*");
        try (var worker = new Worker()) {
            var device = new GpuBackend(worker).device();
            assumeTrue(device.isAvailable(), "skipped: " + device.missing());
            for (var program : corpus.programs()) {
                if (program.name().matches(only)) {
                    run(worker, program.name(), program.input());
                }
            }
            table.write("opencl.md", "Each program on %s:".formatted(device.name()));
        }
        assertThat(faults).isEmpty();
    }

    private static int size(HloModule module) {
        return module.computations().stream()
                .mapToInt(computation -> computation.instructions().size())
                .sum();
    }

    private void run(Worker worker, String program, HloModule input) {
        if (DevicePart.of(input).isPresent()) {
            table.row(program, NONE, "", "", "", "", "not run: it is written for several devices that meet");
            return;
        }
        var arguments = GeneratedInputs.of(input, 1);
        try {
            var expected = new HloEvaluator(EvaluationOptions.standard()).evaluate(input, arguments);
            for (var pipeline : size(input) > LARGE ? List.of("gpu") : List.of(NONE, "gpu", "gpu-2024")) {
                var output = pipeline.equals(NONE) ? input : after(pipeline, input);
                run(worker, program, pipeline, output, arguments, expected);
            }
        } catch (EvaluationException e) {
            table.row(program, NONE, "", "", "", "", "not run: " + e.getMessage());
        }
    }

    private static HloModule after(String pipeline, HloModule input) {
        var settings = PipelineSettings.of(Pipelines.named(pipeline).orElseThrow());
        return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(input, settings)
                .output();
    }

    private void run(
            Worker worker,
            String program,
            String pipeline,
            HloModule module,
            List<Literal> arguments,
            Literal expected) {
        var place = "%s, pipeline %s".formatted(program, pipeline);
        try (var executable = new GpuBackend(worker).compile(module, new Cancellation())) {
            var reasons = executable.kernels().stream()
                    .map(KernelDescription::fallback)
                    .filter(reason -> reason != null)
                    .toList();
            var result = executable.run(arguments, OPTIONS, new Cancellation());
            var comparison = LiteralComparison.of(result.output(), expected, executable::tolerance);
            if (!comparison.agrees()) {
                faults.add("%s: %s".formatted(place, comparison.toText()));
            }
            table.row(
                    program,
                    pipeline,
                    executable.kernels().size(),
                    reasons.isEmpty() ? "" : "%d: %s".formatted(reasons.size(), String.join("; ", reasons)),
                    executable.compileTime().toMillis(),
                    "%.3f".formatted(result.profile().whole().medianMillis()),
                    comparison.agrees() ? "agrees" : "DIFFERS");
        } catch (BackendException e) {
            faults.add(place + ": " + e.getMessage());
            table.row(program, pipeline, "", "", "", "", String.valueOf(e.getMessage()));
        }
    }
}
