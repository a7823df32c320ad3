package org.hloexplorer.tpu.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlantafx.base.theme.PrimerLight;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Objects;
import javafx.application.Application;
import javafx.geometry.VerticalDirection;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.hloexplorer.pipeline.backend.tpu.chip.ListedInstruction;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** What surrounds the array: chip, instructions, waveforms, registers, and the selection that comes from the graph. */
@ExtendWith(ApplicationExtension.class)
final class SurroundingsTests {
    private final TpuViewModel model = new TpuViewModel();

    @Start
    void start(Stage stage) {
        Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
        model.motionProperty().set(false);
        model.show(Simulations.twoTiles());
        model.goToStart();
        stage.setX(0);
        stage.setY(0);
        stage.setScene(new Scene(new TpuView(model), 1160, 480));
        stage.show();
    }

    @Test
    void theChipTabShowsWhereDataMove(FxRobot robot) {
        robot.clickOn("#tpu-tab-chip");
        assertThat(text(robot, "#tpu-chip-totals")).contains("cycles on all units");
        assertThat(text(robot, "#tpu-chip-chain"))
                .startsWith("No formula gives this total")
                .contains("load", "product");
        assertThat(robot.lookup("#tpu-machine").queryAs(Region.class).getHeight())
                .isPositive();
        var lanes = robot.lookup("#tpu-chip-lanes").queryAs(Region.class);
        assertThat(lanes.getHeight()).isPositive();
        long before = chipCycle();
        robot.interact(() -> model.goTo(20));
        assertThat(chipCycle()).isGreaterThan(before);
    }

    @Test
    void instructionsFollowAndLead(FxRobot robot) {
        robot.clickOn("#tpu-tab-program");
        var list = robot.lookup("#tpu-instructions").<ListView<ListedInstruction>>query();
        robot.interact(() -> model.goTo(10));
        var second = list.getSelectionModel().getSelectedItem();
        assertThat(second.instruction()).isInstanceOf(TpuInstruction.MatrixMultiply.class);
        assertThat(second.tile()).isEqualTo(1);
        robot.interact(() -> model.goTo(4));
        assertThat(list.getSelectionModel().getSelectedItem().tile()).isZero();
        robot.interact(() -> list.scrollTo(list.getItems().indexOf(second)));
        robot.interact(() -> list.getSelectionModel().select(second));
        robot.interact(() -> list.getOnMouseClicked().handle(null));
        assertThat(cycle()).isEqualTo(10);
    }

    /** In every cycle, forwards and backwards, registers hold what follows from the schedule. */
    @Test
    void registersAgreeInEveryCycle(FxRobot robot) {
        robot.clickOn("#tpu-registers");
        for (long cycle : new long[] {0, 4, 9, 10, 13, 20, 22, 7, 1}) {
            robot.interact(() -> model.goTo(cycle));
            assertThat(text(robot, "#tpu-registers-report"))
                    .isEqualTo("registers, step " + cycle + ": all cells agree");
        }
        robot.clickOn("#tpu-registers");
        assertThat(text(robot, "#tpu-registers-report")).isEmpty();
        robot.interact(() -> model.show(Simulations.ofGemm(Gemm.of(20, 32, 32), 32, TimingMode.DOUBLE_BUFFERED)));
        assertThat(robot.lookup("#tpu-registers").query().isVisible()).isFalse();
    }

    /**
     * A frame of the largest array must not take longer to work out and hand to the canvas than a screen gives it.
     *
     * <p>In time of the processor, as what else the machine does is not the view's doing.
     */
    @Test
    void theWaveOfALargeArrayIsDrawnInTime(FxRobot robot) {
        robot.interact(() -> model.show(Simulations.ofGemm(Gemm.of(600, 512, 512), 256, TimingMode.DOUBLE_BUFFERED)));
        var view = robot.lookup("#tpu-view").queryAs(Region.class);
        var clock = ManagementFactory.getThreadMXBean();
        long[] times = new long[120];
        robot.interact(() -> {
            for (int frame = 0; frame < times.length; frame++) {
                model.goTo(256 + 8L * frame);
                long start = clock.getCurrentThreadCpuTime();
                view.layout();
                times[frame] = clock.getCurrentThreadCpuTime() - start;
            }
        });
        Arrays.sort(times);
        System.out.printf("256x256: median %.2f ms, 95th %.2f ms a frame%n", times[60] / 1e6, times[114] / 1e6);
        assertThat(times[60] / 1e6).as("median in ms, 60 frames a second").isLessThan(1000.0 / 60);
    }

