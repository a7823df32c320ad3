package org.hloexplorer.app.window;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.hloexplorer.app.workbench.FusionChoices.Choice;
import org.hloexplorer.app.workbench.FusionStudy;
import org.hloexplorer.app.workbench.FusionStudy.Comparison;
import org.hloexplorer.app.workbench.FusionStudy.Left;
import org.hloexplorer.app.workbench.FusionStudy.Measurement;
import org.hloexplorer.app.workbench.PairedTimes;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.visualizers.Figures;
import org.jspecify.annotations.Nullable;

/** Fusions beside others: gained, lost, grown, shrunk; what the difference is estimated to cost, and what it costs when run. */
final class FusionPanel {
    private final Workbench workbench;
    private final FusionStudy study;
    private final FileChoice files;
    private final ComboBox<Left> left = new ComboBox<>();
    private final GridPane figures = new GridPane(16, 4);
    private final Label verdict = new Label(Words.say("fusions.measure.none"));
    private final Button measure = new Button(Words.say("fusions.measure"));
    private final Label summary = new Label();
    private final VBox wishes = new VBox(2);
    private final TableView<FusionRow> table = new TableView<>();
    private final SplitPane pane = new SplitPane();

    FusionPanel(Workbench workbench, FileChoice files) {
        this.workbench = workbench;
        this.study = workbench.fusionStudy();
        this.files = files;
        fillLefts();
        makeTable();
        var side = new VBox(8, chooser(), figures, measurement(), wishes);
        side.setPadding(new Insets(8, 12, 8, 12));
        var scroll = new ScrollPane(side);
        scroll.setFitToWidth(true);
        summary.setId("fusions-summary");
        summary.setPadding(new Insets(6, 12, 6, 12));
        summary.setWrapText(true);
        var sets = new VBox(summary, table);
        VBox.setVgrow(table, Priority.ALWAYS);
        pane.getItems().setAll(scroll, sets);
        pane.setDividerPositions(0.45);
        pane.setId("fusions");
        pane.setMinHeight(0);
        study.comparisonProperty().subscribe(this::show);
        study.measurementProperty().subscribe(this::show);
        workbench.timeline().settingsProperty().subscribe(this::showWishes);
    }

    Region node() {
        return pane;
    }

    private void fillLefts() {
        var lefts = new ArrayList<Left>(List.of(new Left.LastRun(), new Left.Unfused()));
        Pipelines.ALL.stream()
                .map(HloPassPipeline::name)
                .map(Left.Pipeline::new)
                .forEach(lefts::add);
        left.getItems().setAll(lefts);
        left.setId("fusions-left");
        left.setAccessibleText(Words.say("fusions.with"));
        left.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable Left each) {
                return each == null ? "" : words(each);
            }

