package org.hloexplorer.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.junit.jupiter.api.Test;

/** Figures found in several ways, and what is said of them. */
final class EvidenceTests {
    private final RooflineData data = SampleData.counted();
    private final KernelMeasurement kernel =
            data.stages().getFirst().kernels().getFirst().kernel();

    @Test
    void whatIsDrawnIsCountedAndTheAnalysisStandsBesideIt() {
        assertThat(kernel.flops()).isEqualTo(new Figure(2.2e9, "counted by a test"));
        assertThat(kernel.evidence().analyticFlops()).isEqualTo(new Figure(2.1e9, HloCostAnalysis.SOURCE));
        assertThat(kernel.evidence().countedText())
                .startsWith("flops f32 2,200,000,000;")
                .contains("loaded " + Numbers.bytes(4e8));
    }

    @Test
    void eachLevelHasItsBytesAndTheirSource() {
        assertThat(kernel.levels())
                .containsExactly(
                        new LevelBytes("L1", new Figure(4e8, "counted by a test")),
                        new LevelBytes("L2", new Figure(84e6, "simulated by a test")),
                        new LevelBytes("L3", new Figure(24e6, "simulated by a test")),
                        new LevelBytes("DRAM", new Figure(4e6, "simulated by a test")));
        assertThat(kernel.intensity(kernel.levels().getLast())).isCloseTo(2.2e9 / 4e6, within(1e-9));
        assertThat(new LevelSentence(SampleData.ROOFS).of(kernel))
                .isEqualTo("It moved %s from or to L1, %s from or to L2 (%s of its roof), %s from or to L3, "
                                .formatted(
                                        Numbers.bytes(4e8),
                                        Numbers.bytes(84e6),
                                        Numbers.percent(84e6 / 12e-3 / 250e9),
                                        Numbers.bytes(24e6))
                        + "%s from or to DRAM (%s of its roof)."
                                .formatted(Numbers.bytes(4e6), Numbers.percent(4e6 / 12e-3 / 44e9))
                        + " By the processor's own count it fetched %s past the caches.".formatted(Numbers.bytes(5e6)));
    }

    @Test
    void theCsvHoldsThemSideBySide() {
        var lines = RooflineCsv.of(data).lines().toList();

        assertThat(lines.getFirst())
                .endsWith("counting,simulation,hardware_bytes,hardware,bytes_l1,bytes_l2,bytes_l3,bytes_dram")
                .contains("flops_analytic,flops_counted,flops_counted_by_type");
        assertThat(lines.getLast())
                .contains(",2.1E9,2200000000,\"f32 2,200,000,000\",")
                .endsWith(
                        "\"counted by a test\",\"simulated by a test\",5000000.0,\"a counter of a test\",4.0E8,8.4E7,2.4E7,4000000.0");
    }

    @Test
    void withoutCountsTheAnalysisIsDrawn() {
        var evidence = new Evidence(
                kernel.evidence().analytic(),
                null,
                "not counted: a test",
                "not simulated",
                new Figure(Double.NaN, "none"));

        assertThat(evidence.flops()).isEqualTo(new Figure(2.1e9, HloCostAnalysis.SOURCE));
        assertThat(evidence.levels()).isEmpty();
        assertThat(evidence.countedText()).isEmpty();
    }

    /** 24 launches: 2 ms of them are spent between kernels, so each launch takes 83.3 µs; kernels take 17 µs each. */
    @Test
    void theFormulaHasTheNumbersInIt() {
        var whole = data.whole().getFirst();

        assertThat(whole.launchSeconds()).isCloseTo(2e-3 / 24, within(1e-12));
        assertThat(whole.eagerSeconds()).isCloseTo(2e-3 + 408e-6, within(1e-12));
        assertThat(whole.compiledSeconds()).isCloseTo(2e-3 / 24 + 198e-6, within(1e-12));
        assertThat(whole.eagerText())
                .isEqualTo("Eager: N (t_launch + t_kernel) = 24 × (%s + %s) = %s; measured %s."
                        .formatted(
                                Numbers.seconds(2e-3 / 24),
                                Numbers.seconds(17e-6),
                                Numbers.seconds(2.408e-3),
                                Numbers.seconds(2.4e-3)));
        assertThat(whole.differenceText())
                .startsWith("8.57 times as fast")
                .contains(Numbers.seconds(23 * 2e-3 / 24), Numbers.seconds(210e-6));
    }
}
