package org.hloexplorer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.buffers.Unexplained;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both sides of every bitcast. */
final class BitcastReasonTests {
    private static final PassRunner RUNNER = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER);

    private static final HloModule PROGRAM = HloParser.parse("m.hlo", """
            HloModule m

            add {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT sum = f32[] add(a, b)
            }

            ENTRY main {
              x = f32[64,128] parameter(0)
              w = f32[64,32] parameter(1)
              t = f32[128,64] transpose(x), dimensions={1,0}
              d = f32[128,32] dot(t, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
              s = f32[4096] reshape(d)
              e = f32[4096] exponential(s)
              r = f32[8,16,32] reshape(e)
              z = f32[] constant(0)
              ROOT sum = f32[8,32] reduce(r, z), dimensions={1}, to_apply=add
            }
            """).orThrow();

    private static List<String> sentences(PipelineRun run) {
        return run.runs().stream()
                .flatMap(each -> each.events().stream())
                .filter(PassEvent.BitcastMade.class::isInstance)
                .map(PassEvent::toText)
                .toList();
    }

    @Test
    void bothSidesAreNamed() {
        var run = RUNNER.run(
                PROGRAM, PipelineSettings.of(Passes.REGISTRY.pipelineOf("layout-assignment,reshape-decomposer")));
        assertThat(sentences(run))
                .anySatisfy(
                        each -> assertThat(each)
                                .startsWith("%bitcast")
                                .contains(
                                        "is a bitcast because %d is f32[128,32]{1,0}, as %d writes its result row-major [buffer,")
                                .endsWith(
                                        "%e (exponential) reads the same 16384 bytes as f32[4096]{0}, so that nothing has to move"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "gpu", "tpu"})
    void everyBitcastOfAPipelineHasASentence(String pipeline) {
        var run = RUNNER.run(
                PROGRAM, PipelineSettings.of(Pipelines.named(pipeline).orElseThrow()));
        assertThat(run.runs()).extracting(PassRun::failure).containsOnlyNulls();
        assertThat(Unexplained.bitcasts(run)).isEmpty();
    }

    @Test
    void oneThatThePassesDidNotMakeIsReadFromTheModule() {
        var entry = HloParser.parse("m.hlo", """
                HloModule m

                ENTRY main {
                  x = f32[2,3]{0,1} parameter(0)
                  ROOT b = f32[3,2]{1,0} bitcast(x)
                }
                """).orThrow().entry();
        assertThat(BitcastReason.of(entry, entry.root(), Optional.empty()))
                .isEqualTo("%x is f32[2,3]{0,1}, as it is handed over; %main yields the same 24 bytes as f32[3,2]{1,0},"
                        + " so that nothing has to move");
    }
}
