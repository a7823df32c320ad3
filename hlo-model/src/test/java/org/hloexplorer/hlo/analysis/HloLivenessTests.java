package org.hloexplorer.hlo.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class HloLivenessTests {

    @Test
    void addsUpWhatIsAliveAtEachInstruction() {
        var liveness = of("""
                ENTRY main {
                  x = f32[256] parameter(0)
                  c = f32[] constant(1)
                  b = f32[1024] broadcast(c), dimensions={}
                  n = f32[1024] negate(b)
                  e = f32[1024] exponential(n)
                  s = f32[256] slice(e), slice={[0:256]}
                  ROOT r = f32[256] add(s, x)
                }
                """);

        assertThat(liveness.bytesAt(0)).isEqualTo(1024);
        assertThat(liveness.bytesAt(3)).isEqualTo(1024 + 4096 + 4096);
        assertThat(liveness.bytesAt(6)).isEqualTo(1024 + 1024 + 1024);
        assertThat(liveness.peakBytes()).isEqualTo(1024 + 8192);
        assertThat(liveness.peakInstruction().name()).isEqualTo("n");
        assertThat(liveness.aliveAt(3))
                .extracting(value -> value.instruction().name())
                .containsExactly("b", "n", "x");
    }

    @Test
    void tuplesAndTheirElementsTakeNoRoom() {
        var liveness = of("""
                ENTRY main {
                  x = f32[256] parameter(0)
                  a = f32[256] negate(x)
                  b = f32[256] exponential(x)
                  t = (f32[256], f32[256]) tuple(a, b)
                  g = f32[256] get-tuple-element(t), index=1
                  ROOT r = f32[256] tanh(g)
                }
                """);

        assertThat(liveness.values())
                .extracting(value -> value.instruction().name())
                .containsExactly("x", "a", "b", "r");
        assertThat(liveness.aliveAt(4))
                .extracting(value -> value.instruction().name())
                .containsExactly("x", "b");
        assertThat(liveness.peakBytes()).isEqualTo(3 * 1024);
    }

    @Test
    void anUpdateWorksInPlaceWhereNobodyElseWantsTheOperand() {
        var inPlace = of("""
                ENTRY main {
                  x = f32[256] parameter(0)
                  i = s32[] parameter(1)
                  a = f32[256] negate(x)
                  o = f32[1] slice(x), slice={[0:1]}
                  ROOT u = f32[256] dynamic-update-slice(a, o, i)
                }
                """);
        var copies = of("""
                ENTRY main {
                  x = f32[256] parameter(0)
                  i = s32[] parameter(1)
                  o = f32[1] slice(x), slice={[0:1]}
                  ROOT u = f32[256] dynamic-update-slice(x, o, i)
                }
                """);

        assertThat(inPlace.peakBytes()).isEqualTo(1024 + 4 + 1024 + 4);
        assertThat(copies.peakBytes()).isEqualTo(1024 + 4 + 4 + 1024);
        assertThat(inPlace.values())
                .extracting(value -> value.instruction().name())
                .doesNotContain("u");
    }

    @Test
    void aCallNeedsRoomForWhatTheCalleeNeeds() {
        var liveness = of("""
                callee {
                  p = f32[256] parameter(0)
                  c = f32[1024] concatenate(p, p, p, p), dimensions={0}
                  ROOT s = f32[256] slice(c), slice={[0:256]}
                }
                ENTRY main {
                  x = f32[256] parameter(0)
                  ROOT r = f32[256] call(x), to_apply=callee
                }
                """);

        assertThat(liveness.peakBytes()).isEqualTo(1024 + 1024 + 4096);
    }

    private static HloLiveness of(String text) {
        return HloLiveness.of(HloParser.parseOrThrow(text));
    }
}
