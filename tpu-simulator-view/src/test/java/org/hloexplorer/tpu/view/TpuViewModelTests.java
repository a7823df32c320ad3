package org.hloexplorer.tpu.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.pipeline.backend.tpu.HloElements;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.SimulationEvent.Kind;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.junit.jupiter.api.Test;

final class TpuViewModelTests {
    private static final long SECOND = 1_000_000_000;

    private final TpuViewModel model = new TpuViewModel();

    @Test
    void beginsWithTheFirstProductWhereItsWaveIsHalfWay() {
        model.show(Simulations.twoTiles());
        assertThat(model.matMuls()).hasSize(1);
        assertThat(model.selectedProperty().get()).isSameAs(model.matMuls().getFirst());
        assertThat(model.cycleProperty().get()).isEqualTo(4 + 4);
        assertThat(model.events()).extracting(event -> event.kind()).contains(Kind.START, Kind.LAST_OUTPUT);
    }

    @Test
    void stepsBothWaysAndStopsAtTheEnds() {
        model.show(Simulations.twoTiles());
        model.goToStart();
        model.step(Direction.BACKWARD);
        assertThat(model.cycleProperty().get()).isZero();
        model.step(Direction.FORWARD);
        model.step(Direction.FORWARD);
        model.step(Direction.BACKWARD);
        assertThat(model.cycleProperty().get()).isEqualTo(1);
        model.goToEnd();
        assertThat(model.cycleProperty().get()).isEqualTo(22);
        model.step(Direction.FORWARD);
        assertThat(model.cycleProperty().get()).isEqualTo(22);
        model.goToStart();
        assertThat(model.cycleProperty().get()).isZero();
    }

    @Test
    void stepsFromEventToEvent() {
        model.show(Simulations.twoTiles());
        model.goToStart();
        var forwards = new ArrayList<Long>();
        while (model.cycleProperty().get() < 22) {
            model.stepByUnit(Direction.FORWARD);
            forwards.add(model.cycleProperty().get());
        }
        // Tile 0 starts, its first sum and last row, tile 1 starts, its first sum, tile 0's last, tile 1's, the end.
        assertThat(forwards).containsExactly(4L, 7L, 9L, 10L, 13L, 15L, 21L, 22L);
        model.stepByUnit(Direction.BACKWARD);
        assertThat(model.cycleProperty().get()).isEqualTo(21);
    }

    @Test
    void tileFollowsTheCycle() {
        model.show(Simulations.twoTiles());
        model.goTo(9);
        assertThat(model.tileProperty().get()).isZero();
        model.goTo(10);
        assertThat(model.tileProperty().get()).isEqualTo(1);
        model.goToTile(0);
        assertThat(model.cycleProperty().get()).isEqualTo(4);
    }

    @Test
    void playsAtItsSpeedAndStopsAtTheEnd() {
        model.show(Simulations.twoTiles());
        model.goToStart();
        model.speedExponentProperty().set(1);
        model.togglePlay(Direction.FORWARD);
        model.tick(SECOND / 2);
        assertThat(model.cycleProperty().get()).isEqualTo(5);
        model.tick(SECOND / 20);
        model.tick(SECOND / 20);
        assertThat(model.cycleProperty().get()).isEqualTo(6);
        assertThat(model.playingProperty().get()).isTrue();
        model.tick(10 * SECOND);
        assertThat(model.cycleProperty().get()).isEqualTo(22);
        assertThat(model.playingProperty().get()).isFalse();
    }

    @Test
    void playsBackwards() {
        model.show(Simulations.twoTiles());
        model.goTo(20);
        model.speedExponentProperty().set(1);
        model.togglePlay(Direction.BACKWARD);
        model.tick(SECOND);
        assertThat(model.cycleProperty().get()).isEqualTo(10);
        model.togglePlay(Direction.BACKWARD);
        assertThat(model.playingProperty().get()).isFalse();
        model.togglePlay(Direction.FORWARD);
        model.tick(SECOND / 2);
        assertThat(model.cycleProperty().get()).isEqualTo(15);
    }

