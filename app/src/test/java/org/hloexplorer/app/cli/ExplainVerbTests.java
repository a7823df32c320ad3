package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

final class ExplainVerbTests {

    private static final String SOFTMAX_DUMP = "../pipeline/src/test/resources/dumps/softmax_cpu";
    private static final Set<String> FUSED_INTO_ONE = Set.of("sample:tanh_axb", "sample:gelu_erf");

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void everySampleHasFusionsAndReasonsForRefusals(String sample) {
        var decisions = decisions("--pass=fusion", sample);

        assertThat(decisions).anyMatch(each -> verdict(each).equals("made"));
        if (!FUSED_INTO_ONE.contains(sample)) {
            assertThat(decisions).anyMatch(each -> verdict(each).equals("declined"));
        }
        assertThat(decisions)
                .filteredOn(each -> verdict(each).equals("declined"))
                .allSatisfy(each -> {
                    assertThat(each.get("reason").asString()).isNotBlank();
                    assertThat(each.get("obstacle").asString()).isNotBlank();
                });
    }

    @Test
    void estimatesNameTheirSourceOnce() {
        assertThat(hlox("explain", "--pass=fusion", "sample:softmax").out())
                .containsOnlyOnce("apart → fused is estimated: a guess")
                .containsOnlyOnce("20 GB/s");
    }

