package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;
import static org.hloexplorer.app.cli.Shell.hloxReading;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PrintVerbTests {

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void whatIsPrintedPrintsAsItself(String sample) {
        var once = hlox("print", sample);
        var twice = hloxReading(once.out(), "print", "-");

        assertThat(once.status()).isZero();
        assertThat(twice.out()).isEqualTo(once.out());
    }

    @Test
    void theShortFormLeavesMarksAndMetadataOut() {
        var result = hlox("print", "--format=short", "sample:tanh_axb");

        assertThat(result.out())
                .contains("ROOT tanh.1 = f32[2048,2048]{1,0} tanh(add.1)")
                .doesNotContain("%")
                .doesNotContain("metadata");
    }

    @Test
    void jsonHoldsTheText() {
        var line = hlox("print", "--json", "sample:tanh_axb").onlyJson();

        assertThat(line.get("file").asString()).isEqualTo("sample:tanh_axb");
        assertThat(line.get("format").asString()).isEqualTo("long");
        assertThat(line.get("text").asString()).startsWith("HloModule jit_tanh_axb");
    }

    @Test
    void aModuleWithErrorsIsNotPrinted() {
        var result = hloxReading("HloModule m\nENTRY e { ROOT r = f32[] add(x, y) }", "print", "-");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("unknown-operand", "has errors (2)");
    }
}
