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
        assertThat(kernel(line, "reduce_sum.7").get("flops").asLong())
                .as("512 rows of 2048 are added up; the first addition of each starts from zero")
                .isEqualTo(512L * 2047);
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
    void devicesThatAreNotMeasuredYetAreRefused() {
        var result = hlox("roofline", "--device=gpu", "sample:softmax");

        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err()).contains("CPU");
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
    void arraysWithoutAClockHaveNoRoofs() {
        var teaching = hlox("roofline", "--device=tpu", "sample:attention_1head");
        assertThat(teaching.status()).isEqualTo(4);
        assertThat(teaching.err()).contains("The teaching array 8x8 has no clock");
        var v7x = hlox("roofline", "--device=tpu", "--chip=v7x", "sample:attention_1head");
        assertThat(v7x.status()).isEqualTo(4);
        assertThat(v7x.err()).contains("No clock of v7x is published");
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
}
