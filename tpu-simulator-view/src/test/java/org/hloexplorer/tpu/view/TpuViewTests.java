package org.hloexplorer.tpu.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.application.Application;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.Slider;
import javafx.scene.image.PixelFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.SimulationEvent;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** The view as a person uses it. */
@ExtendWith(ApplicationExtension.class)
final class TpuViewTests {
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
    void buttonsStepBothWays(FxRobot robot) {
        robot.clickOn("#tpu-step").clickOn("#tpu-step").clickOn("#tpu-step");
        assertThat(cycle()).isEqualTo(3);
        robot.clickOn("#tpu-step-back");
        assertThat(cycle()).isEqualTo(2);
        assertThat(text(robot, "#tpu-position")).isEqualTo("cycle 2 / 22 · tile 0 of 2");
        robot.clickOn("#tpu-next-event");
        assertThat(cycle()).isEqualTo(4);
        robot.clickOn("#tpu-end");
        assertThat(cycle()).isEqualTo(22);
        robot.clickOn("#tpu-previous-event");
        assertThat(cycle()).isEqualTo(21);
        robot.clickOn("#tpu-start");
        assertThat(cycle()).isZero();
    }

    @Test
    void keysStepAndJump(FxRobot robot) {
        robot.clickOn("#tpu-array");
        robot.type(KeyCode.RIGHT, 5).type(KeyCode.LEFT);
        assertThat(cycle()).isEqualTo(4);
        robot.type(KeyCode.END);
        assertThat(cycle()).isEqualTo(22);
        robot.type(KeyCode.HOME);
        assertThat(cycle()).isZero();
        robot.push(KeyCode.CONTROL, KeyCode.RIGHT);
        assertThat(cycle()).isEqualTo(4);
    }

    @Test
    void playsToTheEndAndBack(FxRobot robot) throws TimeoutException {
        robot.interact(() -> slider(robot).setValue(2));
        assertThat(text(robot, "#tpu-speed-label")).isEqualTo("100 cycles/s");
        robot.clickOn("#tpu-play");
        WaitForAsyncUtils.waitFor(10, TimeUnit.SECONDS, () -> cycle() == 22 && !playing());
        robot.clickOn("#tpu-play-back");
        WaitForAsyncUtils.waitFor(10, TimeUnit.SECONDS, () -> cycle() == 0 && !playing());
    }

    @Test
    void spacePlaysAndPauses(FxRobot robot) {
        robot.interact(() -> slider(robot).setValue(0));
        robot.clickOn("#tpu-array");
        robot.type(KeyCode.SPACE);
        assertThat(playing()).isTrue();
        robot.type(KeyCode.SPACE);
        assertThat(playing()).isFalse();
    }

    @Test
    void scrubbingGoesAnywhere(FxRobot robot) {
        var bar = robot.lookup("#tpu-scrub").query();
        var corner = bar.localToScreen(0, 0);
        var axis = TimeAxis.of(TimeRange.all(22), bar.getBoundsInLocal().getWidth());
        robot.clickOn(corner.getX() + axis.x(11) + 3, corner.getY() + 20);
        assertThat(cycle()).isEqualTo(11);
        robot.drag().moveTo(corner.getX() + axis.x(6) + 3, corner.getY() + 20).drop();
        assertThat(cycle()).isEqualTo(6);
    }

    @Test
    void hoveringShowsTheFormula(FxRobot robot) {
        robot.interact(() -> model.goTo(7));
        hover(robot, 1, 2);
        assertThat(text(robot, "#tpu-formula"))
                .startsWith("PE(1,2)  p = p_above + a·w = ")
                .contains("a = X[0,1]", "w = W[1,2]");
        hover(robot, 3, 3);
        assertThat(text(robot, "#tpu-formula")).startsWith("PE(3,3)  idle; tile 0 reaches it in cycle 10");
        robot.moveTo("#tpu-scrub");
        assertThat(text(robot, "#tpu-formula")).startsWith("Point at a cell");
    }

