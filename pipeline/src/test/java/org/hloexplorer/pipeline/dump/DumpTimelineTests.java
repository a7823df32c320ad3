package org.hloexplorer.pipeline.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.diff.DiffReport;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a real dump as a timeline. */
final class DumpTimelineTests {
    private static final Path SOFTMAX = Path.of("src/test/resources/dumps/softmax_cpu");

    @Test
    void everyDifferenceFromStepToStepIsTheOneWrittenDownByHand() throws IOException {
        var run = DumpTimeline.read(softmax(SOFTMAX));
        var found = new ArrayList<String>();
        for (var pass : run.runs()) {
            var differences = DiffReport.of(HloDiff.between(pass.before(), pass.after()));
            if (!differences.isEmpty()) {
                found.add(title(pass));
                found.addAll(differences);
            }
        }
        assertThat(found).isEqualTo(byHand());
    }

    private static List<String> byHand() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/dumps/softmax_cpu.differences")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static String title(PassRun pass) {
        return pass.pipeline() + " / " + pass.pass();
    }

    @Test
    void stepsAreInOrderWithTheirPipelines() throws IOException {
        var module = softmax(SOFTMAX);
        assertThat(module.name()).isEqualTo("jit_softmax");
        assertThat(module.steps()).hasSize(27);
        assertThat(module.steps().getFirst().pass()).isEqualTo("before_optimizations");
        assertThat(module.steps().getLast().pass()).isEqualTo("cpu_after_optimizations");
        assertThat(module.steps().get(7).title()).isEqualTo("simplification / algsimp");
        assertThat(module.steps().get(7).next()).isEqualTo("simplify-sorts");
        assertThat(module.steps().get(21).title())
                .isEqualTo("copy-insertion / after_adding_copies_to_resolve_interference");
        assertThat(module.missingSteps()).isEmpty();
        assertThat(module.sides(SideKind.LLVM_IR)).hasSize(4);
        assertThat(module.sides(SideKind.OTHER)).isEmpty();
    }

    @Test
    void lineageIsMarkedAsGuessed() throws IOException {
        var run = DumpTimeline.read(softmax(SOFTMAX));
        assertThat(run.lineage()).isEqualTo(PipelineRun.Lineage.GUESSED);
        var parameter = run.input().entry().find("x.1").orElseThrow();
        assertThat(run.output().entry().find("x.1").orElseThrow().id()).isEqualTo(parameter.id());
    }

    @Test
    void aMissingStepIsNamedAndTheOthersAreRead(@TempDir Path folder) throws IOException {
        copy(folder);
        delete(folder, ".0005.");
        delete(folder, ".0006.");
        var module = softmax(folder);
        assertThat(module.missingSteps()).containsExactly(5, 6);
        var run = DumpTimeline.read(module);
        assertThat(run.notices()).singleElement().asString().contains("Steps 0005 to 0006 are missing");
        assertThat(run.runs().get(5).status()).isEqualTo(PassStatus.CHANGED);
        assertThat(run.runs()).hasSize(24);
    }

    @Test
    void allThatIsWrongWithADumpIsSaid(@TempDir Path folder) throws IOException {
        copy(folder);
        assertThat(DumpTimeline.complaints(softmax(folder), new Cancellation())).isEmpty();
        Files.writeString(file(folder, ".0003."), "");
        Files.writeString(file(folder, ".0006."), "no program");
        delete(folder, ".0008.");
        delete(folder, ".0010.");
        delete(folder, ".0011.");
        assertThat(DumpTimeline.complaints(softmax(folder), new Cancellation()))
                .satisfiesExactly(
                        empty -> assertThat(empty).contains(".0003."),
                        garbage -> assertThat(garbage).contains(".0006."),
                        missing -> assertThat(missing).contains("Steps 0008, 0010 to 0011 are missing"));
    }

    @Test
    void aBrokenStepFailsAlone(@TempDir Path folder) throws IOException {
        copy(folder);
        Files.writeString(file(folder, ".0006."), "HloModule broken\n\nENTRY main { ROOT %a = f32[2]{0} add(%b, %c) }");
        var run = DumpTimeline.read(softmax(folder));
        assertThat(run.runs().get(6).status()).isEqualTo(PassStatus.FAILED);
        assertThat(run.runs().get(6).failure()).contains(".0006.");
        assertThat(run.runs().get(7).failure()).isNull();
    }

    static DumpedModule softmax(Path folder) throws IOException {
        return DumpFolder.open(folder).programs().getFirst();
    }

    static void copy(Path folder) throws IOException {
        try (var files = Files.list(SOFTMAX)) {
            for (var file : (Iterable<Path>) files::iterator) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
    }

    private static void delete(Path folder, String part) throws IOException {
        Files.delete(file(folder, part));
    }

    private static Path file(Path folder, String part) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(each -> each.getFileName().toString().contains(part))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
