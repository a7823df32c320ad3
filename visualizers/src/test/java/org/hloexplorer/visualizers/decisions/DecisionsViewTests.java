package org.hloexplorer.visualizers.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javafx.stage.Stage;
import org.hloexplorer.visualizers.EdgeSelection;
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
final class DecisionsViewTests {
    private final List<Integer> versions = new ArrayList<>();
    private final List<String> exports = new ArrayList<>();
    private DecisionsViewModel model;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        model = new DecisionsViewModel(Runnable::run);
        var view = new DecisionsView(model);
        view.setOnVersion(versions::add);
        view.setOnExport(exports::add);
        Pictures.show(stage, view, 1200, 260);
        model.show(Programs.timeline());
    }

    @Test
    void rowsLeadToEdgesAndPasses(FxRobot robot) {
        WaitForAsyncUtils.waitForFxEvents();
        robot.interact(() -> Pictures.take(stage, "decisions"));
        robot.doubleClickOn("duplicates work");
        assertThat(model.selectedEdgeProperty().get())
                .isEqualTo(new EdgeSelection(3, Programs.MAIN, Programs.EXP, Programs.ROW_SUM));
        assertThat(versions).containsExactly(3);
    }

    @Test
    void filtersAndExports(FxRobot robot) {
        robot.clickOn("#decisions-filter").write("duplicates");
        robot.clickOn("#decisions-export");
        assertThat(exports)
                .singleElement()
                .asString()
                .contains("exp.1,reduce_sum.7")
                .doesNotContain("algsimp");
    }
}