    @Test
    void clickedCellStaysAndShiftMovesIt(FxRobot robot) {
        robot.interact(() -> model.goTo(9));
        hover(robot, 1, 1);
        robot.clickOn();
        robot.moveTo("#tpu-scrub");
        assertThat(text(robot, "#tpu-formula")).startsWith("PE(1,1)  p = ");
        robot.push(KeyCode.SHIFT, KeyCode.DOWN);
        assertThat(text(robot, "#tpu-formula")).startsWith("PE(2,1)");
    }

    @Test
    void totalStandsBesideItsClosedForm(FxRobot robot) {
        assertThat(text(robot, "#tpu-cycles")).isEqualTo("22 cycles simulated");
        assertThat(text(robot, "#tpu-closed-form"))
                .isEqualTo("✓ closed form gives the same: R + (F-1)·max(M, R) + M + R + C - 2");
        assertThat(text(robot, "#tpu-result")).startsWith("Largest error ").contains("at Y[", "exact ");
        assertThat(text(robot, "#tpu-timing")).isEqualTo("4x4 · bf16 · double-buffered");
    }

    @Test
    void eventsFollowAndLead(FxRobot robot) {
        robot.clickOn("Events");
        var list = robot.lookup("#tpu-events").<ListView<SimulationEvent>>query();
        robot.interact(() -> model.goTo(10));
        assertThat(list.getSelectionModel().getSelectedItem().cycle()).isEqualTo(10);
        robot.interact(model::goToEnd);
        assertThat(list.getSelectionModel().getSelectedItem().kind()).isEqualTo(SimulationEvent.Kind.LAST_OUTPUT);
        robot.interact(() -> list.scrollTo(0));
        robot.clickOn("4  tile 0  starts");
        assertThat(cycle()).isEqualTo(4);
    }

    @Test
    void tilesLeadToTheirStart(FxRobot robot) {
        robot.clickOn("Tiles");
        var corner = robot.lookup("#tpu-tiles").query().localToScreen(0, 0);
        robot.clickOn(corner.getX() + 20, corner.getY() + 32 + 44 + 20);
        assertThat(cycle()).isEqualTo(10);
    }

    @Test
    void zoomShowsNumbers(FxRobot robot) {
        robot.interact(() -> model.show(Simulations.ofGemm(Gemm.of(20, 32, 32), 32, TimingMode.DOUBLE_BUFFERED)));
        assertThat(geometry(robot).detail()).isEqualTo(Detail.COLOUR);
        for (int i = 0; i < 8; i++) {
            robot.clickOn("#tpu-zoom-in");
        }
        assertThat(geometry(robot).detail().hasValues()).isTrue();
        robot.clickOn("#tpu-fit");
        assertThat(geometry(robot).detail()).isEqualTo(Detail.COLOUR);
    }

    @Test
    void heatMapOffersOtherColours(FxRobot robot) {
        assertThat(robot.lookup("#tpu-heat").query().isVisible()).isFalse();
        robot.interact(() -> model.show(Simulations.ofGemm(Gemm.of(150, 128, 128), 128, TimingMode.DOUBLE_BUFFERED)));
        robot.interact(() -> model.goTo(300));
        var box = robot.lookup("#tpu-heat").<ComboBox<HeatMode>>query();
        assertThat(box.isVisible()).isTrue();
        int x = (int) geometry(robot).left() + 200;
        int y = (int) geometry(robot).top() + 20;
        var wave = colour(robot, x, y);
        robot.interact(() -> box.setValue(HeatMode.WORK));
        assertThat(colour(robot, x, y)).isNotEqualTo(wave);
    }

    /** The token of each row of X has the row's tint. */
    @Test
    void rowsCarryTheirColour(FxRobot robot) {
        robot.interact(() -> model.goTo(4));
        assertSame(colourOfActivation(robot), Palette.LIGHT.rowTint(0));
        robot.interact(() -> model.goTo(5));
        assertSame(colourOfActivation(robot), Palette.LIGHT.rowTint(1));
    }

