package org.hloexplorer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.transforms.PossibleRewrites;
import org.hloexplorer.pipeline.transforms.PossibleRewrites.Possible;
import org.hloexplorer.pipeline.transforms.PossibleRewrites.Verdict;
import org.junit.jupiter.api.Test;

final class PossibleRewritesTests {

    private static List<Possible> atRoot(String text) {
        var module = HloParser.parseOrThrow(text);
        return PossibleRewrites.at(module, module.entry().rootId(), Passes.REGISTRY.passes()).stream()
                .filter(each -> each.pass().equals("algsimp"))
                .toList();
    }

    @Test
    void aRuleThatHoldsWouldApply() {
        var found = atRoot("""
                ENTRY main {
                  v = s8[2,1,4] parameter(0)
                  ROOT out = s8[2,5,4] concatenate(v, v, v, v, v), dimensions={1}
                }
                """);
        assertThat(found)
                .extracting(Possible::rule, Possible::verdict)
                .containsExactly(tuple("concatenate-same", Verdict.APPLIES));
    }

    @Test
    void aRuleThatIsNeverReachedSaysWhatStandsInFront() {
        var found = atRoot("""
                ENTRY main {
                  v = s8[3,1,4] parameter(0)
                  ROOT out = s8[3,2,4] concatenate(v, v), dimensions={1}
                }
                """);
        assertThat(found).singleElement().satisfies(each -> {
            assertThat(each.verdict()).isEqualTo(Verdict.REFUSED);
            assertThat(each.reason()).contains("concatenate-as-pad", "shadow");
        });
    }

    @Test
    void ofTwoRulesThatHoldTheFirstIsApplied() {
        var found = atRoot("""
                ENTRY main {
                  x = s32[4] parameter(0)
                  one = s32[] constant(1)
                  ones = s32[4] broadcast(one), dimensions={}
                  ROOT out = s32[4] divide(x, ones)
                }
                """);
        assertThat(found).filteredOn(each -> each.verdict() == Verdict.APPLIES).hasSize(1);
        assertThat(found)
                .filteredOn(each -> each.verdict() == Verdict.SHADOWED)
                .allSatisfy(each -> assertThat(each.toText()).contains("comes first"));
    }
}
