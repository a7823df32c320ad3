package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each program through each pipeline, verified after every pass. */
@Tag("corpus")
final class WholePipelineTests {

    /** Edge by edge, fusions for GPUs read hundreds of arrays, and all that read one are compared in pairs: minutes. */
    private static final int PAIRED_INSTRUCTIONS = 20_000;

    private static final HloEvaluator REFERENCE =
            new HloEvaluator(EvaluationOptions.standard().withStepLimit(Long.MAX_VALUE));

    private final List<String> faults = new ArrayList<>();

    @Test
    void keepProgramsSound() throws IOException {
        var table = new Table("program", "pipeline", "passes that changed something", "rewrites", "ms", "results");
        for (var program : Corpus.orSkip().programs()) {
            var input = program.input();
            for (var pipeline : Pipelines.ALL) {
                if (size(input) <= mostInstructions(pipeline)) {
                    run(program.name(), input, pipeline, table);
                }
            }
            table.write("pipelines.md", "Each program through each pipeline, verified after every pass:");
        }
        assertThat(faults).isEmpty();
    }

    private static int mostInstructions(HloPassPipeline pipeline) {
        return pipeline.name().equals("gpu-2024") ? PAIRED_INSTRUCTIONS : Integer.MAX_VALUE;
    }

    private void run(String program, HloModule input, HloPassPipeline pipeline, Table table) {
        long start = System.nanoTime();
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER)
                .run(input, PipelineSettings.of(pipeline).withVerify(true));
        long millis = (System.nanoTime() - start) / 1_000_000;
        for (var pass : run.runs()) {
            if (pass.failure() != null) {
                faults.add("%s, %s: %s".formatted(program, pipeline.name(), pass.failure()));
            }
        }
        run.notices().forEach(notice -> faults.add("%s, %s: %s".formatted(program, pipeline.name(), notice)));
        table.row(
                program,
                pipeline.name(),
                run.runs().stream().filter(PassRun::isChanging).count(),
                run.rewrites(),
                millis,
                pipeline.equals(Pipelines.STRICT) ? compare(program, run) : "not compared");
    }

    private String compare(String program, PipelineRun run) {
        var expected = results(run.input());
        var actual = results(run.output());
        var texts = new LinkedHashSet<String>();
        for (int device = 0; device < expected.size(); device++) {
            var comparison = LiteralComparison.of(actual.get(device), expected.get(device));
            if (!comparison.agrees()) {
                faults.add(program + ": " + comparison.toText());
            }
            texts.add(comparison.toText());
        }
        var devices = expected.size() == 1 ? "" : " (on each of %d simulated devices)".formatted(expected.size());
        return String.join("; ", texts) + devices;
    }

    /** By the reference evaluator; one of each device for a program that is written for one of several. */
    private static List<Literal> results(HloModule module) {
        return DevicePart.of(module)
                .map(DevicePart::evaluate)
                .orElseGet(() -> List.of(REFERENCE.evaluate(module, GeneratedInputs.of(module, 1))));
    }

    private static int size(HloModule module) {
        return module.computations().stream()
                .mapToInt(computation -> computation.instructions().size())
                .sum();
    }

    @Test
    void endWithAsManyInstructionsAsXla() throws IOException {
        var table = new Table("program", "before", "ours", "XLA's", "our kernels", "XLA's kernels");
        for (var program : Corpus.orSkip().programs()) {
            var theirs = program.module("cpu_after.hlo");
            var input = program.input();
            if (theirs.isPresent()) {
                var ours = Comparison.outcome(new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                        .run(input, PipelineSettings.of(Pipelines.CPU)));
                table.row(
                        program.name(),
                        size(input),
                        size(ours),
                        size(theirs.get()),
                        kernels(ours),
                        kernels(theirs.get()));
            }
        }
        table.write(
                "instructions.md", "Instructions in all computations after `cpu`, and what of them runs as a kernel:");
    }

    /** What does work of its own in the entry computation: fusions, and what is in none. */
    private static long kernels(HloModule module) {
        return module.entry().instructions().stream()
                .filter(WholePipelineTests::isKernel)
                .count();
    }

    private static boolean isKernel(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Parameter _, HloOp.Constant _, HloOp.GetTupleElement _ -> false;
            default ->
                switch (instruction.opcode()) {
                    case TUPLE, BITCAST -> false;
                    default -> true;
                };
        };
    }
}
