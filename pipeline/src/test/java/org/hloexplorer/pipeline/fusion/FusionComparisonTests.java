package org.hloexplorer.pipeline.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class FusionComparisonTests {

    @Test
    void namesAndTheOrderOfOperandsDoNotMatter() {
        var left = module("p = f32[4] parameter(0)\n q = f32[4] parameter(1)\n ROOT d = f32[4] subtract(p, q)", "x, y");
        var right =
                module("b = f32[4] parameter(1)\n a = f32[4] parameter(0)\n ROOT e = f32[4] subtract(b, a)", "y, x");

        assertThat(FusionComparison.of(left, right).same()).isEqualTo(1);
        assertThat(FusionComparison.of(left, right).areEqual()).isTrue();
    }

    @Test
    void whatIsCalledMattersWithTheOrderOfItsParameters() {
        assertThat(FusionComparison.of(reducing("subtract(a, b)"), reducing("subtract(a, b)"))
                        .same())
                .isEqualTo(1);
        assertThat(FusionComparison.of(reducing("subtract(a, b)"), reducing("subtract(b, a)"))
                        .same())
                .isZero();
    }

    @Test
    void attributesMatter() {
        assertThat(FusionComparison.of(sliced("[0:2]"), sliced("[1:3]")).same()).isZero();
    }

    @Test
    void aFusionWithMoreOfTheSameInstructionsHasGrown() {
        var small = module("p = f32[4] parameter(0)\n q = f32[4] parameter(1)\n ROOT s = f32[4] add(p, q)", "x, y");
        var large = module(
                "p = f32[4] parameter(0)\n q = f32[4] parameter(1)\n n = f32[4] negate(q)\n ROOT s = f32[4] add(p, n)",
                "x, y");

        assertThat(FusionComparison.of(small, large).grown())
                .singleElement()
                .satisfies(change -> assertThat(change.toText()).isEqualTo("%f, 1 instructions → %f, 2 instructions"));
        assertThat(FusionComparison.of(large, small).shrunk()).hasSize(1);
    }

    @Test
    void whatSharesNothingIsLostAndGained() {
        var left = module("p = f32[4] parameter(0)\n q = f32[4] parameter(1)\n ROOT s = f32[4] add(p, q)", "x, y");
        var right = module("p = f32[4] parameter(0)\n q = f32[4] parameter(1)\n ROOT m = f32[4] maximum(p, q)", "x, y");
        var comparison = FusionComparison.of(left, right);

        assertThat(comparison.lost()).extracting(CanonicalFusion::members).containsExactly(Set.of("s"));
        assertThat(comparison.gained()).extracting(CanonicalFusion::members).containsExactly(Set.of("m"));
    }

    private static HloModule module(String body, String operands) {
        return HloParser.parseOrThrow("""
                HloModule m
                body {
                  %s
                }
                ENTRY main {
                  x = f32[4] parameter(0)
                  y = f32[4] parameter(1)
                  ROOT f = f32[4] fusion(%s), kind=kLoop, calls=body
                }
                """.formatted(body, operands));
    }

    private static HloModule reducing(String step) {
        return HloParser.parseOrThrow("""
                HloModule m
                step {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] %s
                }
                body {
                  p = f32[4] parameter(0)
                  z = f32[] constant(0)
                  ROOT r = f32[] reduce(p, z), dimensions={0}, to_apply=step
                }
                ENTRY main {
                  x = f32[4] parameter(0)
                  ROOT f = f32[] fusion(x), kind=kInput, calls=body
                }
                """.formatted(step));
    }

    private static HloModule sliced(String range) {
        return HloParser.parseOrThrow("""
                HloModule m
                body {
                  p = f32[4] parameter(0)
                  ROOT s = f32[2] slice(p), slice={%s}
                }
                ENTRY main {
                  x = f32[4] parameter(0)
                  ROOT f = f32[2] fusion(x), kind=kLoop, calls=body
                }
                """.formatted(range));
    }
}
