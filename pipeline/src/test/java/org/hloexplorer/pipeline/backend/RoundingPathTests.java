package org.hloexplorer.pipeline.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

/** Long sums, and many of them one after the other, may lie further from the reference. */
final class RoundingPathTests {

    private static HloModule dots(int depth) {
        return HloParser.parseOrThrow("""
                HloModule dots
                ENTRY main {
                  a = f32[8,K] parameter(0)
                  b = f32[K,8] parameter(1)
                  c = f32[8,8] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  d = f32[8,8] tanh(c)
                  ROOT r = f32[8,8] dot(d, d), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """.replace("K", Integer.toString(depth)));
    }

    @Test
    void sumsCountAsTheRootOfTheirLength() {
        assertThat(RoundingPath.length(dots(1024))).isCloseTo(32 + 1 + Math.sqrt(8), within(1e-9));
    }

    @Test
    void shortProgramsKeepTheUsualTolerance() {
        assertThat(RoundingPath.tolerance(dots(16), PrimitiveType.F32)).isEqualTo(Tolerance.of(PrimitiveType.F32));
        assertThat(RoundingPath.tolerance(dots(4096), PrimitiveType.S32)).isEqualTo(Tolerance.of(PrimitiveType.S32));
    }

    @Test
    void longSumsAreAllowedMoreAndItSaysWhy() {
        var tolerance = RoundingPath.tolerance(dots(1 << 16), PrimitiveType.F32);
        assertThat(tolerance.relative()).isBetween(1e-4, 2e-4);
        assertThat(tolerance.toText()).contains("as many roundings as 260 operations", "√n");
    }

    @Test
    void loopsCountThreeTimesAsOftenAsTheyRun() {
        var module = HloParser.parseOrThrow("""
                HloModule loop
                body {
                  s = (s32[], f32[4]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  x = f32[4] get-tuple-element(s), index=1
                  one = s32[] constant(1)
                  n = s32[] add(i, one)
                  y = f32[4] cosine(x)
                  ROOT r = (s32[], f32[4]) tuple(n, y)
                }
                condition {
                  s = (s32[], f32[4]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  n = s32[] constant(50)
                  ROOT c = pred[] compare(i, n), direction=LT
                }
                ENTRY main {
                  s = (s32[], f32[4]) parameter(0)
                  ROOT w = (s32[], f32[4]) while(s), condition=condition, body=body
                }
                """);
        assertThat(RoundingPath.length(module)).isEqualTo(150);
    }
}
