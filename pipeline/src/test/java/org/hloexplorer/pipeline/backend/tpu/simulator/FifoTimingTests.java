package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Weights that stream from memory: TPU v1 at 34 GB/s, as its paper measured it. */
final class FifoTimingTests {
    private static final TpuConfig V1 = TpuConfig.of(TpuChip.V1, TimingMode.FIFO);

    @ParameterizedTest
    @CsvSource({
        "200, 1350237, 200000, 256000",
        "1349, 1351386, 1349000, 256",
        "1350, 1352116, 1350000, 256",
        "2888, 2890116, 2888000, 256"
    })
    void thousandTiles(int rowsOfX, long cycles, long active, long shift) {
        var schedule = TileSchedule.of(1000, rowsOfX, V1);
        assertThat(schedule.cycles()).isEqualTo(cycles);
        assertThat(ClosedForm.of(1000, rowsOfX, V1).cycles()).isEqualTo(cycles);
        var states = states(schedule);
        assertThat(states).containsEntry(UnitState.ACTIVE, active);
        if (rowsOfX != 1349) { // there the memory is ahead by 0.27 cycles a tile, some of which surface as shift
            assertThat(states).containsEntry(UnitState.WEIGHT_SHIFT, shift);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 200, 512, 1093})
    void shiftShareWhereMemoryLimits(int rowsOfX) {
        var states = states(TileSchedule.of(1000, rowsOfX, V1));
        assertThat(100 * share(states, UnitState.WEIGHT_SHIFT)).isCloseTo(18.97, within(0.05));
    }

    /** Table 3 of the TPU v1 paper gives MLP0 15.4 % active, 65.3 % weight stall, 19.3 % weight shift of matrix time. */
    @Test
    void firstPerceptronOfThePaper() {
        var states = states(TileSchedule.of(1000, 200, V1));
        assertThat(100 * share(states, UnitState.ACTIVE)).isCloseTo(15.4, within(1.0));
        assertThat(100 * share(states, UnitState.WEIGHT_STALL)).isCloseTo(65.3, within(1.0));
        assertThat(100 * share(states, UnitState.WEIGHT_SHIFT)).isCloseTo(19.3, within(1.0));
    }

    /** CNN0 of the paper, 2888 operations per weight byte, keeps the array busy. */
    @Test
    void firstConvolutionalNetworkOfThePaper() {
        var states = states(TileSchedule.of(1000, 2888, V1));
        assertThat(share(states, UnitState.ACTIVE)).isGreaterThan(0.85);
    }

    @Property(tries = 300)
    void closedFormHolds(
            @ForAll @IntRange(min = 1, max = 40) int folds,
            @ForAll @IntRange(min = 1, max = 40) int rowsOfX,
            @ForAll @IntRange(min = 1, max = 12) int rows,
            @ForAll @IntRange(min = 1, max = 12) int cols,
            @ForAll @IntRange(min = 1, max = 5) int depth,
            @ForAll @IntRange(min = 1, max = 50) int bytes,
            @ForAll @IntRange(min = 1, max = 7) int perCycles) {
        var config = new TpuConfig(
                "any",
                rows,
                cols,
                1,
                OperandType.INT8,
                TimingMode.FIFO,
                ConvolutionMethod.IM2COL,
                new ByteRate(bytes, perCycles),
                depth,
                0,
                "");
        assertThat(TileSchedule.of(folds, rowsOfX, config).cycles())
                .isEqualTo(ClosedForm.of(folds, rowsOfX, config).cycles());
    }

    private static Map<UnitState, Long> states(TileSchedule schedule) {
        return new UnitTimeline(schedule, V1).totals(HardwareUnit.MATRIX_UNIT);
    }

    /** Share of matrix time, which is what the paper's percentages are rescaled to: draining does not count. */
    private static double share(Map<UnitState, Long> states, UnitState state) {
        long matrixTime = states.entrySet().stream()
                .filter(entry -> entry.getKey() != UnitState.DRAIN)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return (double) states.getOrDefault(state, 0L) / matrixTime;
    }
}
