package org.hloexplorer.pipeline.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.dump.DumpOptions.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps what a pipeline makes of a program, and reads it again. */
final class DumpWriterTests {
    @TempDir
    private Path folder;

    private static HloModule softmax() throws IOException {
        return HloReader.read(Path.of(
                        "src/test/resources/dumps/softmax_cpu/module_0000.jit_softmax.before_optimizations.txt"))
                .orThrow();
    }

    private static PipelineRun run(HloModule module, DumpWriter writer) {
        writer.begin(module);
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(module, PipelineSettings.of(Pipelines.named("cpu").orElseThrow()), new Cancellation(), writer);
        writer.end(run.output());
        return run;
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatIsReadBackIsTheSameTimeline() throws IOException {
        var module = softmax();
        var ours = run(module, new DumpWriter(DumpOptions.all(folder), 0, "cpu", module.name()));
        var read = DumpTimeline.read(DumpFolder.open(folder).programs().getFirst());

        assertThat(HloPrinter.print(read.input())).isEqualTo(HloPrinter.print(module));
        assertThat(changes(read)).isEqualTo(changes(ours)).hasSizeGreaterThan(5);
        assertThat(HloPrinter.print(read.output())).isEqualTo(HloPrinter.print(ours.output()));
        assertThat(read.notices()).isEmpty();
    }

    /** Each change of the text with the pass that made it. */
    private static List<String> changes(PipelineRun run) {
        var changes = new ArrayList<String>();
        for (PassRun each : run.runs()) {
            var before = HloPrinter.print(each.before());
            var after = HloPrinter.print(each.after());
            if (!before.equals(after)) {
                changes.add(each.pass() + "\n" + after);
            }
        }
        return changes;
    }

    @Test
    void filesAreCalledAndNumberedAsXlaCallsThem() throws IOException {
        var module = softmax();
        run(module, new DumpWriter(DumpOptions.all(folder), 7, "cpu", module.name()));
        assertThat(names())
                .contains(
                        "module_0007.jit_softmax.before_optimizations.txt",
                        "module_0007.jit_softmax.0000.sharding-removal.after_pipeline-start.before_flatten-call-graph.txt",
                        "module_0007.jit_softmax.cpu_after_optimizations.txt",
                        "module_0007.jit_softmax.cpu_after_optimizations-buffer-assignment.txt",
                        "module_0007.jit_softmax.cpu_after_optimizations-memory-usage-report.txt")
                .anyMatch(
                        each -> each.matches(
                                "module_0007\\.jit_softmax\\.\\d{4}\\.simplification\\.after_algsimp\\.before_simplify-sorts\\.txt"))
                .anyMatch(
                        each -> each.matches("module_0007\\.jit_softmax\\.\\d{4}\\.HLO_passes_through_layout_assignment"
                                + "\\.after_simplification\\.before_select_and_scatter_expander\\.txt"))
                .noneMatch(each -> each.contains("after_cholesky_expander"));
        assertThat(DumpFolder.open(folder).programs().getFirst().missingSteps()).isEmpty();
    }

    @Test
    void onlyTheEndsAreWrittenWithoutAPattern() throws IOException {
        var module = softmax();
        var options = new DumpOptions(folder, null, null, EnumSet.of(Format.TEXT, Format.PROTO), false);
        run(module, new DumpWriter(options, 0, "cpu", module.name()));
        assertThat(names())
                .containsExactly(
                        "module_0000.jit_softmax.before_optimizations.hlo.pb",
                        "module_0000.jit_softmax.before_optimizations.txt",
                        "module_0000.jit_softmax.cpu_after_optimizations-buffer-assignment.txt",
                        "module_0000.jit_softmax.cpu_after_optimizations-memory-usage-report.txt",
                        "module_0000.jit_softmax.cpu_after_optimizations.hlo.pb",
                        "module_0000.jit_softmax.cpu_after_optimizations.txt");
    }

    @Test
    void aPatternWritesWhatDidNotChangeToo() throws IOException {
        var module = softmax();
        var options = new DumpOptions(folder, Pattern.compile("cholesky"), null, EnumSet.of(Format.TEXT), false);
        run(module, new DumpWriter(options, 0, "cpu", module.name()));
        assertThat(names())
                .anyMatch(each -> each.contains(".after_comparison-expander.before_cholesky_expander."))
                .anyMatch(each -> each.contains(".after_cholesky_expander.before_triangular_solve_expander."))
                .noneMatch(each -> each.contains("algsimp"));
    }

    @Test
    void twoDumpsAreAlignedByPipelineAndPass(@TempDir Path other) throws IOException {
        var module = softmax();
        run(module, new DumpWriter(DumpOptions.all(folder), 0, "cpu", module.name()));
        var without = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE);
        var writer = new DumpWriter(DumpOptions.all(other), 0, "cpu", module.name());
        writer.begin(module);
        var settings = PipelineSettings.of(Pipelines.named("cpu").orElseThrow()).togglingPass("fusion");
        writer.end(without.run(module, settings, new Cancellation(), writer).output());

        var comparison = DumpComparison.of(only(folder), only(other));
        var first = comparison.firstDifference(new Cancellation()).orElseThrow();
        assertThat(first.words()).isEqualTo("HLO_passes_after_layout_assignment / fusion (in the first only)");
        assertThat(comparison.peakOfLeft().source()).isEqualTo("XLA's memory usage report");
        assertThat(comparison.peakOfLeft().bytes())
                .isLessThan(comparison.peakOfRight().bytes());
        assertThat(DumpComparison.of(only(folder), only(folder)).firstDifference(new Cancellation()))
                .isEmpty();

        var differences = DumpDifferences.of(comparison, new Cancellation());
        assertThat(differences.first().orElseThrow().step()).isEqualTo(first);
        assertThat(differences.rows())
                .extracting(DumpDifferences.Row::state)
                .startsWith(DumpDifferences.State.SAME)
                .contains(DumpDifferences.State.LEFT_ONLY)
                .endsWith(DumpDifferences.State.DIFFERENT);
        assertThat(differences.fusions().lost()).isNotEmpty();
        var pair = DumpComparison.pair(differences.rows().getLast().step());
        assertThat(HloPrinter.print(pair.left())).isNotEqualTo(HloPrinter.print(pair.right()));
        assertThat(pair.right().entry().parameters().getFirst().id())
                .isEqualTo(pair.left().entry().parameters().getFirst().id());
    }

    private static DumpedModule only(Path folder) throws IOException {
        return DumpFolder.open(folder).programs().getFirst();
    }

    @Test
    void kernelsLeadToTheFilesOfTheirFusions() throws IOException {
        var dump = only(Path.of("src/test/resources/dumps/softmax_cpu"));
        var last = DumpTimeline.read(dump).output();
        var sources = new KernelSources(dump);
        assertThat(sources.withCode(last).stream().map(Object::toString))
                .containsExactly("%broadcast_divide_fusion", "%broadcast_multiply_fusion");
        var fusion = last.entry().find("broadcast_divide_fusion").orElseThrow();
        assertThat(sources.of(fusion).stream()
                        .map(each -> each.path().getFileName().toString()))
                .containsExactly(
                        "module_0000.jit_softmax.broadcast_divide_fusion_kernel_module.ir-no-opt.ll",
                        "module_0000.jit_softmax.broadcast_divide_fusion_kernel_module.ir-with-opt.ll");
    }
}
