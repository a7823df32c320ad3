package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.hlo.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Products on whole chips. */
final class MatMulSimulationTests {

    /** Real TPU v4: 65 536 cycles is the bound, XLA's fusion took 74 832, the whole program 84 122. */
    @Test
    void largeProductOnV4LiesBetweenTheBoundAndSilicon() {
        var v4 = TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED);
        var simulation = MatMulSimulation.of(Gemm.of(2048, 2048, 2048), v4);
        assertThat(simulation.plans()).hasSize(8);
        assertThat(simulation.cycles()).isBetween(65_536L, 84_122L).isEqualTo(65_918);
        assertThat(simulation.agrees()).isTrue();
        assertThat(v4.seconds(simulation.cycles()).orElseThrow()).isCloseTo(62.8e-6, within(0.1e-6));
    }

    @Property(tries = 100)
    void statesOfEveryPartSumToTheTotal(
            @ForAll @IntRange(min = 1, max = 3) int batch,
            @ForAll @IntRange(min = 1, max = 30) int m,
            @ForAll @IntRange(min = 1, max = 30) int n,
            @ForAll @IntRange(min = 1, max = 30) int k,
            @ForAll @IntRange(min = 1, max = 5) int units,
            @ForAll TimingMode timing) {
        var config = new TpuConfig(
                "any", 4, 3, units, OperandType.INT8, timing, ConvolutionMethod.IM2COL, new ByteRate(3, 2), 4, 0, "");
        var simulation = MatMulSimulation.of(new Gemm(batch, m, n, k), config);
        assertThat(simulation.agrees()).isTrue();
        assertThat(simulation.states()).hasSize(units * HardwareUnit.of(timing).size());
        assertThat(simulation.states().values())
                .allSatisfy(states -> assertThat(states.values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(simulation.cycles()));
        assertThat(simulation.plans().stream().mapToLong(TilePlan::usefulMacs).sum())
                .isEqualTo(simulation.gemm().usefulMacs());
    }

    /** Ridges in operations, a multiplication and an addition counted as two, per byte. */
    @ParameterizedTest
    @CsvSource({
        "V1, 2705.9",
        "V2, 65.7",
        "V3, 136.7",
        "V4, 223.9",
        "V5E, 240.5",
        "V5P, 166.0",
        "V6E, 560.4",
        "V7X, 312.6"
    })
    void ridges(TpuChip chip, double ridge) {
        assertThat(chip.ridge()).isCloseTo(ridge, within(0.06));
    }

    /** Peaks equal cells times clock wherever a clock is published. */
    @ParameterizedTest
    @EnumSource(TpuChip.class)
    void clocksFitThePeaks(TpuChip chip) {
        if (chip.clockHertz().isPresent()) {
            double cells = (double) chip.matrixUnits() * chip.dimension() * chip.dimension();
            double peak = 2 * cells * chip.clockHertz().getAsLong();
            assertThat(peak / chip.peakOperationsPerSecond()).isCloseTo(1, within(0.005));
        }
    }

    @Test
    void withoutPublishedClockNoBytesPerCycle() {
        assertThatThrownBy(() -> TpuConfig.of(TpuChip.V6E, TimingMode.FIFO))
                .hasMessage(
                        "v6e has no published clock, so its bytes per cycle are unknown; choose another timing than fifo");
        assertThat(TpuConfig.of(TpuChip.V6E, TimingMode.DOUBLE_BUFFERED).seconds(1))
                .isEmpty();
    }

    @Test
    void sizesAreChecked() {
        assertThatThrownBy(() -> TpuConfig.array(0, 4, TimingMode.SCALESIM)).hasMessageContaining("not 0x4");
        assertThatThrownBy(() -> Gemm.of(0, 4, 4)).hasMessageContaining("M 0");
        assertThatThrownBy(() ->
                        MatMulSimulation.of(Gemm.of(1, 1 << 20, 1 << 20), TpuConfig.array(4, 4, TimingMode.SCALESIM)))
                .hasMessageContaining("choose a larger array");
    }

    @Test
    void namesAreRead() {
        assertThat(TpuConfig.named("3x5", TimingMode.NO_SKEW)).isEqualTo(TpuConfig.array(3, 5, TimingMode.NO_SKEW));
        assertThat(TpuConfig.named("v5e", TimingMode.FIFO)).isEqualTo(TpuConfig.of(TpuChip.V5E, TimingMode.FIFO));
        assertThatThrownBy(() -> TpuConfig.named("v9", TimingMode.FIFO))
                .hasMessage("there is no TPU or array 'v9'; write rows and columns, such as 8x8, or one of "
                        + "v1, v2, v3, v4, v5e, v5p, v6e, v7x");
        assertThatThrownBy(() -> TpuConfig.named("99999x2", TimingMode.FIFO)).hasMessageContaining("1 to 4096");
        assertThat(Gemm.parse("128, 64,256")).isEqualTo(Gemm.of(128, 64, 256));
        assertThatThrownBy(() -> Gemm.parse("128x64")).hasMessageContaining("'128x64' is no matrix product");
        assertThatThrownBy(() -> Gemm.parse("0,1,1")).hasMessageContaining("positive sizes");
        assertThat(TimingMode.ofFlag("double-buffered")).contains(TimingMode.DOUBLE_BUFFERED);
        assertThat(TimingMode.ofFlag("fast")).isEmpty();
    }

    @Test
    void errorsOfRoundingAndOfSummationAreKeptApart() {
        var gemm = Gemm.of(1, 1, 3);
        float[] x = {1, 1 + 0x1p-9f, 1};
        float[] w = {1, 1, 0x1p-30f};
        var data = MatrixData.rounded(gemm, OperandType.BF16, x, w);
        var check = ResultCheck.of(data, x, w, new double[] {ArrayProduct.bf16(data, 4, new Cancellation())[0]});
        assertThat(check.actual()).isEqualTo(2);
        assertThat(check.maxError()).isEqualTo(0x1p-9 + 0x1p-30);
        assertThat(check.maxSummationError()).isEqualTo(0x1p-30);
        assertThat(check.withinBound()).isTrue();
        assertThat(ResultCheck.of(data, x, w, new double[] {2.001}).withinBound())
                .isFalse();
    }
}