    @Test
    void stepsGoByTileAndByInstruction(FxRobot robot) {
        var unit = robot.lookup("#tpu-step-unit").<ComboBox<StepUnit>>query();
        robot.interact(() -> unit.setValue(StepUnit.TILE));
        robot.clickOn("#tpu-next-event").clickOn("#tpu-next-event");
        assertThat(cycle()).isEqualTo(10);
        robot.interact(() -> unit.setValue(StepUnit.INSTRUCTION));
        robot.clickOn("#tpu-previous-event");
        assertThat(cycle()).isEqualTo(4);
        robot.clickOn("#tpu-next-event").clickOn("#tpu-next-event");
        assertThat(cycle()).as("the accumulators of the last tile are read out").isEqualTo(14);
        robot.clickOn("#tpu-array");
        robot.type(KeyCode.PAGE_UP);
        assertThat(cycle()).isEqualTo(10);
    }

    @Test
    void wavesAreShownWhereThereIsRoomAndWhenAskedFor(FxRobot robot) {
        var waves = robot.lookup("#tpu-waves").query();
        assertThat(waves.isVisible()).isTrue();
        robot.clickOn("#tpu-waves-toggle");
        assertThat(waves.isVisible()).isFalse();
        robot.clickOn("#tpu-waves-toggle");
        robot.interact(() -> model.goTo(12));
        var axis = TimeAxis.of(model.time().range(), waves.getBoundsInLocal().getWidth());
        int x = (int) (axis.x(12) + axis.perCycle() / 2);
        var line = robot.capture(waves).getImage().getPixelReader();
        assertSame(line.getColor(x + 4, 2), Palette.LIGHT.state(UnitState.ACTIVE));
        assertSame(line.getColor((int) TimeAxis.LEFT + 4, 2), Palette.LIGHT.state(UnitState.WEIGHT_SHIFT));
        robot.moveTo(waves).scroll(5, VerticalDirection.UP);
        assertThat(model.time().range().cycles()).isEqualTo(8);
        robot.doubleClickOn(waves);
        assertThat(model.time().range().cycles()).isEqualTo(22);
    }

    /** A dot selected in the graph: its tiles have frames in the colour of the selection. */
    @Test
    void tilesOfTheSelectedDotLightUp(FxRobot robot) {
        robot.clickOn("Tiles");
        var tiles = robot.lookup("#tpu-tiles").query();
        assertThat(countOf(robot, tiles, Palette.LIGHT.accent())).isZero();
        int dot = Objects.requireNonNull(
                        Objects.requireNonNull(model.simulationProperty().get()).module())
                .entry()
                .rootId();
        robot.interact(() -> model.litInstructionProperty().set(dot));
        assertThat(countOf(robot, tiles, Palette.LIGHT.accent())).isGreaterThan(100);
        robot.interact(() -> model.litInstructionProperty().set(dot + 1000));
        assertThat(countOf(robot, tiles, Palette.LIGHT.accent())).isZero();
    }

    private long cycle() {
        return model.cycleProperty().get();
    }

    private long chipCycle() {
        return Objects.requireNonNull(model.chip().momentProperty().get()).cycle();
    }

    private static long countOf(FxRobot robot, Node node, Color colour) {
        WaitForAsyncUtils.waitForFxEvents();
        var image = robot.capture(node).getImage();
        long count = 0;
        for (int y = 0; y < (int) image.getHeight(); y++) {
            for (int x = 0; x < (int) image.getWidth(); x++) {
                count += image.getPixelReader().getColor(x, y).equals(colour) ? 1 : 0;
            }
        }
        return count;
    }

    private static String text(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(Label.class).getText();
    }

    /** Colours of pictures have eight bits per channel, rounded one way or the other. */
    private static void assertSame(Color actual, Color expected) {
        assertThat(actual.getRed()).isCloseTo(expected.getRed(), within(0.005));
        assertThat(actual.getGreen()).isCloseTo(expected.getGreen(), within(0.005));
        assertThat(actual.getBlue()).isCloseTo(expected.getBlue(), within(0.005));
    }
}
