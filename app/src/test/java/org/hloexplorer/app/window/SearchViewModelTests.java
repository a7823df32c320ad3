package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hloexplorer.app.window.SearchEntry.Kind;
import org.junit.jupiter.api.Test;

final class SearchViewModelTests {
    private final SearchViewModel search = new SearchViewModel(() -> List.of(
            entry(Kind.COMMAND, "Run on the device", ""),
            entry(Kind.SAMPLE, "softmax", "Softmax over rows"),
            entry(Kind.PASS, "constant_folding", "computes what only depends on constants"),
            entry(Kind.PASS, "fusion", ""),
            entry(Kind.INSTRUCTION, "reduce_sum.7", "reduce f32[512]"),
            entry(Kind.INSTRUCTION, "exp.1", "exponential f32[512,2048]")));

    @Test
    void whatStartsWithTheQueryGoesFirst() {
        search.search("re");

        assertThat(titles()).first().isEqualTo("reduce_sum.7");
    }

    @Test
    void wordsInsideATitleAreFound() {
        search.search("dev");

        assertThat(titles()).containsExactly("Run on the device");
    }

    @Test
    void detailsAreSearchedToo() {
        search.search("exponential");

        assertThat(titles()).containsExactly("exp.1");
    }

    @Test
    void firstLettersOfWordsAreEnough() {
        search.search("cofo");

        assertThat(titles()).containsExactly("constant_folding");
    }

    @Test
    void withoutAQueryEverythingIsListedCommandsFirst() {
        search.search(" ");

        assertThat(titles()).hasSize(6).first().isEqualTo("Run on the device");
    }

    @Test
    void nonsenseFindsNothing() {
        search.search("zzz");

        assertThat(titles()).isEmpty();
    }

    private List<String> titles() {
        return search.found().stream().map(SearchEntry::title).toList();
    }

    private static SearchEntry entry(Kind kind, String title, String detail) {
        return new SearchEntry(kind, title, detail, () -> {});
    }
}