    @Test
    void aLayoutIsExplainedToItsCause(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("t.hlo"), """
                HloModule t

                ENTRY main {
                  x = f32[3] parameter(0)
                  weights = f32[2,3] constant({{1,2,3},{4,5,6}})
                  transpose.2 = f32[3,2] transpose(weights), dimensions={1,0}
                  ROOT dot.4 = f32[2] dot(x, transpose.2), lhs_contracting_dims={0}, rhs_contracting_dims={0}
                }
                """).toString();
        assertThat(hlox("explain", "--passes=layout-assignment", "--why=weights", file)
                        .out())
                .contains("laid out {1,0} because %dot.4 wants its contracting dimension minor, carried through "
                        + "%transpose.2, which then moves no data [operand, priority 1]");
    }

    @Test
    void layoutsAreCompared(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("c.hlo"), """
                HloModule c

                ENTRY main {
                  x = f32[2,8,8,4] parameter(0)
                  k = f32[3,3,4,16] parameter(1)
                  ROOT c = f32[2,8,8,16] convolution(x, k), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
                }
                """).toString();
        assertThat(hlox("explain", "--layouts", file).out())
                .contains("layout.convolution=nchw: 3 copies into another order move 25,088 B")
                .contains("%c reads %copy as {2,1,3,0}: features 256 B apart, columns 4 B apart");
        assertThat(hlox("explain", "--layouts", "--json", file)
                        .onlyJson()
                        .get("layouts")
                        .get(0)
                        .get("bytes_moved")
                        .asLong())
                .isZero();
        assertThat(hlox("explain", "--layouts", "--passes=dce", file).status()).isEqualTo(2);
    }

    @Test
    void aPairIsMeasuredFusedAndApart() {
        var result = hlox("explain", "--pipeline=cpu", "--fusion=sub.7,exp.1", "--measure", "sample:softmax");

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("kept apart", "fused", "kernels", "estimated", "measured", "95 %", "The outputs agree");
    }

    @Test
    void aPairThatCannotBeFusedIsNotMeasured() {
        var result = hlox("explain", "--pipeline=cpu", "--fusion=reduce_max.7,div.7", "--measure", "sample:softmax");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).contains("%reduce_max.7 was not fused into %div.7");
    }

    @Test
    void fusionsOfARunAreComparedWithThoseOfADump(@TempDir Path folder) {
        var ours = folder.resolve("ours").toString();
        assertThat(hlox("opt", "--pipeline=cpu", "--dump-to=" + ours, "sample:softmax")
                        .status())
                .isZero();

        var same = hlox("explain", "--pipeline=cpu", "--fusions-of=" + ours, "--json", "sample:softmax")
                .onlyJson();
        assertThat(same.get("same").asInt()).isPositive();
        assertThat(same.get("lost").size() + same.get("gained").size()).isZero();

        var xlas = hlox("explain", "--pipeline=cpu", "--fusions-of=" + SOFTMAX_DUMP, "--json", "sample:softmax")
                .onlyJson();
        assertThat(xlas.get("gained").toString()).contains("ynn_fusion");
    }

    @Test
    void fusionsOfTwoDumpsAreCompared(@TempDir Path folder) {
        var ours = folder.resolve("ours").toString();
        hlox("opt", "--pipeline=cpu", "--dump-to=" + ours, "sample:softmax");

        assertThat(hlox("explain", "--fusions-of=" + SOFTMAX_DUMP, SOFTMAX_DUMP).out())
                .contains("4 fusions compute the same in both.")
                .doesNotContain("lost:", "gained:");
        assertThat(hlox("explain", "--fusions-of=" + SOFTMAX_DUMP, ours).out()).contains("gained: %ynn_fusion");
    }

    @Test
    void ofADumpOurOwnCheckIsAskedAndSaysSo() {
        var apart = hlox("explain", "--fusion=ynn_fusion.1,ynn_fusion", SOFTMAX_DUMP);
        assertThat(apart.status()).isZero();
        assertThat(apart.out())
                .contains("XLA kept ynn_fusion.1 and ynn_fusion apart, and so would our check: the code of %ynn_fusion "
                        + "comes from a library")
                .contains("XLA's files hold no reason");

        var together =
                hlox("explain", "--fusion=sub.6,sub.7", "--json", SOFTMAX_DUMP).onlyJson();
        assertThat(together.get("decisions").get(0).get("verdict").asString()).isEqualTo("made");
        assertThat(together.get("sentences").get(0).asString()).contains("and so would our check");
    }

    @Test
    void aDumpSaysThatItHoldsNoDecisions() {
        assertThat(hlox("explain", SOFTMAX_DUMP).out())
                .contains("A dump holds what was done, and no decisions.")
                .contains("--fusion=PRODUCER,CONSUMER", "--why=NAME", "--fusions-of=OTHER");
    }

    @Test
    void ofAnInstructionInADumpOurOwnCheckIsAskedToo() {
        var result = hlox("explain", "--why=ynn_fusion", SOFTMAX_DUMP);

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("XLA kept ynn_fusion.1 and ynn_fusion apart, and so would our check: the code of %ynn_fusion "
                        + "comes from a library");
        assertThat(decisions("--why=ynn_fusion", SOFTMAX_DUMP)).isNotEmpty();
        assertThat(hlox("explain", "--why=nosuch", SOFTMAX_DUMP).status()).isEqualTo(2);
    }

    @Test
    void anInstructionIsFollowedIntoTheFusionThatTookIt() {
        assertThat(hlox("explain", "--fusion=reduce_sum.7,div.7", "sample:softmax")
                        .out())
                .contains("%div.7 is part of %broadcast_divide_fusion by then: reduce_sum.7 was not fused into "
                        + "broadcast_divide_fusion: ");
        assertThat(hlox("explain", "--fusion=div.7,reduce_sum.7", "sample:softmax")
                        .out())
                .contains("In no version is the one an operand of the other.");
    }

    @Test
    void whatIsRefusedAsItWouldBeDoneAgainIsNotEstimatedToBeABargain() {
        assertThat(decisions("--pass=fusion", "sample:softmax"))
                .filteredOn(each -> each.get("reason").asString().contains("more than once"))
                .isNotEmpty()
                .allSatisfy(each -> {
                    var estimate = each.get("estimate");
                    assertThat(estimate.get("micros_fused").asDouble())
                            .isGreaterThan(estimate.get("micros_apart").asDouble());
                    assertThat(each.get("flip").asString()).startsWith("fusion.force=");
                });
    }

    @Test
    void nothingIsSaidOfParameters() {
        assertThat(decisions("--pass=fusion", "sample:tanh_axb"))
                .noneMatch(each -> verdict(each).equals("declined"));
    }

    @Test
    void aRefusedFusionSaysWhyWithTheNumbersCompared() {
        var decisions = decisions("--fusion=exp.1,reduce_sum.7", "sample:softmax");

        assertThat(decisions).hasSize(1);
        var decision = decisions.getFirst();
        assertThat(decision.get("pass").asString()).isEqualTo("fusion");
        assertThat(decision.get("kind").asString()).isEqualTo("fusion");
        assertThat(decision.get("producer").asString()).isEqualTo("exp.1");
        assertThat(decision.get("consumer").asString()).isEqualTo("reduce_sum.7");
        assertThat(verdict(decision)).isEqualTo("declined");
        assertThat(decision.get("obstacle").asString()).isEqualTo("duplicates_work");
        assertThat(decision.get("reason").asString()).contains("2 times instead of once");
        var quantity = decision.get("quantities").get(0);
        assertThat(quantity.get("value").asDouble()).isEqualTo(2);
        assertThat(quantity.get("limit").asDouble()).isEqualTo(1);
        assertThat(decision.get("flip").asString()).isEqualTo("users 2 → 1: then it is fused");
    }

    @Test
    void rulesThatCouldApplyAreNamedWithTheirConditions() {
        var line = hlox("explain", "--rules=max.3", "--json", "sample:softmax").onlyJson();

        assertThat(line.get("version").asInt()).isZero();
        assertThat(line.get("rules")).isNotEmpty();
        assertThat(line.get("rules")
                        .valueStream()
                        .map(rule -> rule.get("verdict").asString()))
                .allMatch(List.of("applies", "shadowed", "refused")::contains);
        assertThat(hlox("explain", "--rules=nothing", "sample:softmax").status())
                .isEqualTo(2);
    }

    @Test
    void whySelectsWhatConcernsAnInstruction() {
        var decisions = decisions("--why=%exp.1", "sample:softmax");

        assertThat(decisions)
                .hasSizeBetween(3, decisions("sample:softmax").size() - 1)
                .anyMatch(each -> each.get("consumer").asString("").equals("reduce_sum.7"))
                .noneMatch(each -> each.get("producer").asString("").equals("div.6"));
    }

    @Test
    void textIsASentencePerDecision() {
        var result = hlox("explain", "--declined", "--pass=fusion", "sample:softmax");

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .contains("fusion: did not fuse %exp.1 into %reduce_sum.7: exponential is expensive")
                .contains("(users 2, limit 1) [duplicates_work]")
                .doesNotContain("fusion: fused");
    }

    @Test
    void namesThatThereAreNotAreGuessed() {
        var result = hlox("explain", "--why=exp1", "sample:softmax");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("Did you mean 'exp.1'?");
        assertThat(hlox("explain", "--pass=fusoin", "sample:softmax").err()).contains("did you mean 'fusion'?");
        assertThat(hlox("explain", "--fusion=exp.1", "sample:softmax").status()).isEqualTo(2);
    }

    private static List<JsonNode> decisions(String... arguments) {
        var all = new ArrayList<>(List.of("explain", "--json"));
        all.addAll(List.of(arguments));
        var result = hlox(all.toArray(String[]::new));
        assertThat(result.status()).as(result.err()).isZero();
        return result.onlyJson().get("decisions").valueStream().toList();
    }

    private static String verdict(JsonNode decision) {
        return decision.get("verdict").asString();
    }
}
