package org.hloexplorer.tpu.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What decides how things are drawn, without drawing. */
final class DrawingTests {

    @ParameterizedTest
    @CsvSource({
        "750, 163, 4, TWO_LINES",
        "1150, 403, 8, THREE_LINES",
        "1150, 403, 4, FOUR_LINES",
        "750, 163, 8, ONE_LINE",
        "750, 100, 8, COLOUR",
        "340, 163, 8, NUMBER",
        "1050, 317, 16, ONE_LINE",
        "1150, 800, 16, FOUR_LINES",
        "1150, 403, 32, COLOUR",
        "1150, 403, 64, COLOUR",
        "1150, 403, 128, HEAT",
        "750, 163, 256, HEAT"
    })
    void detailFollowsTheRoom(double width, double height, int side, Detail detail) {
        assertThat(ArrayGeometry.fit(width, height, side, side, 1, 0, 0).detail())
                .isEqualTo(detail);
    }

    @Property(tries = 200)
    void everythingLiesOnTheCanvas(
            @ForAll @IntRange(min = 300, max = 2000) int width,
            @ForAll @IntRange(min = 100, max = 1200) int height,
            @ForAll @IntRange(min = 1, max = 64) int rows,
            @ForAll @IntRange(min = 1, max = 64) int cols) {
        var geometry = ArrayGeometry.fit(width, height, rows, cols, 1, 0, 0);
        assertThat(geometry.x(-geometry.feedSlots())).isGreaterThanOrEqualTo(0);
        assertThat(geometry.y(-1)).isGreaterThanOrEqualTo(0);
        assertThat(geometry.sumsLeft() + cols * geometry.sumWidth()).isLessThanOrEqualTo(width);
        assertThat(geometry.y(rows + 1)).isLessThanOrEqualTo(height);
        assertThat(geometry.sumsLeft()).isGreaterThan(geometry.right());
    }

    @Property(tries = 200)
    void cellsAreFoundWhereTheyAreDrawn(
            @ForAll @IntRange(min = 1, max = 128) int side,
            @ForAll @IntRange(min = 0, max = 127) int row,
            @ForAll @IntRange(min = 0, max = 127) int col) {
        var geometry = ArrayGeometry.fit(1000, 400, side, side, 2, -30, 12);
        double x = geometry.left() + (col + 0.5) * geometry.cellWidth();
        double y = geometry.top() + (row + 0.5) * geometry.cellHeight();
        if (row < side && col < side) {
            assertThat(geometry.cellAt(x, y)).isEqualTo(new CellAddress(row, col));
        } else {
            assertThat(geometry.cellAt(x, y)).isNull();
        }
    }

    @Test
    void binsHoldTheStatesOfTheTimeline() {
        var scene = scene(Gemm.of(6, 4, 8), TimingMode.DOUBLE_BUFFERED);
        var axis = new TimeAxis(TimeRange.all(scene.cycles()), 22);
        var bins = StateBins.of(scene, HardwareUnit.MATRIX_UNIT, axis);
        assertThat(bins.state(0)).isEqualTo(UnitState.WEIGHT_SHIFT);
        assertThat(bins.state(4)).isEqualTo(UnitState.ACTIVE);
        assertThat(bins.state(15)).isEqualTo(UnitState.ACTIVE);
        assertThat(bins.state(16)).isEqualTo(UnitState.DRAIN);
        var utilization = Utilization.of(scene, axis);
        assertThat(utilization.at(0)).isZero();
        assertThat(utilization.at(4)).isEqualTo(1.0 / 16);
        assertThat(utilization.at(12)).isEqualTo(1);
        assertThat(axis.cycleAt(TimeAxis.LEFT + 11.0)).isEqualTo(11);
        assertThat(axis.cycleAt(9999)).isEqualTo(22);
        assertThat(axis.cycleAt(0)).isZero();
    }

