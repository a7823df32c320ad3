package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PairedTimesTests {
    private static final List<Double> NOISY = List.of(1.0, 1.4, 0.9, 1.2, 1.1, 1.3, 1.0, 1.5, 0.8, 1.2, 1.1, 0.9);

    @Test
    void aDifferenceInEveryRoundIsTold() {
        var half = NOISY.stream().map(each -> each / 2).toList();
        var times = new PairedTimes(NOISY, half);

        assertThat(times.isWithinNoise()).isFalse();
        assertThat(times.verdict()).startsWith("2.00 times as fast").contains("12 rounds in turns");
        assertThat(new PairedTimes(half, NOISY).verdict()).startsWith("2.00 times as slow");
    }

    @Test
    void aDifferenceThatComesAndGoesIsWithinNoise() {
        var other = Stream.concat(NOISY.subList(5, 12).stream(), NOISY.subList(0, 5).stream())
                .toList();
        var times = new PairedTimes(NOISY, other);

        assertThat(times.isWithinNoise()).isTrue();
        assertThat(times.verdict()).startsWith("Within noise");
    }

    @Test
    void oneSlowRoundChangesNothing() {
        var after = new ArrayList<>(Collections.nCopies(12, 1.0));
        after.set(3, 50.0);
        var times = new PairedTimes(Collections.nCopies(12, 2.0), after);

        assertThat(PairedTimes.median(after)).isEqualTo(1.0);
        assertThat(PairedTimes.spread(after)).isEqualTo(new PairedTimes.Range(1.0, 1.0));
        assertThat(times.isWithinNoise()).isFalse();
    }

    /** With 15 rounds the sign test leaves out three at each end: 2 · P(at most 3 of 15) is 3.5 %. */
    @Test
    void theNoiseBandIsThatOfTheSignTest() {
        var zeros = Collections.nCopies(15, 0.0);
        var rising = IntStream.range(0, 15).mapToObj(i -> (double) i).toList();

        assertThat(new PairedTimes(zeros, rising).noiseBand()).isEqualTo(new PairedTimes.Range(3, 11));
        assertThat(new PairedTimes(zeros.subList(0, 6), rising.subList(0, 6)).noiseBand())
                .isEqualTo(new PairedTimes.Range(0, 5));
    }

    @Test
    void tooFewRoundsAreRefused() {
        assertThatThrownBy(() -> new PairedTimes(List.of(1.0), List.of(1.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6 rounds or more");
    }
}
