package org.hloexplorer.visualizers.diff;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.hloexplorer.visualizers.Pictures;
import org.hloexplorer.visualizers.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init") // start() sets the fields.
final class TextDifferenceViewTests {
    private TextDifferenceViewModel model;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        model = new TextDifferenceViewModel(Runnable::run);
        Pictures.show(stage, new TextDifferenceView(model), 1000, 420);
        model.show(Programs.timeline(), 3);
    }

    @Test
    void showsWhatThePassDid(FxRobot robot) {
        WaitForAsyncUtils.waitForFxEvents();
        robot.interact(() -> Pictures.take(stage, "diff"));
        var after = robot.lookup("#diff-after").queryAs(CodeArea.class);
        var before = robot.lookup("#diff-before").queryAs(CodeArea.class);
        assertThat(after.getText()).contains("fusion(", "fused_computation");
        assertThat(before.getText()).contains("%div.7").doesNotContain("fused_computation");
        assertThat(before.getParagraphs()).hasSameSizeAs(after.getParagraphs());
        assertThat(robot.lookup("#diff-summary").queryAs(Label.class).getText()).startsWith("+");
        robot.clickOn("#diff-in-one");
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(robot.lookup("#diff-unified").queryAs(CodeArea.class).getText())
                .contains("\n+ ", "\n− ");
        robot.interact(() -> Pictures.take(stage, "diff-unified"));
    }

    @Test
    void keysGoFromChangeToChange(FxRobot robot) {
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(model.changeProperty().get()).isZero();
        robot.clickOn("#diff-after");
        robot.push(KeyCode.F7);
        assertThat(model.changeProperty().get()).isEqualTo(1);
        robot.push(KeyCode.SHIFT, KeyCode.F7);
        assertThat(model.changeProperty().get()).isZero();
    }

    @Test
    void foldingCanBeSwitchedOff(FxRobot robot) {
        WaitForAsyncUtils.waitForFxEvents();
        int folded = model.rowsProperty().get().size();
        robot.clickOn("#diff-only-changes");
        assertThat(model.rowsProperty().get()).hasSizeGreaterThan(folded);
    }
}