    @Test
    void playingAtTheEndBeginsAnew() {
        model.show(Simulations.twoTiles());
        model.goToEnd();
        model.togglePlay(Direction.FORWARD);
        assertThat(model.cycleProperty().get()).isZero();
        assertThat(model.playingProperty().get()).isTrue();
    }

    @Test
    void atAMillionCyclesPerSecondOneFrameIsThousandsOfCycles() {
        model.show(chip(timed(7, Gemm.of(2048, 2048, 2048))));
        model.goToStart();
        model.speedExponentProperty().set(TpuViewModel.FASTEST);
        model.togglePlay(Direction.FORWARD);
        model.tick(SECOND / 60);
        assertThat(model.cycleProperty().get()).isBetween(16_666L, 16_667L);
    }

    @Test
    void instructionSelectsItsProductAndBack() {
        model.show(chip(timed(7, Gemm.of(4, 4, 4)), timed(9, Gemm.of(8, 8, 8))));
        assertThat(model.selectedInstructionProperty().get()).isEqualTo(7);
        model.selectedInstructionProperty().set(9);
        assertThat(model.selectedProperty().get()).isSameAs(model.matMuls().get(1));
        model.selectedProperty().set(model.matMuls().getFirst());
        assertThat(model.selectedInstructionProperty().get()).isEqualTo(7);
        model.selectedInstructionProperty().set(1234);
        assertThat(model.selectedProperty().get()).isSameAs(model.matMuls().getFirst());
    }

    @Test
    void unitsOfAChipCanBeLookedAt() {
        model.show(chip(timed(7, Gemm.of(256, 1024, 256))));
        model.unitProperty().set(3);
        assertThat(scene().plan().firstColumn()).isEqualTo(3);
        model.unitProperty().set(99);
        assertThat(model.unitProperty().get()).isEqualTo(7);
    }

    @Test
    void formulaHasTheNumbersOfTheCell() {
        model.show(Simulations.twoTiles());
        model.goTo(7);
        model.selectedCellProperty().set(new CellAddress(1, 2));
        var cell = scene().array().at(7).cell(1, 2);
        assertThat(CellFormula.of(model))
                .startsWith("PE(1,2)  p = p_above + a·w = ")
                .contains(
                        Figures.exact(cell.above()), Figures.operand(cell.pass().value()))
                .contains("= " + Figures.exact(cell.sum()))
                .contains("a = X[0,1]", "w = W[1,2]");
        model.goTo(0);
        assertThat(CellFormula.of(model)).isEqualTo("PE(1,2)  idle; tile 0 reaches it in cycle 7");
        model.goToEnd();
        assertThat(CellFormula.of(model)).contains("idle; nothing follows");
    }

    @Test
    void selectedCellMovesWithinTheArray() {
        model.show(Simulations.twoTiles());
        model.moveSelectedCell(0, 1);
        assertThat(model.selectedCellProperty().get()).isEqualTo(new CellAddress(0, 0));
        model.moveSelectedCell(1, -1);
        model.moveSelectedCell(7, 0);
        assertThat(model.selectedCellProperty().get()).isEqualTo(new CellAddress(3, 0));
    }

    @Test
    void nothingToShowIsShown() {
        model.show(Simulations.twoTiles());
        model.show(Simulations.withoutProducts());
        assertThat(model.sceneProperty().get()).isNull();
        model.step(Direction.FORWARD);
        model.stepByUnit(Direction.FORWARD);
        model.togglePlay(Direction.FORWARD);
        model.tick(SECOND);
        assertThat(model.playingProperty().get()).isFalse();
        assertThat(model.cycleProperty().get()).isZero();
    }

    private UnitScene scene() {
        return Objects.requireNonNull(model.sceneProperty().get());
    }

    private static TpuSimulation chip(MatMulRun... runs) {
        return new TpuSimulation(
                "chip", TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED), List.of(runs), List.of());
    }

    private static MatMulRun timed(int instruction, Gemm gemm) {
        var simulation = MatMulSimulation.of(gemm, TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED));
        return new MatMulRun(
                instruction,
                "dot." + instruction,
                "main",
                1,
                simulation,
                HloElements.OF_MATRICES,
                null,
                "Timed only.",
                null);
    }
}
