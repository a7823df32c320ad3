package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.hlo.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The array as a function of the cycle against the array register by register. */
final class RegisterSimTests {

    @ParameterizedTest
    @CsvSource({"5, 7, 9, 3, 4", "2, 9, 9, 4, 4", "16, 16, 16, 8, 8", "1, 1, 1, 1, 1", "3, 4, 5, 1, 6", "3, 4, 5, 6, 1"
    })
    void everyCellInEveryCycle(int m, int n, int k, int rows, int cols) {
        for (var timing : TimingMode.values()) {
            assertSameStates(Gemm.of(m, n, k), TpuConfig.array(rows, cols, timing));
        }
    }

    @Property(tries = 60)
    void everyCellOfAnyArray(
            @ForAll @IntRange(min = 1, max = 2) int batch,
            @ForAll @IntRange(min = 1, max = 9) int m,
            @ForAll @IntRange(min = 1, max = 9) int n,
            @ForAll @IntRange(min = 1, max = 9) int k,
            @ForAll @IntRange(min = 1, max = 5) int rows,
            @ForAll @IntRange(min = 1, max = 5) int cols,
            @ForAll TimingMode timing) {
        assertSameStates(new Gemm(batch, m, n, k), TpuConfig.array(rows, cols, timing));
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void integersComeOutExact(TimingMode timing) {
        var gemm = Gemm.of(2, 8, 12);
        var config = TpuConfig.array(4, 4, timing).with(OperandType.INT8);
        var plan = TilePlan.of(gemm, 4, 4);
        var data = NumericsTests.int8(gemm);
        int[] y = ArrayProduct.int8(data, new Cancellation());
        var simulation = run(config, plan, TileSchedule.of(plan, config), data);
        for (int row = 0; row < 2; row++) {
            for (int col = 0; col < 8; col++) {
                assertThat(simulation.accumulator(col / 4, row, col % 4)).isEqualTo(y[row * 8 + col]);
            }
        }
    }

    /** The tightest schedule: each tile enters in the very cycle in which the wave begins to take the one before. */
    @Test
    void nextTileMayEnterWithTheWave() {
        var gemm = Gemm.of(2, 8, 12);
        var config = TpuConfig.array(4, 4, TimingMode.DOUBLE_BUFFERED);
        var schedule = TileSchedule.of(TilePlan.of(gemm, 4, 4), config);
        assertThat(schedule.folds()).isEqualTo(6);
        assertThat(schedule.cycles()).isEqualTo(32);
        assertThat(schedule.shift(1)).isEqualTo(schedule.start(0));
        assertSameStates(gemm, config);
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void oneCycleEarlierIsRefused(TimingMode timing) {
        var config = TpuConfig.array(4, 4, timing);
        var schedule = TileSchedule.of(TilePlan.of(Gemm.of(2, 8, 12), 4, 4), config);
        long[] shifts = new long[6];
        long[] starts = new long[6];
        for (int i = 0; i < 6; i++) {
            shifts[i] = schedule.shift(i) - (i == 3 ? 1 : 0);
            starts[i] = schedule.start(i) - (i == 3 ? 1 : 0);
        }
        if (timing == TimingMode.FIFO) {
            shifts[3] = starts[2] - 1; // weights that come late have room to spare
        }
        assertThatThrownBy(() -> TileSchedule.given(shifts, starts, 2, config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tile 3 shifts in from cycle")
                .hasMessageContaining("overwritten");
    }

    private static void assertSameStates(Gemm gemm, TpuConfig config) {
        var plan = TilePlan.of(gemm, config.rows(), config.cols());
        var schedule = TileSchedule.of(plan, config);
        var data = NumericsTests.bf16(gemm);
        var array = new SystolicArray(config, plan, schedule, data);
        var simulation = new RegisterSim(config, plan, schedule, data);
        for (long t = 0; t < schedule.cycles(); t++) {
            simulation.step();
            assertSameCells(array.at(t), simulation, config);
        }
        assertProduct(simulation, plan, data);
    }

    private static void assertSameCells(ArrayState state, RegisterSim simulation, TpuConfig config) {
        for (int r = 0; r < config.rows(); r++) {
            for (int c = 0; c < config.cols(); c++) {
                var cell = state.cell(r, c);
                var where = "cycle %d, cell (%d, %d), %s".formatted(state.cycle(), r, c, config.timing());
                assertThat(cell.pass().isPresent()).as(where).isEqualTo(simulation.active(r, c));
                assertThat(cell.pass().value()).as(where).isEqualTo(simulation.activation(r, c));
                assertThat(cell.weight().value()).as(where).isEqualTo(simulation.weight(r, c));
                assertThat(cell.shadow().value()).as(where).isEqualTo(simulation.shadow(r, c));
                assertThat(cell.sum()).as(where).isEqualTo(simulation.sum(r, c));
            }
        }
    }

    private static void assertProduct(RegisterSim simulation, TilePlan plan, MatrixData data) {
        var gemm = plan.gemm();
        float[] y = ArrayProduct.bf16(data, plan.rows(), new Cancellation());
        for (int i = 0; i < plan.folds(); i += plan.rowFolds()) {
            var tile = plan.tile(i);
            for (int m = 0; m < gemm.m(); m++) {
                for (int c = 0; c < tile.nCount(); c++) {
                    assertThat((float) simulation.accumulator(i / plan.rowFolds(), m, c))
                            .isEqualTo(y[(tile.batch() * gemm.m() + m) * gemm.n() + tile.firstN() + c]);
                }
            }
        }
    }

    private static RegisterSim run(TpuConfig config, TilePlan plan, TileSchedule schedule, MatrixData data) {
        var simulation = new RegisterSim(config, plan, schedule, data);
        while (simulation.cycle() < schedule.cycles()) {
            simulation.step();
        }
        return simulation;
    }
}
