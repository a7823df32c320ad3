package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Totals against SCALE-Sim's own runs, its demand matrices, and a register-transfer model of double buffering. */
final class GoldenCyclesTests {

    @ParameterizedTest
    @CsvSource({
        "8, 8, 8, 8, 1, 30, 30, 30",
        "32, 32, 32, 8, 16, 864, 534, 534",
        "8, 32, 128, 8, 64, 1920, 534, 975",
        "128, 128, 128, 32, 16, 3552, 2142, 2142",
        "256, 256, 256, 32, 64, 22400, 16478, 16478",
        "500, 500, 500, 128, 16, 14112, 8382, 8382",
        "128, 128, 128, 128, 1, 510, 510, 510",
        "8, 256, 256, 128, 4, 1560, 774, 1155",
        "1024, 128, 128, 128, 1, 1406, 1406, 1406",
        "1024, 1024, 1024, 128, 64, 89984, 65918, 65918",
        "500, 500, 500, 32, 256, 152064, 128094, 128094",
        "3025, 96, 363, 128, 3, 10221, 9457, 9457",
        "3025, 96, 363, 32, 36, 112284, 108994, 108994",
        "12544, 64, 147, 128, 2, 25852, 25470, 25470",
        "3136, 64, 576, 128, 5, 17590, 16062, 16062",
        "196, 256, 2304, 128, 36, 20808, 7438, 9503",
        "49, 512, 4608, 128, 144, 62064, 18735, 36896",
        "1, 1000, 2048, 128, 128, 49024, 16639, 32768"
    })
    void knownShapes(int m, int n, int k, int side, int folds, long scaleSim, long doubleBuffered, long noSkew) {
        var gemm = Gemm.of(m, n, k);
        assertThat(TilePlan.of(gemm, side, side).folds()).isEqualTo(folds);
        assertThat(cycles(gemm, TpuConfig.array(side, side, TimingMode.SCALESIM)))
                .isEqualTo(scaleSim);
        assertThat(cycles(gemm, TpuConfig.array(side, side, TimingMode.DOUBLE_BUFFERED)))
                .isEqualTo(doubleBuffered);
        assertThat(cycles(gemm, TpuConfig.array(side, side, TimingMode.NO_SKEW)))
                .isEqualTo(noSkew);
    }

    @Test
    void everyRunOfScaleSim() {
        var rows = CsvRows.of("scalesim-calc.csv");
        assertThat(rows).hasSize(562);
        for (var row : rows) {
            var config = row.config(TimingMode.SCALESIM);
            var plan = TilePlan.of(row.gemm(), config.rows(), config.cols());
            var counters = Counters.of(plan, TileSchedule.of(plan, config), config);
            assertThat(plan.rowFolds()).as("%s", row).isEqualTo(row.integer("foldsR"));
            assertThat(plan.columnFolds()).as("%s", row).isEqualTo(row.integer("foldsC"));
            // SCALE-Sim reports the index of the last cycle.
            long reported = row.number("cycles_reported");
            assertThat(counters.cycles()).as("%s", row).isEqualTo(reported + 1);
            assertThat(counters.activationReads()).as("%s", row).isEqualTo(row.number("sram_if_reads"));
            assertThat(counters.weightReads()).as("%s", row).isEqualTo(row.number("sram_fil_reads"));
            assertThat(counters.accumulatorWrites()).as("%s", row).isEqualTo(row.number("sram_of_writes"));
            double utilization = counters.utilization() * counters.cycles() / reported;
            assertThat(100 * utilization).as("%s", row).isCloseTo(row.fraction("overall_util_pct"), within(1e-9));
            assertThat(100 * counters.mappingEfficiency())
                    .as("%s", row)
                    .isCloseTo(row.fraction("mapping_eff_pct"), within(1e-9));
            // Its compute utilization divides by C - 1 cycles too many.
            double denominator = 2.0 * config.rows() + 2 * config.cols() + plan.mCount() - 3;
            assertThat(100 * counters.mappingEfficiency() * plan.mCount() / denominator)
                    .as("%s", row)
                    .isCloseTo(row.fraction("compute_util_pct"), within(1e-9));
        }
    }

    @Test
    void everyGoldenShape() {
        var rows = CsvRows.of("ws-golden.csv");
        assertThat(rows).hasSize(1155);
        for (var row : rows) {
            var gemm = row.gemm();
            long scaleSim = cycles(gemm, row.config(TimingMode.SCALESIM));
            long doubleBuffered = cycles(gemm, row.config(TimingMode.DOUBLE_BUFFERED));
            assertThat(scaleSim).as("%s", row).isEqualTo(row.number("scalesim_total"));
            assertThat(doubleBuffered).as("%s", row).isEqualTo(row.number("db_total"));
            assertThat(cycles(gemm, row.config(TimingMode.NO_SKEW)))
                    .as("%s", row)
                    .isEqualTo(row.number("db_noskew_total"));
            assertThat(doubleBuffered).as("%s", row).isLessThanOrEqualTo(scaleSim);
            assertThat(doubleBuffered == scaleSim).as("%s", row).isEqualTo(row.integer("F") == 1);
            if (gemm.m() >= 4) {
                // ONNXim counts the load of the first tile R - 1 cycles longer.
                assertThat(doubleBuffered - row.number("onnxim_total"))
                        .as("%s", row)
                        .isEqualTo(1L - row.integer("R"));
            }
            assertCounters(row);
        }
    }

    private static void assertCounters(CsvRows.Row row) {
        var config = row.config(TimingMode.DOUBLE_BUFFERED);
        var plan = TilePlan.of(row.gemm(), config.rows(), config.cols());
        var counters = Counters.of(plan, TileSchedule.of(plan, config), config);
        assertThat(counters.activationReads()).as("%s", row).isEqualTo(row.number("ifmap_reads"));
        assertThat(counters.weightReads()).as("%s", row).isEqualTo(row.number("filter_reads"));
        assertThat(counters.accumulatorWrites()).as("%s", row).isEqualTo(row.number("ofmap_writes"));
        assertThat(100 * counters.mappingEfficiency()).isCloseTo(row.fraction("mapping_pct"), within(1e-6));
        assertThat(100 * counters.utilization()).isCloseTo(row.fraction("util_db_pct"), within(1e-6));
        assertThat(counters.usefulMacs()).isEqualTo(row.gemm().usefulMacs());
        assertThat(counters.resultWrites())
                .isEqualTo((long) row.gemm().m() * row.gemm().n());
    }

    /** The simulated total, which must equal the closed form. */
    private static long cycles(Gemm gemm, TpuConfig config) {
        var plan = TilePlan.of(gemm, config.rows(), config.cols());
        long simulated = TileSchedule.of(plan, config).cycles();
        assertThat(ClosedForm.of(plan, config).cycles()).isEqualTo(simulated);
        return simulated;
    }
}
