package org.hloexplorer.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.hloexplorer.pipeline.backend.cpu.Turns.Lane;
import org.hloexplorer.pipeline.backend.cpu.Turns.Outcome;
import org.junit.jupiter.api.Test;

final class RoofCheckTests {
    /** What stands before a unit. */
    private static final char NARROW = '\u202f';

    private static final Lane WRITE = new Lane("write", 120, List.of(1L, 1L, 1L));

    /** A machine that gives half as much in the second round, and the kernel half as much with it. */
    private static RoofCheck.Result result(double part) {
        var own = new Lane("triad", 100, List.of(1L, 2L, 1L));
        var kernel = new Lane("kernel", 100 * part, List.of(1L, 2L, 1L));
        return new RoofCheck.Result("triad", new Outcome(kernel, own, List.of(WRITE)), "DRAM triad", 0.9);
    }

    @Test
    void whatTheMachineGivesInARoundCountsForBoth() {
        assertThat(result(0.95).fractions()).allSatisfy(each -> assertThat(each).isCloseTo(0.95, within(1e-9)));
        assertThat(result(0.95).fraction().spread()).isCloseTo(0, within(1e-9));
        assertThat(result(0.95).roofRate().spread()).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void itHoldsBetweenTheLeastAndTheSpreadOfTheRoof() {
        assertThat(result(0.89).holds()).isFalse();
        assertThat(result(0.91).holds()).isTrue();
        assertThat(result(1.24).holds()).isTrue();
        assertThat(result(1.26).holds()).isFalse();
    }

    @Test
    void itSaysWhatIsWantedAndWhatOtherRoofIsHigher() {
        assertThat(result(0.95).toText().replace(NARROW, ' '))
                .contains("95 % of DRAM triad", "90 % to 125 % wanted: holds", "79 % of DRAM write, 120 GB/s");
    }

    @Test
    void theTableHasALineForEachRound() {
        assertThat(result(0.95).table())
                .hasSize(4)
                .first()
                .asString()
                .containsSubsequence("write", "triad", "kernel", "of roof");
        assertThat(result(0.95).table().get(2).replace(NARROW, ' ')).contains("50.0", "47.5", "95 %");
    }
}
