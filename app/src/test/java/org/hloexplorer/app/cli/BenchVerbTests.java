package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchVerbTests {

    @TempDir
    private Path folder;

    @Test
    void measuresEachProgram() {
        var result = hlox("bench", "--json", "--threads=1", "--repeat=3", "sample:tanh_axb");

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("file").asString()).isEqualTo("sample:tanh_axb");
        assertThat(line.get("repeat").asInt()).isEqualTo(3);
        assertThat(line.get("min_ms").asDouble()).isPositive();
        assertThat(line.get("passes_ms").asDouble()).isPositive();
        assertThat(line.get("compile_ms").asDouble()).isPositive();
        assertThat(line.get("optimize_ms").asDouble()).isNotNegative();
        assertThat(line.get("kernels").asInt()).isPositive();
        assertThat(line.get("memory_bytes").asLong()).isPositive();
        assertThat(line.has("change")).isFalse();
    }

    @Test
    void comparesWithWhatWasSaved() throws IOException {
        var base = folder.resolve("base.json");
        var saved = hlox("bench", "--device=reference", "--threads=1", "--save=" + base, "sample:softmax");
        assertThat(saved.status()).as(saved.err()).isZero();

        var text = Files.readString(base);
        Files.writeString(base, text.replaceFirst("\"min_ms\":[0-9.E-]+", "\"min_ms\":1e-9"));
        var result = hlox(
                "bench",
                "--device=reference",
                "--threads=1",
                "--baseline=" + base,
                "--fail-above=5%",
                "sample:softmax");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).contains("%)");
        assertThat(result.err()).contains("sample:softmax grew by");
    }

    @Test
    void aFileThatIsNoBaselineIsRefused() throws IOException {
        var file = Files.writeString(folder.resolve("base.json"), "no json\n");
        var result = hlox("bench", "--device=reference", "--baseline=" + file, "sample:softmax");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("is no baseline", "line 1, ").doesNotContain("Source");
        assertThat(hlox("bench", "--baseline=" + file + "x", "sample:softmax").err())
                .contains("cannot be read: there is no such file");
    }

    @Test
    void twoSettingsAreRunInTurns() {
        var result = hlox("bench", "--json", "--pipeline=cpu", "--beside=pipeline=none", "sample:tanh_axb");

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("left").get("kernels").asInt())
                .isGreaterThan(line.get("right").get("kernels").asInt());
        assertThat(line.get("left").get("bytes").asLong())
                .isGreaterThan(line.get("right").get("bytes").asLong());
        assertThat(line.get("left").get("median_ms").asDouble()).isPositive();
        assertThat(line.get("noise_low").asDouble())
                .isLessThanOrEqualTo(line.get("noise_high").asDouble());
        assertThat(line.get("outputs_agree").asBoolean()).isTrue();
        assertThat(line.get("estimated_source").asString()).contains("a guess");
    }

    @Test
    void whatIsNoSettingIsRefused() {
        var result = hlox("bench", "--beside=speed=high", "sample:tanh_axb");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("are no options of a pipeline");
    }
}
