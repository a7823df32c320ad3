package org.hloexplorer.visualizers.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.geometry.VerticalDirection;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Pictures;
import org.hloexplorer.visualizers.Programs;
import org.hloexplorer.visualizers.graph.BeforeAfterView.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init") // start() sets the fields.
final class BeforeAfterViewTests {
    private BeforeAfterView view;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        view = new BeforeAfterView(Runnable::run);
        view.setAnimated(false);
        Pictures.show(stage, view, 1100, 640);
    }

    private void show(FxRobot robot, int version) throws TimeoutException {
        robot.interact(() -> view.show(Programs.timeline(), version));
        WaitForAsyncUtils.waitFor(
                10, TimeUnit.SECONDS, view.after().model().graphProperty().isNotNull());
        WaitForAsyncUtils.waitForFxEvents();
    }

    @Test
    void looksAsDesigned(FxRobot robot) throws TimeoutException {
        show(robot, 1);
        robot.interact(() -> Pictures.take(stage, "graph-simplified"));
        show(robot, 3);
        robot.interact(() -> Pictures.take(stage, "graph-fused"));
        robot.interact(() -> view.modeProperty().set(Mode.UNION));
        WaitForAsyncUtils.waitForFxEvents();
        robot.interact(() -> Pictures.take(stage, "graph-union"));
        robot.interact(Pictures::dark);
        robot.interact(() -> Pictures.take(stage, "graph-union-dark"));
    }

    @Test
    void aClickSelectsTheInstructionInBothVersions(FxRobot robot) throws TimeoutException {
        show(robot, 1);
        robot.clickOn(view.after().boundsOf(Programs.EXP).orElseThrow());
        assertThat(view.selectionProperty().get()).isEqualTo(HloPath.toInstruction(1, Programs.MAIN, Programs.EXP));
        assertThat(view.before().selectionProperty().get())
                .isEqualTo(HloPath.toInstruction(0, Programs.MAIN, Programs.EXP));
    }

    @Test
    void aRefusedEdgeSaysWhyWhenClicked(FxRobot robot) throws TimeoutException {
        show(robot, 3);
        robot.clickOn(view.after().boundsOfEdge(Programs.EXP, Programs.ROW_SUM).orElseThrow());
        assertThat(view.selectedEdgeProperty().get())
                .isEqualTo(new EdgeSelection(3, Programs.MAIN, Programs.EXP, Programs.ROW_SUM));
        var sentence = robot.from(view.after()).lookup("#edge-sentence").queryAs(Label.class);
        assertThat(sentence.isVisible()).isTrue();
        assertThat(sentence.getText())
                .contains("exp.1 was not fused into reduce_sum.7", "2 times instead of once", "users 2, limit 1");
        robot.interact(() -> Pictures.take(stage, "graph-edge"));
    }

    @Test
    void aPointerThatRestsOnAnEdgeIsToldTheSentence(FxRobot robot) throws TimeoutException {
        show(robot, 3);
        robot.moveTo(view.after().boundsOfEdge(Programs.EXP, Programs.ROW_SUM).orElseThrow());
        WaitForAsyncUtils.waitFor(10, TimeUnit.SECONDS, () -> tooltip().isPresent());
        var byMouse = tooltip().orElseThrow();
        assertThat(byMouse).contains("exp.1 was not fused into reduce_sum.7", "users 2, limit 1");

        robot.interact(() -> assertThat(view.after().restOn(Programs.EXP)).isTrue());
        assertThat(tooltip().orElseThrow()).contains("%exp.1");
        robot.interact(() -> assertThat(view.after().restOnEdge(Programs.EXP, Programs.ROW_SUM))
                .isTrue());
        assertThat(tooltip()).hasValue(byMouse);
        robot.interact(() -> assertThat(view.after().restOnEdge(Programs.ROW_SUM, Programs.EXP))
                .isFalse());
    }

    private static Optional<String> tooltip() {
        return List.copyOf(Window.getWindows()).stream()
                .filter(each -> each instanceof Tooltip && each.isShowing())
                .map(each -> ((Tooltip) each).getText())
                .findFirst();
    }

    @Test
    void aDoubleClickClosesAndOpensABox(FxRobot robot) throws TimeoutException {
        show(robot, 3);
        var hull = view.after().boundsOf(Programs.FUSION).orElseThrow();
        robot.moveTo(hull.getMinX() + 40, hull.getMinY() + 10).doubleClickOn();
        WaitForAsyncUtils.waitForFxEvents();
        var closed = view.after().boundsOf(Programs.FUSION).orElseThrow();
        assertThat(closed.getHeight()).isLessThan(hull.getHeight() / 2);
        robot.doubleClickOn(closed);
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(view.after().boundsOf(Programs.FUSION).orElseThrow().getHeight())
                .isEqualTo(hull.getHeight());
    }

    @Test
    void keysWalkAlongTheDataAndExplainEdges(FxRobot robot) throws TimeoutException {
        show(robot, 3);
        robot.clickOn(view.after().boundsOf(Programs.SHIFTED).orElseThrow());
        robot.push(KeyCode.SPACE);
        assertThat(view.selectionProperty().get()).isEqualTo(HloPath.toInstruction(3, Programs.MAIN, Programs.EXP));
        robot.push(KeyCode.E);
        robot.push(KeyCode.E);
        assertThat(view.selectedEdgeProperty().get()).isNotNull();
        robot.push(KeyCode.ESCAPE);
        assertThat(view.selectedEdgeProperty().get()).isNull();
    }

    @Test
    void theWheelZoomsBothViewsToThePointer(FxRobot robot) throws TimeoutException {
        show(robot, 1);
        double before = view.before().viewportProperty().get().scale();
        double after = view.after().viewportProperty().get().scale();
        robot.moveTo(view.after().boundsOf(Programs.EXP).orElseThrow());
        robot.scroll(3, VerticalDirection.UP);
        WaitForAsyncUtils.waitForFxEvents();
        double ratio = view.after().viewportProperty().get().scale() / after;
        assertThat(ratio).isNotCloseTo(1, within(0.01));
        assertThat(view.before().viewportProperty().get().scale() / before).isCloseTo(ratio, within(1e-9));
    }

    @Test
    void whatSurvivesStaysWhereItIsWhenThePassChanges(FxRobot robot) throws TimeoutException {
        show(robot, 1);
        robot.clickOn(view.after().boundsOf(Programs.EXP).orElseThrow());
        var old = view.after().boundsOf(Programs.EXP).orElseThrow();
        show(robot, 3);
        assertThat(view.selectionProperty().get()).isEqualTo(HloPath.toInstruction(3, Programs.MAIN, Programs.EXP));
        var now = view.after().boundsOf(Programs.EXP).orElseThrow();
        assertThat(now.getCenterX()).isCloseTo(old.getCenterX(), within(1.0));
        assertThat(now.getMinY()).isCloseTo(old.getMinY(), within(1.0));
    }

    @Test
    void bringingTheSelectionIntoSightMovesEachViewByItself(FxRobot robot) throws TimeoutException {
        show(robot, 3);
        robot.interact(() -> {
            view.linkedProperty().set(false);
            view.after().viewportProperty().set(new Viewport(1, -9000, -9000));
            view.linkedProperty().set(true);
        });
        var before = view.before().viewportProperty().get();
        robot.interact(() -> view.selectionProperty().set(HloPath.toInstruction(3, Programs.MAIN, Programs.EXP)));
        var bounds = view.after().boundsOf(Programs.EXP).orElseThrow();
        assertThat(view.after().localToScreen(view.after().getBoundsInLocal()).contains(bounds))
                .isTrue();
        assertThat(view.before().viewportProperty().get()).isEqualTo(before);
    }

    @Test
    void aPictureThatNobodyMovedFitsTheNewSize(FxRobot robot) throws TimeoutException {
        show(robot, 1);
        robot.interact(view.before()::fit);
        resize(robot, 100);
        var resized = view.before().viewportProperty().get();
        robot.interact(view.before()::fit);
        assertThat(view.before().viewportProperty().get()).isEqualTo(resized);
    }

    @Test
    void whatIsInTheMiddleOfAMovedPictureStaysThere(FxRobot robot) throws TimeoutException {
        show(robot, 1);
        robot.interact(() -> view.after().viewportProperty().set(new Viewport(2, -300, -200)));
        resize(robot, 100);
        assertThat(view.after().viewportProperty().get()).isEqualTo(new Viewport(2, -300, -150));
    }

    private void resize(FxRobot robot, double higher) {
        robot.interact(() -> stage.setHeight(stage.getHeight() + higher));
        WaitForAsyncUtils.waitForFxEvents();
    }
}
