package org.hloexplorer.pipeline.fusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.junit.jupiter.api.Test;

final class FusionFlipsTests {
    private static final String TWO_USERS = """
            HloModule m
            ENTRY main {
              x = f32[4] parameter(0)
              e = f32[4] exponential(x)
              a = f32[4] negate(e)
              b = f32[4] floor(e)
              ROOT t = (f32[4], f32[4]) tuple(a, b)
            }
            """;

    @Test
    void aRefusalSaysWhatWouldTurnIt() {
        assertThat(refusal(TWO_USERS, "e", "a").flip()).isEqualTo("users 2 → 1: then it is fused");
    }

    @Test
    void whatItSaysIsTrue() {
        var oneUser = TWO_USERS.replace("floor(e)", "floor(x)");

        assertThat(decisions(oneUser))
                .filteredOn(each -> each.producerName().equals("e"))
                .allSatisfy(each -> assertThat(each.decision().isAllowed()).isTrue());
    }

    @Test
    void aKnobThatMovesTheLimitIsNamed() {
        var nine = """
                HloModule m
                ENTRY main {
                  p = f32[2] parameter(0)
                  c = f32[18] concatenate(p, p, p, p, p, p, p, p, p), dimensions={0}
                  ROOT n = f32[18] negate(c)
                }
                """;

        assertThat(refusal(nine, "c", "n").flip())
                .isEqualTo("operands 9 → 8, or a larger fusion.max-concatenate-operands: then it is fused");
    }

    @Test
    void whatStandsBehindAnObstacleIsSaid() {
        var reused = """
                HloModule m
                ENTRY main {
                  x = f32[4] parameter(0)
                  e = f32[4] exponential(x)
                  w = f32[4,8] broadcast(e), dimensions={0}
                  b = f32[4] floor(e)
                  ROOT t = (f32[4,8], f32[4]) tuple(w, b)
                }
                """;

        assertThat(refusal(reused, "e", "w").flip())
                .startsWith(
                        "fusion.force=e>w fuses them all the same, although also exponential is expensive and would "
                                + "run 2 times");
    }

    @Test
    void whereNoNumberStandsInTheWayItIsSaidHowToForceIt() {
        var reused = """
                HloModule m
                ENTRY main {
                  x = f32[4] parameter(0)
                  e = f32[4] exponential(x)
                  ROOT w = f32[4,8] broadcast(e), dimensions={0}
                }
                """;

        assertThat(refusal(reused, "e", "w").flip()).isEqualTo("fusion.force=e>w fuses them all the same");
        assertThat(decisions(reused, "e>w"))
                .singleElement()
                .satisfies(each -> assertThat(each.decision().isAllowed()).isTrue());
    }

    /** A constant is read as it is: forced or not, a product takes none into its tiles. */
    @Test
    void whatCannotBeForcedIsNotAdvised() {
        var constant = """
                HloModule m
                add {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT s = f32[] add(a, b)
                }
                ENTRY main {
                  x = f32[64] parameter(0)
                  zero = f32[] constant(0)
                  ROOT w = f32[63] reduce-window(x, zero), window={size=2}, to_apply=add
                }
                """;

        assertThat(refusal(constant, "zero", "w").flip()).isNull();
    }

    @Test
    void noCostStandsInTheWayOfWhatIsImpossible() {
        assertThat(refusal(TWO_USERS, "a", "t").flip()).isNull();
    }

    @Test
    void pairsAreReadAsTheyAreWritten() {
        var pairs = FusionPairs.parse(" %a>b , c>* ");

        assertThat(pairs.toString()).isEqualTo("a>b,c>*");
        assertThat(pairs.contain("c", Set.of("anything"))).isTrue();
        assertThat(pairs.contain("a", Set.of("c"))).isFalse();
        assertThat(pairs.without(new FusionPairs.Pair("c", "*")).toString()).isEqualTo("a>b");
        assertThatThrownBy(() -> FusionPairs.parse("a-b")).hasMessageContaining("PRODUCER>CONSUMER, not 'a-b'");
    }

    private static Forbidden refusal(String text, String producer, String consumer) {
        return decisions(text).stream()
                .filter(each -> each.producerName().equals(producer))
                .filter(each -> each.consumerName().equals(consumer))
                .map(each -> (Forbidden) each.decision())
                .findFirst()
                .orElseThrow();
    }

    static List<FusionConsidered> decisions(String text) {
        return decisions(text, "");
    }

    private static List<FusionConsidered> decisions(String text, String forced) {
        var settings = PipelineSettings.of(Pipelines.TEACHING)
                .withEnabledOnly(Set.of("fusion"))
                .withOption(FusionPairs.FORCED.name(), forced);
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(HloParser.parseOrThrow(text), settings);
        return run.runs().stream()
                .flatMap(each -> each.events().stream())
                .filter(FusionConsidered.class::isInstance)
                .map(FusionConsidered.class::cast)
                .toList();
    }
}
