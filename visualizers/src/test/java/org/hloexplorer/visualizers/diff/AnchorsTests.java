package org.hloexplorer.visualizers.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.visualizers.diff.Anchors.Anchor;
import org.junit.jupiter.api.Test;

final class AnchorsTests {
    @Test
    void linesThatStandOnceInEachAreAnchors() {
        assertThat(Anchors.of(List.of("a", "x", "b", "x", "c"), List.of("a", "x", "c", "d")))
                .containsExactly(new Anchor(0, 0), new Anchor(4, 2));
    }

    @Test
    void theLongestCommonOrderIsTaken() {
        assertThat(Anchors.of(List.of("moved", "a", "b", "c"), List.of("a", "b", "c", "moved")))
                .extracting(Anchor::before)
                .containsExactly(1, 2, 3);
    }

    @Test
    void noAnchorsInTextsThatShareNothing() {
        assertThat(Anchors.of(List.of("a"), List.of("b"))).isEmpty();
        assertThat(Anchors.of(List.of(), List.of())).isEmpty();
    }

    @Test
    void longTextsThatDifferInEachThirdLineAreComparedSoon() {
        var before = IntStream.range(0, 60_000)
                .mapToObj(i -> i % 3 == 0 ? "old %d".formatted(i) : "line %d".formatted(i))
                .collect(Collectors.joining("\n"));
        var after = before.replace("old", "new");

        assertTimeout(
                Duration.ofSeconds(20),
                () -> assertThat(TextDifference.between(before, after))
                        .filteredOn(DifferenceRow::isDifferent)
                        .hasSizeGreaterThanOrEqualTo(20_000));
    }
}
