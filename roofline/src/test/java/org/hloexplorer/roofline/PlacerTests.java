package org.hloexplorer.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.hloexplorer.roofline.SampleData.ROOFS;
import static org.hloexplorer.roofline.SampleData.kernel;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PlacerTests {
    private final Placer placer = new Placer(ROOFS);

    @Test
    void leftOfTheRidgeMemoryIsTheLimit() {
        var placement = placer.place(kernel("add", 1, List.of(1), 4e6, 48e6, 2e-3));

        assertThat(placement).isInstanceOfSatisfying(Placement.Plotted.class, dot -> {
            assertThat(dot.bound()).isEqualTo(Placement.Bound.MEMORY);
            assertThat(dot.roof().name()).isEqualTo("DRAM");
            assertThat(dot.fractionOfRoof()).isCloseTo(24e9 / 44e9, within(1e-9));
            assertThat(dot.verdict()).contains("Memory-bound", "0.0833", "5.23", "55\u202f% of DRAM");
        });
    }

    @Test
    void rightOfTheRidgeArithmeticIsTheLimit() {
        var placement = placer.place(kernel("dot", 1, List.of(1), 2e9, 12e6, 10e-3));

        assertThat(placement).isInstanceOfSatisfying(Placement.Plotted.class, dot -> {
            assertThat(dot.bound()).isEqualTo(Placement.Bound.ARITHMETIC);
            assertThat(dot.fractionOfRoof()).isCloseTo(200e9 / 230e9, within(1e-9));
            assertThat(dot.verdict()).contains("Compute-bound", "87\u202f%");
        });
    }

    @Test
    void aKernelThatFitsACacheIsHeldAgainstThatCache() {
        var placement = placer.place(kernel("small add", 1, List.of(1), 1e5, 4e5, 2e-6));

        assertThat(placement)
                .isInstanceOfSatisfying(
                        Placement.Plotted.class,
                        dot -> assertThat(dot.roof().name()).isEqualTo("L2"));
    }

    @Test
    void withoutArithmeticTheBandwidthCounts() {
        var placement = placer.place(kernel("copy", 1, List.of(1), 0, 44e6, 2e-3));

        assertThat(placement).isInstanceOf(Placement.MovesData.class);
        assertThat(placement.fractionOfRoof()).isCloseTo(0.5, within(1e-9));
        assertThat(placement.verdict()).startsWith("Moves data and computes nothing");
    }

    @Test
    void figuresThatCannotBeAreRefusedWithTheReason() {
        var placement = placer.place(kernel("too fast", 1, List.of(1), 4e6, 48e6, 0.36e-3));

        assertThat(placement).isInstanceOf(Placement.Refused.class);
        assertThat(placement.verdict()).contains("303\u202f% of DRAM cannot be", "HLO cost analysis");
    }

    @Test
    void aKernelWithoutATimeIsListedAndNotDrawn() {
        assertThat(placer.place(kernel("unknown", 1, List.of(1), 1, 1, 0))).isInstanceOf(Placement.Refused.class);
    }

    @Test
    void trailsLeadFromEachKernelToTheOneThatDoesItsWork() {
        var trails = SampleData.data().trails();

        assertThat(trails)
                .extracting(trail -> trail.from().kernel().name() + " → "
                        + trail.to().kernel().name())
                .containsExactly(
                        "multiply.1 → multiply_add_exponential_fusion",
                        "add.1 → multiply_add_exponential_fusion",
                        "exponential.1 → multiply_add_exponential_fusion",
                        "dot.1 → dot.1",
                        "copy.1 → copy.1");
    }

    @Test
    void theSummaryComparesTheStages() {
        assertThat(SampleData.data().summary()).startsWith("before fusion → after fusion: 5 → 3 kernels, 180\u202fMB");
    }

    @Test
    void csvHoldsARowForEveryKernelOfTheTable() {
        var csv = RooflineCsv.of(SampleData.data());

        assertThat(csv.lines()).hasSize(1 + 5 + 3);
        assertThat(csv).contains("\"copy.1\"", "\"HLO cost analysis\"");
    }
}
