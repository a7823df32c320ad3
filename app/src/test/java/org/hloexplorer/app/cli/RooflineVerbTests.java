package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class RooflineVerbTests {

    @TempDir
    private Path folder;

    @Test
    void kernelsBeforeAndAfterFusionAreHeldAgainstMeasuredCeilings() throws IOException {
        var csv = folder.resolve("kernels.csv");
        var svg = folder.resolve("chart.svg");

        var result = hlox("roofline", "--json", "--repeat=3", "--csv=" + csv, "--svg=" + svg, "sample:softmax");

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("ceilings"))
                .anySatisfy(each -> assertThat(each.get("name").asString()).contains("FMA f32 vector"))
                .anySatisfy(each -> assertThat(each.get("name").asString()).contains("DRAM"))
                .allSatisfy(each -> assertThat(each.get("source").asString()).contains("measured"));
        assertThat(kernels(line, "before fusion"))
                .hasSizeGreaterThan(kernels(line, "after fusion").size());
        var sum = kernel(line, "reduce_sum.7");
        assertThat(sum.get("flops").asLong())
                .as("512 rows of 2048 are added up, each from zero on")
                .isEqualTo(512L * 2048);
        assertThat(sum.get("analytic").get("flops").asLong())
                .as("XLA leaves the first addition out")
                .isEqualTo(512L * 2047);
        assertThat(sum.get("counted").get("flops_by_type").asString()).isEqualTo("f32 1,048,576");
        assertThat(sum.get("counted").get("loaded_bytes").asLong()).isEqualTo(4L * 512 * 2048);
        assertThat(sum.get("levels").valueStream())
                .extracting(each -> each.get("level").asString())
                .startsWith("L1", "L2")
                .endsWith("DRAM");
        var whole = line.get("whole_program");
        assertThat(whole.get("launches").asInt())
                .isEqualTo(kernels(line, "before fusion").size());
        assertThat(whole.get("text").asString()).startsWith("Eager: N (t_launch + t_kernel) = ");
        assertThat(whole.get("eager_measured_us").asDouble())
                .isGreaterThan(whole.get("compiled_measured_us").asDouble());
        assertThat(Files.readAllLines(csv)).hasSize(1 + line.get("kernels").size());
        assertThat(Files.readString(svg))
                .startsWith("<svg")
                .contains("FMA f32 vector")
                .contains("reduce_sum.7");
    }

    @Test
    void aKernelNamesTheInstructionsThatItComputesAndNotThoseItReads() {
        var line = hlox("roofline", "--json", "--repeat=1", "sample:softmax").onlyJson();

        assertThat(kernel(line, "broadcast_divide_fusion").get("instructions").valueStream())
                .extracting(JsonNode::asString)
                .contains("broadcast_divide_fusion", "div.6", "div.7")
                .doesNotContain("reduce_sum.7", "subtract_exponential_fusion");
    }

    @Test
    void theReferenceEvaluatorHasNoRoofs() {
        var result = hlox("roofline", "--device=reference", "sample:softmax");

        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err()).contains("The reference evaluator has no roofs");
    }

    /** Of a GPU that is here, or by the figures of one where none is: either way it says which. */
    @Test
    void aGpuIsMeasuredOrEstimated() {
        var result = hlox("roofline", "--json", "--repeat=3", "--device=gpu", "sample:softmax");

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        var kernel = kernels(line, "after fusion").getFirst();
        assertThat(line.get("ceilings"))
                .allSatisfy(each -> assertThat(each.get("source").asString())
                        .matches(source -> source.startsWith("measured:") || source.startsWith("published")));
        assertThat(kernel.get("ms_source").asString())
                .matches(source ->
                        source.contains("the device's own clock") || source.contains("device limits, estimated"));
    }

    @Test
    void theLimitsOfAGpuThatIsNotHereAreEstimates() {
        var line = hlox("roofline", "--json", "--device=gpu", "--limits=A100", "sample:softmax")
                .onlyJson();

        assertThat(line.get("ceilings").valueStream())
                .extracting(each -> each.get("name").asString())
                .containsExactly("FMA f32", "device memory");
        assertThat(line.get("ceilings").get(0).get("value").asDouble())
                .as("108 cores of 64 units at 1.41 GHz, two operations each")
                .isEqualTo(2.0 * 108 * 64 * 1.41e9);
        assertThat(line.get("summary").asString()).contains("Nothing ran: times are estimated for the A100");
        assertThat(kernels(line, "after fusion"))
                .isNotEmpty()
                .allSatisfy(each ->
                        assertThat(each.get("percent_of_roof").asDouble()).isBetween(0.0, 105.0));
    }

    @Test
    void anUnknownGpuIsRefusedWithTheKnown() {
        var result = hlox("roofline", "--device=gpu", "--limits=Z1", "sample:softmax");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("V100, A100, H100, H200, B200, MI350, not 'Z1'");
    }

    /** Each product lies under the roofs three times, at one height. */
    @Test
    void productsOfASimulatedChipLieUnderItsRoofs() throws IOException {
        var svg = folder.resolve("chart.svg");
        var result = hlox("roofline", "--json", "--device=tpu", "--chip=v5e", "--svg=" + svg, "sample:attention_1head");

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("ceilings"))
                .extracting(each -> each.get("name").asString())
                .containsExactly("peak", "array ports", "HBM");
        for (var stage : List.of("model", "HBM", "on chip")) {
            assertThat(kernels(line, stage)).hasSize(2).allSatisfy(each -> {
                assertThat(each.get("ceilings")).hasSize(2);
                assertThat(each.get("gflops").asDouble()).isBetween(1.0, 197e3);
            });
        }
        assertThat(kernels(line, "HBM"))
                .allSatisfy(each ->
                        assertThat(each.get("percent_of_roof").asDouble()).isLessThanOrEqualTo(100));
        assertThat(Files.readString(svg)).startsWith("<svg").contains("array ports");
    }

    @Test
    void twoProgramsStandSideBySide() {
        var line = hlox("roofline", "--json", "--repeat=1", "sample:softmax", "sample:tanh_axb")
                .onlyJson();

        assertThat(line.get("against").get("name").asString()).isEqualTo("sample:tanh_axb: after fusion");
        assertThat(kernels(line, "sample:tanh_axb: after fusion")).isNotEmpty();
        assertThat(kernels(line, "after fusion")).isNotEmpty();
    }

    @Test
    void twoSettingsStandSideBySide() {
        var line = hlox("roofline", "--json", "--repeat=1", "--against-disable=fusion", "sample:softmax")
                .onlyJson();

        var unfused = kernels(line, line.get("against").get("name").asString());
        assertThat(unfused).hasSameSizeAs(kernels(line, "before fusion"));
        assertThat(unfused.getFirst().get("stage").asString()).startsWith("without fusion: ");
    }

    @Test
    void twoDumpsStandSideBySide() {
        for (var name : List.of("good", "bad")) {
            var disabled = name.equals("bad") ? "--disable=fusion" : "--disable=reshape-mover";
            var dumped = hlox("opt", disabled, "--dump-to=" + folder.resolve(name), "sample:softmax");
            assertThat(dumped.status()).as(dumped.err()).isZero();
        }
        var bad = folder.resolve("bad").toString();

        var result =
                hlox("roofline", "--json", "--repeat=1", folder.resolve("good").toString(), bad);

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(kernels(line, line.get("against").get("name").asString()))
                .hasSizeGreaterThan(kernels(line, "after fusion").size());
    }

    @Test
    void theProcessorStandsBesideAChip() {
        var line = hlox(
                        "roofline",
                        "--json",
                        "--repeat=1",
                        "--device=tpu",
                        "--chip=v5e",
                        "--against-device=cpu",
                        "sample:attention_1head")
                .onlyJson();

        assertThat(line.get("against").get("name").asString()).startsWith("on cpu: ");
        assertThat(line.get("against").get("ceilings").valueStream())
                .anySatisfy(each -> assertThat(each.get("name").asString()).contains("FMA f32 vector"));
        assertThat(line.get("ceilings").valueStream())
                .anySatisfy(each -> assertThat(each.get("name").asString()).isEqualTo("array ports"));
    }

    @Test
    void arraysWithoutAClockHaveNoRoofs() {
        var teaching = hlox("roofline", "--device=tpu", "--array=8x8", "sample:attention_1head");
        assertThat(teaching.status()).isEqualTo(4);
        assertThat(teaching.err()).contains("The teaching array 8x8 has no clock");
        var v7x = hlox("roofline", "--device=tpu", "--chip=v7x", "sample:attention_1head");
        assertThat(v7x.status()).isEqualTo(4);
        assertThat(v7x.err()).contains("No clock of v7x is published");
        var unnamed = hlox("roofline", "--device=tpu", "sample:attention_1head");
        assertThat(unnamed.status()).isZero();
        assertThat(unnamed.out()).contains("v4");
    }

    private static List<JsonNode> kernels(JsonNode line, String stage) {
        return line.get("kernels")
                .valueStream()
                .filter(each -> each.get("stage").asString().equals(stage))
                .toList();
    }

    private static JsonNode kernel(JsonNode line, String name) {
        return kernels(line, "after fusion").stream()
                .filter(each -> each.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void kernelsOfALibraryHaveFiguresByFormula() {
        assertThat(hlox("roofline", "--dot=onednn", "--repeat=2", "sample:mlp_inference")
                        .out())
                .contains("dot_general.3: formula, as the kernel of a library cannot be counted inside: oneDNN matmul")
                // 2 · 128 · 784 · 512 of the product, and as many additions and maxima as it has elements.
                .containsPattern("broadcast_maximum_fusion +102,891,520 ");
    }
}
