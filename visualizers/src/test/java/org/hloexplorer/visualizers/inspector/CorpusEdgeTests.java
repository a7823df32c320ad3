package org.hloexplorer.visualizers.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
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
import org.hloexplorer.pipeline.dump.DumpFolder;
import org.hloexplorer.pipeline.dump.DumpTimeline;
import org.hloexplorer.pipeline.fusion.KernelComputations;
import org.hloexplorer.visualizers.DecisionWords;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.FusionVerdicts.Verdict;
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

    /** Each pipeline takes minutes for the largest program of all. */
    private static final int LOOKED_AT_IN_EVERY_PIPELINE = 20_000;

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "gpu", "gpu-2024", "teaching", "tpu"})
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
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "gpu", "gpu-2024", "teaching", "tpu"})
    void everyEdgeOfTheLargestProgramsHasASentence(String pipeline) throws IOException {
        var silent = new ArrayList<String>();
        int edges = 0;
        for (var file : programs()) {
            var module = HloParser.parseOrThrow(text(file));
            if (size(module) > LOOKED_AT_INSTRUCTIONS
                    && (pipeline.equals("cpu") || size(module) <= LOOKED_AT_IN_EVERY_PIPELINE)) {
                int found = edgesOf(String.valueOf(file.getParent()), run(module, pipeline), silent);
                assertThat(found).as(file.toString()).isPositive();
                edges += found;
            }
        }
        assertThat(edges).isPositive();
        assertThat(silent).isEmpty();
    }

    /** What XLA's fusion for the CPU did to its dumped input, our check of the same input agrees with, edge by edge. */
    @Test
    void ourCheckAgreesWithTheDumpsForTheCpu() throws IOException {
        var differing = new ArrayList<String>();
        int agreeing = 0;
        for (var folder : folders("dump_cpu")) {
            var run = DumpTimeline.read(DumpFolder.open(folder).programs().getFirst());
            int version = firstFusion(run);
            var module = run.version(version);
            var verdicts = FusionVerdicts.upTo(run, version, Lineage.of(run));
            for (var computation : module.computations()) {
                for (var consumer : computation.instructions()) {
                    for (var producer : computation.operands(consumer)) {
                        var verdict = verdicts.latest(producer, consumer, module);
                        agreeing += verdict.filter(Verdict::isAsDecided).isPresent() ? 1 : 0;
                        verdict.filter(each -> !each.isAsDecided())
                                .ifPresent(each -> differing.add(folder + ": " + DecisionWords.sentence(each)));
                    }
                }
            }
        }
        assertThat(agreeing).isPositive();
        assertThat(differing).isEmpty();
    }

    /** Of XLA's own dumps, which say what was fused and not why, every edge of every step from the first fusion on. */
    @Test
    void everyEdgeOfADumpHasASentence() throws IOException {
        var silent = new ArrayList<String>();
        int edges = 0;
        int dumps = 0;
        for (var folder : folders("dump_(cpu|tpu)")) {
            var dump = DumpFolder.open(folder).programs().getFirst();
            var run = DumpTimeline.read(dump);
            var lineage = Lineage.of(run);
            var inspector = new Inspector(run, lineage);
            int first = firstFusion(run);
            int found = 0;
            for (int version = first; version < run.versions(); version++) {
                if (version == first || run.runs().get(version - 1).isChanging()) {
                    found += edgesOf(folder.toString(), run, version, lineage, inspector, silent);
                }
            }
            assertThat(found).as(folder.toString()).isPositive();
            edges += found;
            dumps++;
        }
        assertThat(dumps).isPositive();
        assertThat(silent).isEmpty();
    }

    /** And of the modules that XLA made for CPU and TPU, given to no pass of ours. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu_after", "tpu_after"})
    void everyEdgeOfAFinishedModuleHasASentence(String name) throws IOException {
        var silent = new ArrayList<String>();
        int edges = 0;
        for (var file : files(name)) {
            var run = new PipelineRun("none", HloParser.parseOrThrow(text(file)), List.of(), List.of());
            var lineage = Lineage.of(run);
            edges += edgesOf(file.toString(), run, 0, lineage, new Inspector(run, lineage), silent);
        }
        assertThat(edges).isPositive();
        assertThat(silent).isEmpty();
    }

    private static int firstFusion(PipelineRun run) {
        return IntStream.range(0, run.runs().size())
                        .filter(i -> run.runs().get(i).pass().contains("fusion")
                                && run.runs().get(i).isChanging())
                        .findFirst()
                        .orElseThrow()
                + 1;
    }

    /** The dumps beside the programs; a corpus without any is no reason to say that all is well. */
    private static List<Path> folders(String pattern) throws IOException {
        return below(2, Files::isDirectory, pattern);
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
        return files("before_opt");
    }

    private static List<Path> files(String name) throws IOException {
        return below(3, Files::isRegularFile, name + "\\.hlo(\\.gz)?");
    }

    private static List<Path> below(int depth, Predicate<Path> kind, String pattern) throws IOException {
        var corpus = corpus();
        try (var files = Files.walk(corpus, depth)) {
            var found = files.filter(kind)
                    .filter(file -> file.getFileName().toString().matches(pattern))
                    .sorted()
                    .toList();
            assertThat(found).as("%s below %s", pattern, corpus).isNotEmpty();
            return found;
        }
    }

    /** The folder with a folder per program: the one that was named, or {@code corpus} in it. */
    private static Path corpus() {
        var folder = System.getProperty("hlox.corpus");
        assumeTrue(folder != null, "skipped: no corpus of programs was named by -Dhlox.corpus=FOLDER");
        var named = Path.of(folder);
        return Files.isDirectory(named.resolve("corpus")) ? named.resolve("corpus") : named;
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
        return edgesOf(program, run, run.versions() - 1, lineage, new Inspector(run, lineage), silent);
    }

    private static int edgesOf(
            String program, PipelineRun run, int version, Lineage lineage, Inspector inspector, List<String> silent) {
        var verdicts = FusionVerdicts.upTo(run, version, lineage);
        var module = run.version(version);
        int edges = 0;
        for (var computation : KernelComputations.of(module)) {
            for (var consumer : computation.instructions()) {
                for (int i = 0; i < consumer.operandCount(); i++) {
                    var producer = computation.operand(consumer, i);
                    edges++;
                    if (verdicts.latest(producer, consumer, module).isEmpty()
                            && isUnexplained(
                                    inspector,
                                    new EdgeSelection(version, computation.id(), producer.id(), consumer.id()))) {
                        silent.add("%s, version %d: %s"
                                .formatted(program, version, edge(computation, producer, consumer)));
                    }
                }
            }
        }
        return edges;
    }

    private static boolean isUnexplained(Inspector inspector, EdgeSelection edge) {
        var unseen = Words.say("inspector.never.unseen", "PASS", "N")
                .split("PASS", -1)[1]
                .split("N", -1)[1];
        var nobody = Words.say("inspector.never.notYet");
        return inspector.inspect(edge).orElseThrow().reasons().stream()
                .anyMatch(reason ->
                        reason.sentence().contains(unseen) || reason.sentence().contains(nobody));
    }

    private static String edge(HloComputation computation, HloInstruction producer, HloInstruction consumer) {
        return "%s in %s of %s into %s in %s"
                .formatted(producer, producer.opcode(), computation, consumer, consumer.opcode());
    }
}
