package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SuggestionsTests {
    private static final List<String> KNOWN = List.of("fusion", "algsimp", "constant_folding", "cse", "dce");

    @Test
    void aSlipIsUnderstood() {
        assertThat(Suggestions.nearest("fsuion", KNOWN)).contains("fusion");
        assertThat(Suggestions.nearest("constant-folding", KNOWN)).contains("constant_folding");
        assertThat(Suggestions.nearest("ALGSIMP", KNOWN)).contains("algsimp");
    }

    @Test
    void anotherWordIsNot() {
        assertThat(Suggestions.nearest("layout", KNOWN)).isEmpty();
        assertThat(Suggestions.didYouMean("layout", KNOWN)).isEmpty();
    }

    @Test
    void swappedLettersCountOnce() {
        assertThat(Suggestions.distance("ecs", "esc")).isEqualTo(1);
    }
}
