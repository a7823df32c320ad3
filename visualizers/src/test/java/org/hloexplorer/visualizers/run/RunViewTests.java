package org.hloexplorer.visualizers.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.visualizers.Pictures;
import org.hloexplorer.visualizers.run.RunReport.Output;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init") // start() sets the fields.
final class RunViewTests {
    private static final DeviceDescription CPU = new DeviceDescription(DeviceKind.CPU, "two threads, AVX-512", null);
    private static final DeviceDescription GPU =
            new DeviceDescription(DeviceKind.GPU, "", "looked for libcuda.so.1 and libOpenCL.so.1, found neither");

    private final AtomicInteger runs = new AtomicInteger();
    private RunViewModel model;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        model = new RunViewModel();
        model.setOnRun(runs::incrementAndGet);
        model.setDevices(List.of(GPU, CPU));
        Pictures.show(stage, new RunView(model), 1000, 360);
    }

    private static RunReport report(float actual) {
        var comparison = LiteralComparison.of(
                Literal.ofFloats(new float[] {1, actual}, 2), Literal.ofFloats(new float[] {1, 2}, 2));
        var timing = new Timing(5, 1.2e6, 1.3e6, 2e6);
        return new RunReport(
                CPU,
                1,
                List.of(new Output("f32[2]", 3.0, 3.0, 0, List.of(1.0, 2.0))),
                comparison,
                new ExecutionProfile(timing, List.of(new KernelTime("exp.1", timing)), 2, "wall clock in the worker"),
                Duration.ofMillis(84),
                List.of(new KernelDescription(
                        "sort.4", 4, List.of(4), "reference evaluator", "sort has no loop form yet", List.of())));
    }

    @Test
    void startsWithADeviceThatIsThere(FxRobot robot) {
        robot.clickOn("#run-start");
        assertThat(runs).hasValue(1);
        assertThat(model.deviceProperty().get()).isEqualTo(CPU);
    }

    @Test
    void aMissingDeviceSaysWhatWasLookedFor(FxRobot robot) {
        robot.interact(() -> model.deviceProperty().set(GPU));
        robot.clickOn("#run-start");
        assertThat(runs).hasValue(0);
        assertThat(robot.lookup("#run-message").queryAs(Label.class).getText()).contains("libcuda.so.1");
    }

    @Test
    void aLongNameLeavesTheOtherControlsTheirWords(FxRobot robot) {
        var wordy = new DeviceDescription(DeviceKind.GPU, "compute units and vendor ".repeat(12), null);
        robot.interact(() -> {
            model.setDevices(List.of(CPU, wordy));
            model.deviceProperty().set(wordy);
        });
        for (var id : List.of("#run-seed", "#run-repeat", "#run-compare", "#run-start")) {
            var control = robot.lookup(id).queryAs(Region.class);
            assertThat(control.getWidth()).as(id).isGreaterThanOrEqualTo(control.prefWidth(-1));
        }
    }

    @Test
    void aSeedHasToBeANumber(FxRobot robot) {
        robot.interact(() -> model.seedProperty().set("one"));
        robot.clickOn("#run-start");
        assertThat(runs).hasValue(0);
        assertThat(model.messageProperty().get()).contains("'one'");
    }

    @Test
    void agreementNamesTheTolerance(FxRobot robot) {
        robot.interact(() -> model.succeeded(report(2.000001f)));
        robot.interact(() -> Pictures.take(stage, "run"));
        assertThat(robot.lookup("#run-verdict").queryAs(Label.class).getText())
                .isEqualTo("The outputs of cpu agree with the reference");
        robot.lookup("sort.4 ran on the reference evaluator: sort has no loop form yet")
                .query();
    }

    @Test
    void aDifferenceNamesItsFirstElement(FxRobot robot) {
        robot.interact(() -> model.succeeded(report(3)));
        assertThat(robot.lookup("#run-verdict").queryAs(Label.class).getText()).contains("differ");
        assertThat(robot.lookup(".label").queryAllAs(Label.class))
                .extracting(Label::getText)
                .anyMatch(text -> text.contains("element [1] is 3.0 instead of 2.0"));
    }
}
