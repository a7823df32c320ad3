package org.hloexplorer.visualizers.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.hloexplorer.hlo.HloPath;
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
final class InspectorViewTests {
    private final List<Integer> versions = new ArrayList<>();
    private InspectorView view;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        var model = new InspectorViewModel(Runnable::run);
        model.show(Programs.timeline());
        view = new InspectorView(model);
        view.setOnVersion(versions::add);
        Pictures.show(stage, view, 340, 640);
    }

    @Test
    void showsTheSelectedInstruction(FxRobot robot) {
        robot.interact(() -> view.selectionProperty().set(HloPath.toInstruction(3, Programs.MAIN, Programs.EXP)));
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(robot.lookup("#inspector-title").queryAs(Label.class).getText())
                .isEqualTo("exponential");
        robot.interact(() -> Pictures.take(stage, "inspector"));
        robot.clickOn("In the program from the start");
        assertThat(versions).containsExactly(0);
    }
}
