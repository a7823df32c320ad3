package org.hloexplorer.roofline.view;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Application;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.hloexplorer.roofline.SampleData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(ApplicationExtension.class)
final class RooflineViewTests {
    @SuppressWarnings("NullAway.Init")
    private RooflineView view;

    @Start
    void start(Stage stage) {
        Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
        view = new RooflineView();
        stage.setScene(new Scene(view, 1200, 420));
        stage.setX(0);
        stage.setY(0);
        stage.show();
    }

    @Test
    void beforeAnyMeasurementItOffersToMakeOne(FxRobot robot) {
        var measured = new AtomicInteger();
        robot.interact(() -> view.onMeasureProperty().set(measured::incrementAndGet));

        robot.clickOn("#roofline-measure");

        assertThat(measured).hasValue(1);
    }

    @Test
    void clickingADotSelectsItsRowAndSaysWhatLimitsIt(FxRobot robot) {
        show(robot);
        var dot = view.dotOf("after fusion", "dot.1").orElseThrow();

        robot.clickOn(view.chart().localToScreen(dot));

        assertThat(robot.lookup("#roofline-verdict").queryAs(Label.class).getText())
                .startsWith("dot.1: Compute-bound");
        assertThat(view.model().selectedInstructionProperty().get()).isEqualTo(8);
    }

    @Test
    void selectingAnInstructionSelectsTheKernelThatDoesItsWork(FxRobot robot) {
        show(robot);

        robot.interact(() -> view.model().selectedInstructionProperty().set(9));

        assertThat(robot.lookup("#roofline-verdict").queryAs(Label.class).getText())
                .startsWith("multiply_add_exponential_fusion");
    }

    @Test
    void theFilterKeepsMatchingKernels(FxRobot robot) {
        show(robot);

        robot.clickOn("#roofline-filter").write("copy");

        assertThat(robot.lookup("#roofline-table").queryTableView().getItems().size())
                .isEqualTo(2);
    }

    @Test
    void theChartIsExported(FxRobot robot, @TempDir Path folder) throws Exception {
        show(robot);
        robot.interact(() -> view.onExportProperty().set(format -> Optional.of(folder.resolve("chart." + format))));

        robot.clickOn("#roofline-export-svg").clickOn("#roofline-export-csv").clickOn("#roofline-export-png");

        assertThat(folder.resolve("chart.svg")).content().contains("<svg", "FMA peak", "dot.1");
        assertThat(folder.resolve("chart.csv")).content().contains("multiply_add_exponential_fusion");
        assertThat(Files.readAllBytes(folder.resolve("chart.png"))).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void fiftyKernelsHaveNoOverlappingLabels(FxRobot robot) {
        robot.interact(() -> view.show(SampleData.crowd()));
        WaitForAsyncUtils.waitForFxEvents();

        var labels = SvgLabels.of(view.toSvg().orElseThrow());

        assertThat(labels).hasSizeGreaterThan(5);
        assertThat(SvgLabels.overlapping(labels)).isEmpty();
    }

    @Test
    void theDarkThemeDrawsOnADarkGround(FxRobot robot) {
        robot.interact(() -> Application.setUserAgentStylesheet(new PrimerDark().getUserAgentStylesheet()));
        show(robot);

        assertThat(view.toSvg().orElseThrow()).contains("fill=\"#0d1117\"");
    }

    private void show(FxRobot robot) {
        robot.interact(() -> view.show(SampleData.data()));
        WaitForAsyncUtils.waitForFxEvents();
    }
}
