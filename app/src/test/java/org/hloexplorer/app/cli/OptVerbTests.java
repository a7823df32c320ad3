package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;
import static org.hloexplorer.app.cli.Shell.hloxReading;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

final class OptVerbTests {

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void theResultIsAModuleWithFusionsThatChecks(String sample) {
        var result = hlox("opt", sample);

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains(" fusion(");
        assertThat(hloxReading(result.out(), "check", "-").status()).isZero();
    }

    @Test
    void jsonTellsWhatEachPassDid() {
        var line = hlox("opt", "--json", "sample:softmax").onlyJson();
        var fusion = pass(line, "fusion");

        assertThat(line.get("file").asString()).isEqualTo("sample:softmax");
        assertThat(fusion.get("pipeline").asString()).isEqualTo("teaching");
        assertThat(fusion.get("changed").asBoolean()).isTrue();
        assertThat(fusion.get("ms").asDouble()).isPositive();
        assertThat(fusion.get("instructions_before").asInt())
                .isLessThan(fusion.get("instructions_after").asInt());
        assertThat(fusion.get("rewrites").asInt()).isPositive();
        assertThat(line.get("module").asString()).startsWith("HloModule jit_softmax");
    }

    @Test
    void passesAndRulesCanBeLeftOut() {
        var off = hlox("opt", "--json", "--disable=fusion", "sample:softmax").onlyJson();

        assertThat(pass(off, "fusion").get("status").asString()).isEqualTo("off");
        assertThat(off.get("module").asString()).doesNotContain(" fusion(");

        var only = hlox("opt", "--json", "--enable-only=cse", "sample:softmax").onlyJson();

        assertThat(pass(only, "cse").get("changed").asBoolean()).isTrue();
        assertThat(pass(only, "fusion").get("status").asString()).isEqualTo("off");
    }

    @Test
    void eachPassIsCheckedWhereAsked() {
        var plain = hlox("opt", "--pipeline=cpu", "sample:softmax");
        var checked = hlox("opt", "--pipeline=cpu", "--verify", "sample:softmax");

        assertThat(checked.err()).containsPattern("checked after each of the [1-9]\\d* passes that changed it");
        assertThat(checked.out()).isEqualTo(plain.out());
    }

    @Test
    void aPairWithANameThatNothingHasIsAMistake() {
        var result = hlox("opt", "--set=fusion.force=exp.1>reduce_sum.7,nosuch>div.7", "sample:softmax");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("fusion.force: no version of the module has an instruction named 'nosuch'.");
        assertThat(hlox("opt", "--set=fusion.never=exp.1>*", "sample:softmax").status())
                .isZero();
    }

    @Test
    void thePipelineEndsWhereItIsTold() {
        var afterCse =
                hlox("opt", "--json", "--stop-after=cse", "sample:softmax").onlyJson();

        assertThat(names(afterCse)).endsWith("cse").doesNotContain("fusion");

        var threeRewrites =
                hlox("opt", "--json", "--rewrites=3", "sample:softmax").onlyJson();

        assertThat(threeRewrites
                        .get("passes")
                        .valueStream()
                        .mapToInt(pass -> pass.get("rewrites").asInt())
                        .sum())
                .isEqualTo(3);
    }

    @Test
    void passesCanBeListedInsteadOfAPipeline() {
        assertThat(names(hlox("opt", "--json", "--passes=dce,cse", "sample:softmax")
                        .onlyJson()))
                .containsExactly("dce", "cse");
    }