            @Override
            public Left fromString(String text) {
                return new Left.Other(text);
            }
        });
        left.valueProperty().bindBidirectional(study.leftProperty());
    }

    private static String words(Left each) {
        return switch (each) {
            case Left.LastRun _ -> Words.say("fusions.left.last");
            case Left.Unfused _ -> Words.say("fusions.left.unfused");
            case Left.Pipeline(var name) -> Words.say("fusions.left.pipeline", name);
            case Left.Other(var argument) -> argument;
        };
    }

    private Node chooser() {
        var file = new Button(Words.say("fusions.file"));
        file.setId("fusions-file");
        file.setOnAction(_ -> choose(files.toOpen()));
        var folder = new Button(Words.say("fusions.folder"));
        folder.setId("fusions-folder");
        folder.setOnAction(_ -> choose(files.folderToOpen()));
        List.of(file, folder).forEach(each -> each.getStyleClass().add("small"));
        var row = new HBox(8, new Label(Words.say("fusions.with")), left, file, folder);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private void choose(Optional<Path> chosen) {
        chosen.ifPresent(path -> study.leftProperty().set(new Left.Other(path.toString())));
    }

    private Node measurement() {
        measure.setId("fusions-measure");
        measure.getStyleClass().add("small");
        measure.setMinWidth(Region.USE_PREF_SIZE);
        measure.setOnAction(_ -> study.measure());
        verdict.setId("fusions-verdict");
        verdict.setWrapText(true);
        var row = new HBox(10, measure, verdict);
        row.setAlignment(Pos.TOP_LEFT);
        return row;
    }

    private void makeTable() {
        table.setId("fusions-table");
        table.setPlaceholder(new Label(Words.say("fusions.same")));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        add("kind", 90, row -> Words.say("fusions." + row.kind().name().toLowerCase(Locale.ROOT)));
        add("fusion", 220, FusionRow::name);
        add("sizes", 110, FusionRow::sizes);
        add("members", 300, FusionRow::members);
        table.getSelectionModel().selectedItemProperty().subscribe(this::select);
    }

    private void add(String key, double width, Function<FusionRow, String> text) {
        var column = new TableColumn<FusionRow, String>(Words.say("fusions.column." + key));
        column.setPrefWidth(width);
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(text.apply(cell.getValue())));
        table.getColumns().add(column);
    }

    /** Selects the fusion in the last version, or where it is gone, what its result is now. */
    private void select(@Nullable FusionRow row) {
        var run = workbench.timeline().runProperty().get();
        if (row == null || run == null) {
            return;
        }
        row.candidates().stream()
                .flatMap(name -> run.output().computations().stream()
                        .flatMap(computation -> computation.find(name).stream()
                                .map(found -> HloPath.toInstruction(run.versions() - 1, computation.id(), found.id()))))
                .findFirst()
                .ifPresent(path -> {
                    workbench.timeline().select(run.versions() - 1);
                    workbench.selection().pathProperty().set(path);
                });
    }

    private void show(@Nullable Comparison shown) {
        figures.getChildren().clear();
        table.setItems(FXCollections.observableArrayList(shown == null ? List.of() : FusionRow.of(shown.sets())));
        measure.setDisable(shown == null);
        summary.setText(shown == null ? Words.say("fusions.none") : sets(shown));
        if (shown != null) {
            var estimate = shown.estimate();
            row(0, "", shown.leftName(), Words.say("fusions.now"));
            row(
                    1,
                    Words.say("fusions.kernels"),
                    Integer.toString(shown.kernelsLeft()),
                    Integer.toString(shown.kernelsRight()));
            row(
                    2,
                    Words.say("fusions.bytes"),
                    Figures.bytes(estimate.bytesApart()),
                    Figures.bytes(estimate.bytesFused()));
            row(
                    3,
                    Words.say("fusions.estimated", estimate.source()),
                    millis(estimate.microsApart() / 1e3),
                    millis(estimate.microsFused() / 1e3));
        }
    }

    private static String sets(Comparison shown) {
        var sets = shown.sets();
        return Words.say(
                "fusions.summary",
                shown.leftName(),
                sets.same(),
                sets.gained().size(),
                sets.lost().size(),
                sets.grown().size(),
                sets.shrunk().size());
    }

    private void show(Measurement state) {
        figures.getChildren()
                .removeIf(
                        each -> Optional.ofNullable(GridPane.getRowIndex(each)).orElse(0) > 3);
        switch (state) {
            case Measurement.None _ -> verdict.setText(Words.say("fusions.measure.none"));
            case Measurement.Running _ -> verdict.setText(Words.say("fusions.measure.running"));
            case Measurement.Failed(var reason) -> verdict.setText(reason);
            case Measurement.Done(var times, var sentence) -> {
                row(4, Words.say("fusions.measured"), measured(times.before()), measured(times.after()));
                verdict.setText(sentence);
            }
        }
    }

    /** The median, and where the middle half lies. */
    private static String measured(List<Double> times) {
        var spread = PairedTimes.spread(times);
        return Words.say(
                "fusions.spread", millis(PairedTimes.median(times)), millis(spread.low()), millis(spread.high()));
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.3g\u202fms", value);
    }

    private void row(int index, String what, String leftText, String rightText) {
        var name = new Label(what);
        name.getStyleClass().add("muted");
        name.setMinWidth(0);
        name.setTooltip(new Tooltip(what));
        figures.addRow(index, name, figure(leftText), figure(rightText));
    }

    private static Label figure(String text) {
        var label = new Label(text);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /** What is not left to the rules, with a way back each. */
    private void showWishes() {
        wishes.getChildren().clear();
        var choices = workbench.fusionChoices();
        for (var pair : choices.chosen()) {
            var undo = new Button(Words.say("fusion.by_rules"));
            undo.getStyleClass().add("small");
            undo.setOnAction(_ -> choices.choose(pair, Choice.BY_RULES));
            var chosen = choices.of(pair).name().toLowerCase(Locale.ROOT);
            var row = new HBox(8, new Label(pair + ": " + Words.say("fusion." + chosen)), undo);
            row.setAlignment(Pos.CENTER_LEFT);
            wishes.getChildren().add(row);
        }
    }
}
