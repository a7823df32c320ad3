package org.hloexplorer.roofline.view;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javafx.application.Application;
import javafx.geometry.Point2D;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;
import javafx.stage.Stage;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.roofline.Numbers;
import org.hloexplorer.roofline.Placer;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Roofs;
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
    void aRefusalStandsAboveWhatWasMeasuredBefore(FxRobot robot) {
        show(robot);
        robot.interact(() -> {
            view.deviceProperty().set(DeviceKind.TPU);
            view.reasonProperty().set("It has no clock; choose another chip, such as v5e.");
        });

        assertThat(robot.lookup("#roofline-refusal").queryAs(Label.class))
                .satisfies(label -> assertThat(label.isVisible()).isTrue())
                .satisfies(label -> assertThat(label.getText())
                        .startsWith("TPU not measured")
                        .endsWith("such as v5e."));
        assertThat(view.dotOf("after fusion", "dot.1")).isPresent();
        robot.interact(() -> view.reasonProperty().set(""));
        assertThat(robot.lookup("#roofline-refusal").queryAs(Label.class).isVisible())
                .isFalse();
    }

    /** Each once, however close together: four of memory, and those of arithmetic. */
    @Test
    void everyRoofIsNamed(FxRobot robot) {
        show(robot);

        var svg = view.toSvg().orElseThrow();

        assertThat(SampleData.ROOFS.memory())
                .allSatisfy(roof -> assertThat(svg).contains(">" + roof.shortName() + " · "));
        assertThat(SampleData.ROOFS.arithmetic())
                .allSatisfy(roof -> assertThat(svg).contains(">" + roof.shortName() + " · "));
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
    void pointingAtADotSaysItsFigures(FxRobot robot) {
        show(robot);
        robot.moveTo(
                view.chart().localToScreen(view.dotOf("after fusion", "dot.1").orElseThrow()));
        WaitForAsyncUtils.waitForFxEvents();

        assertThat(tooltips(robot))
                .anySatisfy(text -> assertThat(text)
                        .contains(
                                "dot.1",
                                Numbers.flops(2.1e9) + ", HLO cost analysis",
                                "median of 20 runs",
                                "Compute-bound"));
        robot.moveTo(view.chart()
                .localToScreen(view.chart().getWidth() - 30, view.chart().getHeight() - 60));
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(tooltips(robot)).isEmpty();
    }

    private static List<String> tooltips(FxRobot robot) {
        return robot.listWindows().stream()
                .filter(Tooltip.class::isInstance)
                .map(window -> ((Tooltip) window).getText())
                .toList();
    }

    @Test
    void trailsLeadFromTheKernelsBeforeFusionToTheOneAfter(FxRobot robot) {
        show(robot);
        var before = view.dotOf("before fusion", "add.1").orElseThrow();
        var after =
                view.dotOf("after fusion", "multiply_add_exponential_fusion").orElseThrow();

        assertThat(view.toSvg().orElseThrow()).contains(line(before, after));
    }

    private static String line(Point2D from, Point2D to) {
        return "x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\""
                .formatted(number(from.getX()), number(from.getY()), number(to.getX()), number(to.getY()));
    }

    private static String number(double pixels) {
        return String.format(Locale.ROOT, "%.2f", pixels);
    }

    @Test
    void aKeptMeasurementIsDrawnBesideTheNextBelowItsOwnRoofs(FxRobot robot) {
        show(robot);
        robot.clickOn("#roofline-keep");
        robot.interact(() -> view.show(SampleData.faster()));
        WaitForAsyncUtils.waitForFxEvents();

        assertThat(view.dotOf("kept: after fusion", "dot.1")).isPresent();
        assertThat(view.dotOf("HBM", "dot.1")).isPresent();
        var svg = view.toSvg().orElseThrow();
        assertThat(svg)
                .contains("HBM · " + Numbers.bytesPerSecond(1.2e12), "kept: DRAM · " + Numbers.bytesPerSecond(44e9));
        assertThat(SvgLabels.overlapping(SvgLabels.of(svg))).isEmpty();
        assertThat(robot.lookup("#roofline-table").queryTableView().getItems()).hasSize(4);
        assertThat(robot.lookup("#roofline-summary").queryAs(Label.class).getText())
                .startsWith("One product. Kept: before fusion → after fusion");

        robot.clickOn("#roofline-keep");
        assertThat(view.dotOf("kept: after fusion", "dot.1")).isEmpty();
        assertThat(robot.lookup("#roofline-table").queryTableView().getItems()).hasSize(1);
    }

    /** One dot for each level at the kernel's height, joined by a line from the nearest to the farthest. */
    @Test
    void theLevelsOfMemoryAreJoinedByALine(FxRobot robot) {
        robot.interact(() -> view.show(SampleData.counted()));
        WaitForAsyncUtils.waitForFxEvents();

        var svg = view.toSvg().orElseThrow();
        var dot = view.dotOf("after fusion", "dot.1").orElseThrow();
        double y = dot.getY();
        var line = Pattern.compile("x1=\"([\\d.]+)\" y1=\"%1$s\" x2=\"([\\d.]+)\" y2=\"%1$s\"".formatted(number(y)))
                .matcher(svg);
        assertThat(line.find()).isTrue();
        double l1 = Double.parseDouble(line.group(1));
        double dram = Double.parseDouble(line.group(2));
        assertThat(l1).as("L1 moves most, and lies farthest to the left").isLessThan(dot.getX());
        assertThat(dram).as("DRAM moves a little less than the analysis counts").isGreaterThan(dot.getX());
        assertThat(svg).contains(">L1<", ">L2<", ">DRAM<");
        assertThat(SvgLabels.overlapping(SvgLabels.of(svg))).isEmpty();
    }

    /** In a low chart, too, with the peak just below its upper edge. */
    @Test
    void thePeakIsNamed() {
        var roofs = new Roofs(
                "test machine",
                List.of(
                        Roof.arithmetic("FMA f32 vector, 2 threads", 536e9, 0, "test"),
                        Roof.arithmetic("FMA f32 scalar, 2 threads", 33.7e9, 0, "test")),
                List.of(
                        Roof.memory("L1 triad, 2 threads", 1450e9, 0, 48 << 10, "test"),
                        Roof.memory("L2 write, 2 threads", 526e9, 0, 1 << 20, "test"),
                        Roof.memory("L3 triad, 2 threads", 249e9, 0, 32 << 20, "test"),
                        Roof.memory("DRAM triad, 2 threads", 85.9e9, 0, Long.MAX_VALUE, "test")));
        var placer = new Placer(roofs);
        var kernels = List.of(
                placer.place(SampleData.kernel("reduce_max.7", 1, List.of(1), 1.05e6, 4.2e6, 43e-6)),
                placer.place(SampleData.kernel("exp.1", 2, List.of(2), 1.05e6, 8.39e6, 108e-6)));
        var earlier = new org.hloexplorer.roofline.Stage("before fusion", 1, kernels);
        var later = new org.hloexplorer.roofline.Stage("after fusion", 2, kernels);
        var svg = RooflineSvg.of(new RooflineData("test", roofs, List.of(earlier, later)), 690, 200);

        assertThat(svg)
                .contains(
                        ">FMA f32 vector · ",
                        ">FMA f32 scalar · ",
                        ">L1 triad · ",
                        ">L2 write · ",
                        ">L3 triad · ",
                        ">DRAM triad · ");
    }

    @Test
    void theTableHoldsTheFiguresOfEverySource(FxRobot robot) {
        robot.interact(() -> view.show(SampleData.counted()));
        WaitForAsyncUtils.waitForFxEvents();

        var table = robot.lookup("#roofline-table").queryTableView();
        assertThat(table.getColumns())
                .extracting(TableColumn::getText)
                .contains("FLOP analytic", "FLOP counted", "L1 counted", "L2 simulated", "DRAM simulated");
        robot.interact(() -> view.show(SampleData.data()));
        assertThat(table.getColumns()).extracting(TableColumn::getText).doesNotContain("FLOP counted");
    }

    @Test
    void theWholeProgramIsTheFormulaWithNumbers(FxRobot robot) {
        robot.interact(() -> view.show(SampleData.counted()));
        WaitForAsyncUtils.waitForFxEvents();

        var whole = robot.lookup("#roofline-whole-program").queryAs(Label.class);
        assertThat(whole.getText())
                .startsWith("Eager: N (t_launch + t_kernel) = 24 × (")
                .contains("Compiled: t_launch");
        robot.interact(() -> view.show(SampleData.data()));
        assertThat(whole.isVisible()).isFalse();
    }

    /** Of another program: its kernels are not those that this one's came from. */
    @Test
    void noTrailLeadsFromOneProgramToAnother() {
        assertThat(SampleData.data().beside(SampleData.faster()).trails())
                .anySatisfy(trail ->
                        assertThat(trail.from().kernel().seconds().value()).isEqualTo(5e-5));
        assertThat(SampleData.data().beside(SampleData.crowd()).trails())
                .hasSameSizeAs(SampleData.data().trails());
        assertThat(SampleData.data().beside(SampleData.counted()).trails())
                .hasSameSizeAs(SampleData.data().trails());
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
