package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Every cycle of every unit is in one state. */
final class UnitTimelineTests {

    @Property(tries = 300)
    void statesCoverAllCyclesWithoutOverlap(
            @ForAll @IntRange(min = 1, max = 30) int folds,
            @ForAll @IntRange(min = 1, max = 30) int rowsOfX,
            @ForAll @IntRange(min = 1, max = 9) int rows,
            @ForAll @IntRange(min = 1, max = 9) int cols,
            @ForAll TimingMode timing) {
        var config = TpuConfig.array(rows, cols, timing);
        var schedule = TileSchedule.of(folds, rowsOfX, config);
        var timeline = new UnitTimeline(schedule, config);
        for (var unit : HardwareUnit.of(timing)) {
            long now = 0;
            for (var interval : timeline.intervals(unit)) {
                assertThat(interval.from()).isEqualTo(now);
                assertThat(unit.states()).contains(interval.state());
                now = interval.to();
            }
            assertThat(now).isEqualTo(schedule.cycles());
        }
        assertThat(timeline.totals(HardwareUnit.MATRIX_UNIT)).containsEntry(UnitState.ACTIVE, (long) folds * rowsOfX);
    }

    /** A part of the timeline is that part of the whole. */
    @Property(tries = 300)
    void partsAreCutFromTheWhole(
            @ForAll @IntRange(min = 1, max = 30) int folds,
            @ForAll @IntRange(min = 1, max = 30) int rowsOfX,
            @ForAll @IntRange(min = 1, max = 9) int rows,
            @ForAll @IntRange(min = 1, max = 9) int cols,
            @ForAll @IntRange(min = 0, max = 999) int place,
            @ForAll @IntRange(min = 1, max = 200) int length,
            @ForAll TimingMode timing) {
        var config = TpuConfig.array(rows, cols, timing);
        var schedule = TileSchedule.of(folds, rowsOfX, config);
        var timeline = new UnitTimeline(schedule, config);
        long from = schedule.cycles() * place / 1000;
        long to = Math.min(schedule.cycles(), from + length);
        for (var unit : HardwareUnit.of(timing)) {
            var part = new ArrayList<StateInterval>();
            timeline.forEachBetween(unit, from, to, part::add);
            assertThat(part)
                    .isEqualTo(timeline.intervals(unit).stream()
                            .filter(each -> each.to() > from && each.from() < to)
                            .toList());
        }
    }

    @Test
    void shortStreamsExposeTheShift() {
        assertThat(matrixUnit(TimingMode.DOUBLE_BUFFERED))
                .containsOnly(
                        entry(UnitState.WEIGHT_SHIFT, 8L + 3 * 6),
                        entry(UnitState.ACTIVE, 8L),
                        entry(UnitState.DRAIN, 14L));
    }

    @Test
    void unskewedLoadsAlsoWaitForTheLastColumn() {
        assertThat(matrixUnit(TimingMode.NO_SKEW))
                .containsOnly(
                        entry(UnitState.WEIGHT_SHIFT, 4L * 8),
                        entry(UnitState.LOAD_WAIT, 3L * 5),
                        entry(UnitState.ACTIVE, 8L),
                        entry(UnitState.DRAIN, 14L));
    }

    @Test
    void withoutShadowRegistersEveryFoldDrains() {
        assertThat(matrixUnit(TimingMode.SCALESIM))
                .containsOnly(
                        entry(UnitState.WEIGHT_SHIFT, 4L * 8),
                        entry(UnitState.ACTIVE, 8L),
                        entry(UnitState.DRAIN, 4L * 14));
    }

    /** Four tiles of an 8x8 array, two rows of X through each. */
    private static Map<UnitState, Long> matrixUnit(TimingMode timing) {
        var config = TpuConfig.array(8, 8, timing);
        return new UnitTimeline(TileSchedule.of(4, 2, config), config).totals(HardwareUnit.MATRIX_UNIT);
    }
}