    /** Values slide into place and then stand where they stand without motion. */
    @Test
    void motionEndsWhereItWouldHaveBeen(FxRobot robot) throws TimeoutException {
        robot.interact(() -> model.goTo(9));
        var still = picture(robot);
        robot.interact(() -> model.goTo(8));
        robot.interact(() -> model.motionProperty().set(true));
        robot.interact(() -> model.step(Direction.FORWARD));
        WaitForAsyncUtils.waitFor(5, TimeUnit.SECONDS, () -> Arrays.equals(picture(robot), still));
        robot.interact(() -> model.goTo(10));
        robot.interact(() -> model.step(Direction.BACKWARD));
        WaitForAsyncUtils.waitFor(5, TimeUnit.SECONDS, () -> Arrays.equals(picture(robot), still));
    }

    @Test
    void darkThemeReachesTheCanvases(FxRobot robot) {
        robot.interact(() -> Application.setUserAgentStylesheet(new PrimerDark().getUserAgentStylesheet()));
        robot.interact(() -> model.goTo(4));
        assertSame(colourOfActivation(robot), Palette.DARK.rowTint(0));
    }

    @Test
    void emptyStatesSayWhatWouldFillThem(FxRobot robot) {
        robot.interact(() -> model.show(Simulations.withoutProducts()));
        assertThat(text(robot, "#tpu-empty")).startsWith("softmax has no matrix product");
        robot.interact(() -> model.show(null));
        assertThat(text(robot, "#tpu-empty")).startsWith("Nothing simulated yet");
        robot.interact(() -> model.show(Simulations.twoTiles()));
        assertThat(robot.lookup("#tpu-empty").tryQuery()).isEmpty();
    }

    @Test
    void everythingThatTakesFocusHasAName(FxRobot robot) {
        assertThat(robot.lookup(node -> node instanceof Button && node.getId() != null)
                        .queryAllAs(Button.class))
                .hasSize(11)
                .allSatisfy(button -> assertThat(button.getAccessibleText()).isNotBlank());
        for (var id : new String[] {"#tpu-array", "#tpu-scrub", "#tpu-speed", "#tpu-matmul", "#tpu-motion"}) {
            assertThat(robot.lookup(id).query().getAccessibleText()).as(id).isNotBlank();
        }
    }

    private long cycle() {
        return model.cycleProperty().get();
    }

    private boolean playing() {
        return model.playingProperty().get();
    }

    private static String text(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(Label.class).getText();
    }

    private static Slider slider(FxRobot robot) {
        return robot.lookup("#tpu-speed").queryAs(Slider.class);
    }

    private static Node canvas(FxRobot robot) {
        return robot.lookup("#tpu-array").query();
    }

    private static ArrayGeometry geometry(FxRobot robot) {
        WaitForAsyncUtils.waitForFxEvents();
        return Objects.requireNonNull(
                robot.lookup("#tpu-array").queryAs(ArrayCanvas.class).geometry());
    }

    private static void hover(FxRobot robot, int row, int col) {
        var geometry = geometry(robot);
        var point = canvas(robot).localToScreen(geometry.x(col + 0.5), geometry.y(row + 0.5));
        robot.moveTo(point);
    }

    private static int[] picture(FxRobot robot) {
        WaitForAsyncUtils.waitForFxEvents();
        var image = robot.capture(canvas(robot)).getImage();
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        int[] points = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), points, 0, width);
        return points;
    }

    /** The colour near the right end of the activation's token in cell (0, 0). */
    private static Color colourOfActivation(FxRobot robot) {
        var geometry = geometry(robot);
        return colour(robot, (int) geometry.x(1) - 7, (int) geometry.y(0) + 6);
    }

    private static Color colour(FxRobot robot, int x, int y) {
        WaitForAsyncUtils.waitForFxEvents();
        return robot.capture(canvas(robot)).getImage().getPixelReader().getColor(x, y);
    }

    /** Colours of pictures have eight bits per channel, rounded one way or the other. */
    private static void assertSame(Color actual, Color expected) {
        assertThat(actual.getRed()).isCloseTo(expected.getRed(), within(0.005));
        assertThat(actual.getGreen()).isCloseTo(expected.getGreen(), within(0.005));
        assertThat(actual.getBlue()).isCloseTo(expected.getBlue(), within(0.005));
    }
}