    /** A part of the timeline shows what the whole shows there. */
    @Property(tries = 100)
    void partsShowWhatTheWholeShows(
            @ForAll @IntRange(min = 0, max = 60) int from, @ForAll @IntRange(min = 1, max = 30) int length) {
        var scene = scene(Gemm.of(6, 8, 12), TimingMode.FIFO);
        long to = Math.min(scene.cycles(), from + length);
        var part = new TimeAxis(new TimeRange(from, to), (int) (to - from));
        var whole = new TimeAxis(TimeRange.all(scene.cycles()), (int) scene.cycles());
        for (var unit : HardwareUnit.of(TimingMode.FIFO)) {
            var ofPart = StateBins.of(scene, unit, part);
            var ofWhole = StateBins.of(scene, unit, whole);
            for (int bin = 0; bin < part.width(); bin++) {
                assertThat(ofPart.state(bin)).isEqualTo(ofWhole.state(from + bin));
            }
        }
    }

    /** However few the bins, the area under the curve is the work that was done. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16, 64})
    void areaIsTheWork(int count) {
        var scene = scene(Gemm.of(6, 8, 12), TimingMode.FIFO);
        assertThat(scene.cycles()).isEqualTo(64);
        var utilization = Utilization.of(scene, new TimeAxis(TimeRange.all(64), count));
        double mean =
                IntStream.range(0, count).mapToDouble(utilization::at).average().orElseThrow();
        assertThat(mean).isCloseTo(scene.plan().paddedMacs() / (16.0 * scene.cycles()), within(1e-12));
    }

    @Test
    void timeIsZoomedAboutACycleAndFollowed() {
        var all = TimeRange.all(1000);
        var near = all.zoomed(0.1, 500, 1000);
        assertThat(near).isEqualTo(new TimeRange(450, 550));
        assertThat(near.zoomed(100, 500, 1000)).isEqualTo(all);
        assertThat(near.zoomed(1e-6, 500, 1000).cycles()).isEqualTo(8);
        assertThat(near.following(500, 1000)).isEqualTo(near);
        assertThat(near.following(551, 1000)).isEqualTo(new TimeRange(541, 641));
        assertThat(near.following(449, 1000)).isEqualTo(new TimeRange(359, 459));
        assertThat(near.moved(-10_000, 1000)).isEqualTo(new TimeRange(0, 100));
        assertThat(TimeRange.all(3).zoomed(0.1, 1, 3)).isEqualTo(TimeRange.all(3));
    }

    @ParameterizedTest
    @CsvSource({
        "0.363281, .363",
        "-0.363281, −.363",
        "1.25, 1.25",
        "-12.34, −12.3",
        "1234.4, 1234",
        "7, 7",
        "-0.0, −0",
        "0.00001, 1.0e-5",
        "1e9, 1.0e9"
    })
    void valuesInCells(double value, String text) {
        assertThat(Figures.compact(value)).isEqualTo(text);
    }

    @Test
    void otherFigures() {
        assertThat(Figures.count(65_918)).isEqualTo("65\u2009918");
        assertThat(Figures.percent(0.973)).isEqualTo("97\u2009%");
        assertThat(Figures.percent(0.0213)).isEqualTo("2.1\u2009%");
        assertThat(Figures.subscript(10)).isEqualTo("₁₀");
        assertThat(Figures.operand(-0.5)).isEqualTo("(−0.500000)");
        assertThat(Figures.compact(Double.NaN)).isEqualTo("·");
    }

    @ParameterizedTest
    @CsvSource({"22, 12, 2", "36, 12, 5", "65918, 12, 10000", "1, 12, 1", "99, 10, 10"})
    void ticksAreRound(long cycles, int ticks, long step) {
        assertThat(ScrubBar.niceStep(cycles, ticks)).isEqualTo(step);
    }

    @Test
    void rowsKeepTheirColour() {
        assertThat(Palette.LIGHT.row(3)).isEqualTo(Palette.LIGHT.row(11)).isNotEqualTo(Palette.LIGHT.row(4));
    }

    private static UnitScene scene(Gemm gemm, TimingMode timing) {
        var model = new TpuViewModel();
        model.show(Simulations.ofGemm(gemm, 4, timing));
        return Objects.requireNonNull(model.sceneProperty().get());
    }
}
