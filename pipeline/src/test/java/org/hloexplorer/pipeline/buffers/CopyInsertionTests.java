package org.hloexplorer.pipeline.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassLog;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies in programs from public reports, as many as XLA makes and each with its reason. */
final class CopyInsertionTests {

    static HloModule read(String name) throws IOException {
        return HloReader.read(Path.of("src/test/resources/buffers/" + name + ".hlo"))
                .orThrow();
    }

    static PipelineRun cpu(HloModule module) {
        return new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER)
                .run(module, PipelineSettings.of(Pipelines.named("cpu").orElseThrow()));
    }

    private static List<String> sentences(PipelineRun run) {
        return run.runs().stream()
                .flatMap(each -> each.events().stream())
                .filter(PassEvent.CopyInserted.class::isInstance)
                .map(PassEvent::toText)
                .toList();
    }

    private static long copies(HloModule module) {
        return module.computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(each -> each.opcode() == HloOpcode.COPY)
                .count();
    }

    @Test
    void aSliceThatIsReadBesideAnUpdateForcesTwoFullCopies() throws IOException {
        var run = cpu(read("xla-20440-dus-and-slice-copies"));
        assertThat(copies(run.output())).isEqualTo(2);
        assertThat(sentences(run))
                .containsExactly(
                        "copied %copy.1: %bitcast_dynamic-update-slice_fusion updates it in place: %slice_bitcast_fusion "
                                + "reads %copy.1, and nothing makes it run before %bitcast_dynamic-update-slice_fusion "
                                + "is written there",
                        "copied %x: result {0} is written over it: %slice_bitcast_fusion reads %x, and nothing makes it "
                                + "run before %copy.2 is written there");
    }

    @Test
    void anUpdateThatDependsOnEverythingReadNeedsNone() throws IOException {
        var log = PassLog.unrestricted();
        var module = read("xla-20440-dus-and-slice-copies");
        assertThat(new CopyInsertion().run(module, log)).isSameAs(module);
        assertThat(log.events()).allMatch(PassEvent.Declined.class::isInstance).hasSize(3);
    }

    @Test
    void eachResultThatIsTheSameConstantIsACopyOfItsOwn() throws IOException {
        var run = cpu(read("tf-57087-tuple-of-same-constant"));
        assertThat(copies(run.output())).isEqualTo(4);
        assertThat(sentences(run))
                .containsExactly(
                        "copied %k: it is a constant, and the caller owns result {0}",
                        "copied %k: result {1} is also result {0}, and the caller owns both",
                        "copied %k: result {2} is also result {0}, and the caller owns both",
                        "copied %k: result {3} is also result {0}, and the caller owns both");
    }

    @Test
    void aLoopUpdatesItsBufferInPlace() throws IOException {
        var run = cpu(read("jax-40101-dus-accumulate-loop"));
        assertThat(sentences(run))
                .hasSize(3)
                .anyMatch(each -> each.startsWith("copied %x: %w changes it: %x is the caller's"))
                .noneMatch(each -> each.contains("updates it in place"));
        var body = run.output().computations().stream()
                .filter(each -> each.name().startsWith("body"))
                .findFirst()
                .orElseThrow();
        assertThat(body.instructions().stream()
                        .filter(each -> each.opcode() == HloOpcode.COPY)
                        .map(each -> each.shape().toString()))
                .containsExactly("s32[]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xla-20440-dus-and-slice-copies",
                "tf-57087-tuple-of-same-constant",
                "jax-40101-dus-accumulate-loop"
            })
    void everyCopyHasASentence(String name) throws IOException {
        var run = cpu(read(name));
        assertThat(copies(run.output())).isPositive();
        assertThat(Unexplained.copies(run)).isEmpty();
    }

    @Test
    void aCopyOfTheProgramItselfHasNone() {
        var module = HloParser.parse("c.hlo", """
                HloModule c

                ENTRY main {
                  x = f32[8] parameter(0)
                  c = f32[8] copy(x)
                  ROOT n = f32[8] negate(c)
                }
                """).orThrow();
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER)
                .run(module, PipelineSettings.of(Passes.REGISTRY.pipelineOf("dce")));
        assertThat(Unexplained.copies(run)).containsExactly("c");
    }

    @Test
    void aModuleWithItsCopiesNeedsNoMore() throws IOException {
        for (var name : List.of("tf-57087-tuple-of-same-constant", "jax-40101-dus-accumulate-loop")) {
            var once = new CopyInsertion().run(read(name), PassLog.unrestricted());
            assertThat(copies(new CopyInsertion().run(once, PassLog.unrestricted())))
                    .isEqualTo(copies(once));
        }
    }
}
