package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.hloexplorer.app.workbench.CompareModel;
import org.hloexplorer.app.workbench.CompareModel.Compared;
import org.hloexplorer.pipeline.dump.DumpComparison.Peak;
import org.hloexplorer.pipeline.dump.DumpDifferences;
import org.hloexplorer.pipeline.dump.DumpDifferences.Row;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;
import org.jspecify.annotations.Nullable;

/** Two dump folders side by side: their steps, and what came out differently. */
final class ComparePanel {
    private final CompareModel model;
    private final ListView<Row> rows = new ListView<>();
    private final VBox facts = new VBox(6);
    private final Label lefts = new Label();
    private final Label rights = new Label();
    private final SplitPane split;
    private final Node empty;
    private final StackPane page = new StackPane();

    ComparePanel(CompareModel model, Runnable choose) {
        this.model = model;
        empty = EmptyPanel.offering(
                Words.say("compare.empty"), "compare-choose", Words.say("command.compare.folder"), choose);
        rows.setId("compare-steps");
        rows.setAccessibleText(Words.say("compare.steps"));
        rows.setFixedCellSize(26);
        rows.setCellFactory(_ -> new CompareCell());
        rows.getSelectionModel().selectedItemProperty().subscribe(row -> {
            if (row != null) {
                model.show(row);
            }
        });
        VBox.setVgrow(rows, Priority.ALWAYS);
        var back = new Button(Words.say("compare.back"));
        back.setId("compare-back");
        back.getStyleClass().add("small");
        back.setOnAction(_ -> {
            rows.getSelectionModel().clearSelection();
            model.hide();
        });
        var names = CompareCell.line(lefts, new Label(), rights);
        names.setPadding(new Insets(6, 8, 6, 8));
        var left = new VBox(names, rows);
        facts.setId("compare-facts");
        facts.setPadding(new Insets(8, 12, 8, 12));
        var scroll = new ScrollPane(facts);
        scroll.setFitToWidth(true);
        var right = new BorderPane(scroll);
        right.setTop(back);
        BorderPane.setMargin(back, new Insets(8, 12, 0, 12));
        split = new SplitPane(left, right);
        split.setDividerPositions(0.6);
        page.setId("compare");
        page.setMinHeight(0);
        StackPane.setAlignment(split, Pos.TOP_LEFT);
        model.comparedProperty().subscribe(this::show);
    }

    Node node() {
        return page;
    }

    private void show(@Nullable Compared compared) {
        page.getChildren().setAll(compared == null ? empty : split);
        rows.getItems().clear();
        facts.getChildren().clear();
        if (compared == null) {
            return;
        }
        lefts.setText(Words.say("compare.left", compared.left()));
        rights.setText(Words.say("compare.right", compared.right()));
        var differences = compared.differences();
        sentences(differences).forEach(each -> facts.getChildren().add(wrapped(each)));
        rows.getItems().setAll(differences.rows());
        differences.first().ifPresent(row -> {
            rows.getSelectionModel().select(row);
            rows.scrollTo(Math.max(0, rows.getItems().indexOf(row) - 2));
        });
    }

    private static Label wrapped(String text) {
        var label = new Label(text);
        label.setWrapText(true);
        return label;
    }

    private static List<String> sentences(DumpDifferences differences) {
        var sentences = new ArrayList<String>();
        sentences.add(differences
                .first()
                .map(row -> Words.say("compare.first", row.step().words()))
                .orElseGet(() -> Words.say("compare.none")));
        addFusions(differences.fusions(), sentences);
        var before = differences.copiesOfLeft();
        var after = differences.copiesOfRight();
        sentences.add(Words.say("compare.copies", before.count(), before.bytes(), after.count(), after.bytes()));
        sentences.add(Words.say("compare.peaks", peak(differences.peakOfLeft()), peak(differences.peakOfRight())));
        return sentences;
    }

    private static String peak(Peak peak) {
        return Words.say("compare.peak", peak.bytes(), peak.source());
    }

    private static void addFusions(FusionComparison fusions, List<String> sentences) {
        sentences.add(Words.say("compare.fusions", fusions.same()));
        addNames("compare.fusions.lost", fusions.lost(), sentences);
        addNames("compare.fusions.gained", fusions.gained(), sentences);
        fusions.grown().forEach(each -> sentences.add(Words.say("compare.fusions.grown", each.toText())));
        fusions.shrunk().forEach(each -> sentences.add(Words.say("compare.fusions.shrunk", each.toText())));
    }

    private static void addNames(String key, List<CanonicalFusion> fusions, List<String> sentences) {
        if (!fusions.isEmpty()) {
            sentences.add(Words.say(
                    key, fusions.stream().map(each -> "%" + each.name()).collect(Collectors.joining(", "))));
        }
    }
}
