package org.hloexplorer.visualizers.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Words;

/** A report laid out for reading. */
final class RunReportNodes {
    private RunReportNodes() {}

    static List<Node> of(RunReport report) {
        var nodes = new ArrayList<Node>();
        nodes.add(verdict(report));
        if (!report.fallbacks().isEmpty()) {
            nodes.add(section("run.section.fallbacks", fallbacks(report)));
        }
        if (!report.remarks().isEmpty()) {
            nodes.add(section("run.section.remarks", remarks(report)));
        }
        nodes.add(section("run.section.outputs", outputs(report.outputs())));
        nodes.add(section("run.section.times", times(report)));
        return nodes;
    }

    private static VBox verdict(RunReport report) {
        var comparison = report.comparison();
        var headline = new Label(
                comparison == null
                        ? Words.say("run.notCompared", report.device().kind().text())
                        : Words.say(
                                comparison.agrees() ? "run.agrees" : "run.differs",
                                report.device().kind().text()));
        headline.setId("run-verdict");
        headline.getStyleClass()
                .addAll("run-verdict", comparison == null ? "none" : comparison.agrees() ? "good" : "bad");
        var box = new VBox(headline);
        if (comparison != null) {
            comparison.arrays().forEach(array -> box.getChildren().add(plain(array.toText())));
            box.getChildren().add(plain(extremes(comparison)));
        }
        return box;
    }

    private static String extremes(LiteralComparison comparison) {
        return Words.say(
                "run.extremes",
                Figures.threeDigits(comparison.maxAbsolute()),
                Figures.threeDigits(comparison.maxRelative()));
    }

    private static Node fallbacks(RunReport report) {
        var box = new VBox();
        for (var kernel : report.fallbacks()) {
            box.getChildren()
                    .add(plain(Words.say(
                            "run.fallback", kernel.name(), kernel.engine(), String.valueOf(kernel.fallback()))));
        }
        return box;
    }

    private static Node remarks(RunReport report) {
        var box = new VBox();
        box.setId("run-remarks");
        for (var kernel : report.remarks()) {
            box.getChildren()
                    .add(plain(
                            Words.say("run.remark", kernel.name(), kernel.engine(), String.valueOf(kernel.remark()))));
        }
        return box;
    }

    private static GridPane outputs(List<RunReport.Output> outputs) {
        var grid = grid("run.output", "run.shape", "run.sum", "run.absSum", "run.nonfinite", "run.first");
        for (int i = 0; i < outputs.size(); i++) {
            var output = outputs.get(i);
            grid.addRow(
                    i + 1,
                    plain(Integer.toString(i)),
                    code(output.shape()),
                    code(number(output.sum())),
                    code(number(output.absSum())),
                    code(Long.toString(output.nonfinite())),
                    code(output.first().stream().map(RunReportNodes::number).collect(Collectors.joining(", "))));
        }
        return grid;
    }

    private static String number(Number number) {
        return number instanceof Double || number instanceof Float
                ? String.format(Locale.ROOT, "%.6g", number.doubleValue())
                : number.toString();
    }

    private static Node times(RunReport report) {
        var profile = report.profile();
        var grid = grid("run.kernel", "run.median", "run.min", "run.max", "run.runs");
        addTiming(grid, 1, Words.say("run.whole"), profile.whole());
        int row = 2;
        for (KernelTime kernel : profile.kernels()) {
            addTiming(grid, row++, kernel.kernel(), kernel.timing());
        }
        return new VBox(grid, plain(sources(profile, report)));
    }

    private static String sources(ExecutionProfile profile, RunReport report) {
        return Words.say(
                "run.sources", profile.source(), profile.threads(), Figures.time(report.compileTime()), report.seed());
    }

    private static void addTiming(GridPane grid, int row, String name, Timing timing) {
        grid.addRow(
                row,
                plain(name),
                code(Figures.time(timing.medianNanos())),
                code(Figures.time(timing.minNanos())),
                code(Figures.time(timing.maxNanos())),
                code(Integer.toString(timing.runs())));
    }

    private static GridPane grid(String... headings) {
        var grid = new GridPane();
        grid.getStyleClass().add("run-grid");
        for (int i = 0; i < headings.length; i++) {
            var heading = new Label(Words.say(headings[i]));
            heading.getStyleClass().add("muted");
            grid.add(heading, i, 0);
        }
        return grid;
    }

    private static VBox section(String words, Node body) {
        var title = new Label(Words.say(words));
        title.getStyleClass().add("section-title");
        return new VBox(title, body);
    }

    private static Label plain(String text) {
        var label = new Label(text);
        label.setWrapText(true);
        return label;
    }

    private static Label code(String text) {
        var label = new Label(text);
        label.getStyleClass().add("run-number");
        return label;
    }
}