    @Test
    void namesThatThereAreNotAreGuessed() {
        assertThat(hlox("opt", "--disable=fuson", "sample:softmax")).satisfies(result -> {
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.err()).contains("did you mean 'fusion'?");
        });
        assertThat(hlox("opt", "--pipeline=teeching", "sample:softmax").err()).contains("Did you mean 'teaching'?");
        assertThat(hlox("opt", "--set=fusion.max=1", "sample:softmax").status()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --stop-after=dce#9              | Pipeline teaching has no step dce#9: the last of its name is dce#2.
            --stop-after=reshape-mover      | Pipeline teaching has no step reshape-mover.
            --disable=dce#9                 | Pipeline teaching has no step dce#9: the last of its name is dce#2.
            --rewrites=-1                   | A number of rewrites is 0 or more, not -1.
            --set=fusion.max-reductions=-3  | fusion.max-reductions takes a number from 0 on, not -3.
            --set=cse.layout-sensitive=si   | cse.layout-sensitive is true or false, not 'si'.
            --passes=                       | The list '' names no pass.
            """)
    void whatMakesNoSenseIsWrongUsageWithASentence(String option, String sentence) {
        var text = hlox("opt", option, "sample:softmax");

        assertThat(text.status()).isEqualTo(2);
        assertThat(text.err()).isEqualToIgnoringNewLines("hlox: " + sentence);
        assertThat(text.out()).isEmpty();

        var json = hlox("opt", "--json", option, "sample:softmax");

        assertThat(json.status()).isEqualTo(2);
        assertThat(json.err()).isEmpty();
        assertThat(json.onlyJson().get("error").asString()).isEqualTo(sentence);
        assertThat(json.onlyJson().get("kind").asString()).isEqualTo("wrong_usage");
        assertThat(json.onlyJson().get("exit_status").asInt()).isEqualTo(2);
    }

    @Test
    void whatCannotBeParsedIsJsonToo() {
        var result = hlox("opt", "--json", "--nothing", "sample:softmax");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.onlyJson().get("error").asString()).contains("--nothing");
    }

    @Test
    void groupsCanBeLeftOut() {
        var off = hlox("opt", "--json", "--disable=simplification", "sample:softmax")
                .onlyJson();

        assertThat(pass(off, "algsimp").get("status").asString()).isEqualTo("off");
        assertThat(pass(off, "fusion").get("status").asString()).isEqualTo("changed");
    }

    @Test
    void explanationsAndTimesAreKeptApartFromTheModule() {
        var result = hlox("opt", "--explain", "--times", "sample:softmax");

        assertThat(result.err()).contains("did not fuse %exp.1").contains(" ms ");
        assertThat(hloxReading(result.out(), "check", "-").status()).isZero();
    }

    @Test
    void timesAreSummedUpPerPass() {
        var lines = hlox("opt", "--times", "--pipeline=cpu", "sample:softmax")
                .err()
                .lines()
                .toList();

        assertThat(lines).filteredOn(line -> line.startsWith("algsimp ")).hasSize(1);
        assertThat(lines.getLast()).startsWith("all ");
    }

    @Test
    void theLogTellsOfPassesAndDecisions() {
        assertThat(hlox("opt", "--log=info", "sample:softmax").err())
                .contains("INFO  simplification/algsimp #1: changed")
                .doesNotContain("DEBUG");
        assertThat(hlox("opt", "--log=debug", "sample:softmax").err()).contains("DEBUG fusion: did not fuse %exp.1");
    }

    @Test
    void aPipelineCanBeSavedAndRun(@TempDir Path folder) {
        var before = System.setProperty("hlox.settings", folder.toString());
        try {
            var saved = hlox("opt", "--pipeline=teaching", "--disable=fusion", "--save-pipeline=mine");
            assertThat(saved.status()).as(saved.err()).isZero();
            assertThat(folder.resolve("pipelines/mine.pipeline"))
                    .content()
                    .contains("fix simplification:", "  algsimp")
                    .doesNotContain("fusion");
            assertThat(names(hlox("opt", "--json", "--pipeline=mine", "sample:softmax")
                            .onlyJson()))
                    .contains("cse")
                    .doesNotContain("fusion");
            assertThat(hlox("opt", "--save-pipeline=cpu").err()).contains("is a pipeline of this program");
        } finally {
            if (before == null) {
                System.clearProperty("hlox.settings");
            } else {
                System.setProperty("hlox.settings", before);
            }
        }
    }

    @Test
    void whatOthersCountOnIsToldWhenItIsSwitchedOff() {
        assertThat(hlox("opt", "--disable=layout-assignment", "sample:softmax").err())
                .contains("layout-assignment is switched off, which fusion after it counts on");
    }

    @Test
    void theListNamesPassesRulesAndKnobs() {
        var list = hlox("opt", "--list", "--json").onlyJson();

        assertThat(list.get("passes").valueStream().map(pass -> pass.get("name").asString()))
                .contains("algsimp", "cse", "dce", "fusion", "call-inliner", "tuple-simplifier", "constant_folding");
        assertThat(list.get("passes")).hasSizeGreaterThanOrEqualTo(60);
        assertThat(list.get("rules")).hasSizeGreaterThanOrEqualTo(200);
        assertThat(list.get("pipelines")
                        .valueStream()
                        .map(each -> each.get("name").asString()))
                .contains("cpu", "strict", "gpu", "gpu-2024", "tpu", "teaching");
        var rule = list.get("rules").get(0);
        assertThat(rule.get("algebra").asString()).contains("→");
        assertThat(rule.get("changes_values").isBoolean()).isTrue();
        assertThat(hlox("opt", "--list").out()).contains("Passes", "Rules", "Pipelines", "Knobs", "teaching");
    }

    @Test
    void withoutAFileItIsWrongUsage() {
        assertThat(hlox("opt").status()).isEqualTo(2);
    }

    private static JsonNode pass(JsonNode line, String name) {
        return line.get("passes")
                .valueStream()
                .filter(pass -> pass.get("pass").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(JsonNode line) {
        return line.get("passes")
                .valueStream()
                .map(pass -> pass.get("pass").asString())
                .toList();
    }
}
