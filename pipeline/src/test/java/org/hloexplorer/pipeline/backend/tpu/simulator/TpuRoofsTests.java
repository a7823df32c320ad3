package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Roofs of chips, and runs below them. */
final class TpuRoofsTests {
    private static final int TILES = 200;

    @ParameterizedTest
    @CsvSource({"V1, 2705.9", "V2, 66", "V3, 137", "V4, 224", "V5E, 240.5", "V5P, 166", "V6E, 560.4", "V7X, 313"})
    void ridges(TpuChip chip, double ridge) {
        var roofs = TpuRoofs.of(chip);
        assertThat(roofs.ridge()).isCloseTo(ridge, within(ridge < 1000 && ridge == Math.rint(ridge) ? 0.6 : 0.05));
        assertThat(roofs.ridge()).isEqualTo(chip.ridge());
        assertThat(roofs.bound(roofs.ridge() / 2)).isCloseTo(roofs.peak() / 2, within(1.0));
        assertThat(roofs.bound(roofs.ridge() * 2)).isEqualTo(roofs.peak());
    }

    /** 200 multiplications per byte of weights, as the paper on the first TPU counts, are 400 operations. */
    @Test
    void boundOfAPerceptron() {
        assertThat(TpuRoofs.of(TpuChip.V1).bound(2 * 200) / 1e12).isCloseTo(13.6, within(0.05));
    }

    /** Each tile serves B rows: below 1350 rows memory is the limit, from there on the array. */
    @Test
    void theFirstTpuBendsAt1350RowsPerTile() {
        var config = TpuConfig.of(TpuChip.V1, TimingMode.FIFO);
        long belowPeriod = period(1349, config);
        assertThat(period(1, config)).isEqualTo(belowPeriod);
        assertThat(period(1000, config)).isEqualTo(belowPeriod);
        assertThat(period(1350, config)).isEqualTo(1350);
        assertThat(period(1351, config)).isEqualTo(1351);
        assertThat(period(2888, config)).isEqualTo(2888);
    }

    /** Cycles per tile in steady state, rounded up as the last tile is. */
    private static long period(int m, TpuConfig config) {
        long all = TileSchedule.of(1 + TILES, m, config).cycles();
        long first = TileSchedule.of(1, m, config).cycles();
        return Math.ceilDiv(all - first, (long) TILES);
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void noRunIsAboveItsRoof(TimingMode timing) {
        for (var chip : TpuChip.values()) {
            if (chip.clockHertz().isEmpty()) {
                continue;
            }
            var config = TpuConfig.of(chip, timing);
            for (int m : new int[] {1, 8, 100, 1349, 4096}) {
                staysBelow(Gemm.of(m, 1000, 700), config, TpuRoofs.of(chip));
            }
        }
    }

    private static void staysBelow(Gemm gemm, TpuConfig config, TpuRoofs roofs) {
        var run = MatMulSimulation.of(gemm, config);
        var counters = run.plans().stream()
                .map(plan -> Counters.of(plan, TileSchedule.of(plan, config), config))
                .toList();
        long padded = counters.stream().mapToLong(Counters::paddedMacs).sum();
        long bytes = counters.stream().mapToLong(Counters::weightBytes).sum();
        long useful = gemm.usefulMacs();
        double reached = 2.0 * useful / config.seconds(run.cycles()).orElseThrow();
        double slack = 1.002; // The stated peaks are rounded: v5e's is 196.6 by its cells and clock.
        assertThat(useful).isLessThanOrEqualTo(padded);
        assertThat(bytes).isGreaterThanOrEqualTo((long) gemm.k() * gemm.n());
        assertThat(reached).isLessThanOrEqualTo(roofs.peak() * slack);
        assertThat(reached).isLessThanOrEqualTo(roofs.mappingCeiling((double) useful / padded) * slack);
        int rows = run.plans().getFirst().mCount();
        assertThat(reached).isLessThanOrEqualTo(longRun(rows, config, roofs) * slack);
        if (config.timing() == TimingMode.FIFO) {
            assertThat(reached).isLessThanOrEqualTo(roofs.bound(2.0 * useful / bytes) * slack);
        }
    }

    /** The shift of a tile can hide behind the rows of the tile before only if there is one. */
    private static double longRun(int rows, TpuConfig config, TpuRoofs roofs) {
        return config.timing() == TimingMode.SCALESIM ? roofs.peak() : roofs.shiftCeiling(rows, config);
    }
}
