package org.hloexplorer.visualizers.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.fusion.KernelComputations;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Words;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every edge that is left between two kernels of a real program says why it is. */
@Tag("corpus")
final class CorpusEdgeTests {
    private static final int LOOKED_AT_INSTRUCTIONS = 3_000;

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "gpu", "teaching", "tpu"})
    void everyEdgeHasASentence(String pipeline) throws IOException {
        var silent = new ArrayList<String>();
        int edges = 0;
        for (var file : programs()) {
            var module = HloParser.parseOrThrow(text(file));
            if (size(module) <= LOOKED_AT_INSTRUCTIONS) {
                edges += edgesOf(String.valueOf(file.getParent()), run(module, pipeline), silent);
            }
        }
        assertThat(edges).isPositive();
        assertThat(silent).isEmpty();
    }

    /** The largest programs, which the others leave out. */
    @Test
    void everyEdgeOfTheLargestProgramsHasASentence() throws IOException {
        var silent = new ArrayList<String>();
        int edges = 0;
        for (var file : programs()) {
            var module = HloParser.parseOrThrow(text(file));
            if (size(module) > LOOKED_AT_INSTRUCTIONS) {
                int found = edgesOf(String.valueOf(file.getParent()), run(module, "cpu"), silent);
                assertThat(found).as(file.toString()).isPositive();
                edges += found;
            }
        }
        assertThat(edges).isPositive();
        assertThat(silent).isEmpty();
    }

    private static String text(Path file) throws IOException {
        if (!file.toString().endsWith(".gz")) {
            return Files.readString(file);
        }
        try (var stream = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<Path> programs() throws IOException {
        var folder = System.getProperty("hlox.corpus");
        assumeTrue(folder != null, "skipped: no corpus of programs was named by -Dhlox.corpus=FOLDER");
        try (var files = Files.walk(Path.of(folder), 3)) {
            return files.filter(file -> file.getFileName().toString().matches("before_opt\\.hlo(\\.gz)?"))
                    .sorted()
                    .toList();
        }
    }

    private static int size(HloModule module) {
        return module.computations().stream()
                .mapToInt(each -> each.instructions().size())
                .sum();
    }

    private static PipelineRun run(HloModule module, String pipeline) {
        return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(module, PipelineSettings.of(Pipelines.named(pipeline).orElseThrow()));
    }

    private static int edgesOf(String program, PipelineRun run, List<String> silent) {
        var lineage = Lineage.of(run);
        var verdicts = FusionVerdicts.upTo(run, run.versions() - 1, lineage);
        var inspector = new Inspector(run, lineage);
        int edges = 0;
        for (var computation : KernelComputations.of(run.output())) {
            for (var consumer : computation.instructions()) {
                for (int i = 0; i < consumer.operandCount(); i++) {
                    var producer = computation.operand(consumer, i);
                    edges++;
                    if (verdicts.latest(producer, consumer, run.output()).isEmpty()
                            && isUnexplained(inspector, run, producer, consumer)) {
                        silent.add("%s: %s".formatted(program, edge(computation, producer, consumer)));
                    }
                }
            }
        }
        return edges;
    }

    private static boolean isUnexplained(
            Inspector inspector, PipelineRun run, HloInstruction producer, HloInstruction consumer) {
        var edge = new EdgeSelection(
                run.versions() - 1,
                run.output().computationOf(producer.id()).orElseThrow().id(),
                producer.id(),
                consumer.id());
        var unseen = Words.say("inspector.never.unseen", "PASS", "N")
                .split("PASS", -1)[1]
                .split("N", -1)[1];
        return inspector.inspect(edge).orElseThrow().reasons().stream()
                .anyMatch(reason -> reason.sentence().contains(unseen));
    }

    private static String edge(HloComputation computation, HloInstruction producer, HloInstruction consumer) {
        return "%s in %s of %s into %s in %s"
                .formatted(producer, producer.opcode(), computation, consumer, consumer.opcode());
    }
}
