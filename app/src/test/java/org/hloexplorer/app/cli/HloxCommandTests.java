package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HloxCommandTests {

    @Test
    void helpListsTheVerbsThereAreAndNoOthers() {
        var result = hlox("--help");

        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("machine").doesNotContain("bisect").contains("Exit status");
    }

    @Test
    void helpOfAVerbNamesItsJsonFields() {
        var result = hlox("help", "machine");

        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("devices[{kind, number, name, available, reason}]");
    }

    @Test
    void theVersionComesFromTheBuild() {
        var result = hlox("--version");

        assertThat(result.status()).isZero();
        assertThat(result.out()).matches("(?s)hlox \\d+\\.\\d+.*Java 25.*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bisect", "extract", "reduce", "assert"})
    void verbsOfLaterVersionsSaySo(String verb) {
        var result = hlox(verb, "a.hlo", "--some-option=3");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains(verb, "not in this version");
    }

    @Test
    void anOptionThatThereIsNotIsWrongUsage() {
        var result = hlox("machine", "--jsno");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("--jsno").contains("hlox help machine");
    }

    @Test
    void aCompletionScriptCanBeMade() {
        var result = hlox("generate-completion");

        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("complete -F").contains("machine");
    }
}
