package org.hloexplorer.visualizers.inspector;

import java.util.List;
import java.util.function.IntConsumer;
import javafx.beans.property.ObjectProperty;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.ObstacleSign;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.inspector.Inspection.Fact;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;
import org.jspecify.annotations.Nullable;

/** The selected instruction or edge: what it is, why it is so, what it costs, where it comes from. */
public final class InspectorView extends BorderPane {
    private final InspectorViewModel model;
    private final VBox content = new VBox();
    private final ScrollPane scroll = new ScrollPane(content);
    private final Label message = new Label();
    private IntConsumer versions = _ -> {};

    public InspectorView(InspectorViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        setId("inspector");
        getStyleClass().add("inspector");
        content.getStyleClass().add("inspector-content");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        message.getStyleClass().addAll("muted", "inspector-message");
        message.setWrapText(true);
        message.textProperty().bind(model.messageProperty());
        model.inspectionProperty().subscribe(this::show);
    }

    /** Is given the version to go to when the user clicks on a pass. */
    public void setOnVersion(IntConsumer listener) {
        versions = listener;
    }

    private void show(@Nullable Inspection inspection) {
        if (inspection == null) {
            BorderPane.setAlignment(message, Pos.TOP_LEFT);
            setCenter(message);
            return;
        }
        content.getChildren().setAll(header(inspection));
        if (inspection.shape() instanceof Shape.Array array && array.rank() > 0) {
            content.getChildren().add(new LayoutStrip(array));
        }
        section("why", reasons(inspection.reasons()));
        section("what", facts(inspection.facts()));
        if (!inspection.cost().isEmpty()) {
            section("cost", facts(inspection.cost()));
        }
        if (inspection.text().isEmpty()) {
            setCenter(scroll);
            return;
        }
        section("rules", inspection.rules().isEmpty() ? muted("inspector.noRules") : reasons(inspection.rules()));
        section("history", history(inspection.history()));
        section("source", inspection.source().isEmpty() ? muted("inspector.noSource") : facts(inspection.source()));
        setCenter(scroll);
    }

    private static VBox header(Inspection inspection) {
        var title = new Label(inspection.title());
        title.setId("inspector-title");
        title.getStyleClass().add("inspector-title");
        var subtitle = new Label(inspection.subtitle());
        subtitle.setId("inspector-subtitle");
        subtitle.getStyleClass().add("muted");
        subtitle.setWrapText(true);
        var header = new VBox(title, subtitle);
        if (!inspection.text().isEmpty()) {
            var text = new Label(inspection.text());
            text.getStyleClass().add("inspector-code");
            text.setWrapText(true);
            header.getChildren().add(text);
        }
        return header;
    }

    private void section(String name, Node body) {
        var title = new Label(Words.say("inspector.section." + name));
        title.getStyleClass().add("section-title");
        body.setId("inspector-" + name);
        content.getChildren().add(new VBox(title, body));
    }

    private static Label muted(String words) {
        var label = new Label(Words.say(words));
        label.getStyleClass().add("muted");
        label.setWrapText(true);
        return label;
    }

    private static GridPane facts(List<Fact> facts) {
        var grid = new GridPane();
        grid.getStyleClass().add("facts");
        var names = new ColumnConstraints();
        names.setMinWidth(96);
        names.setMaxWidth(130);
        var values = new ColumnConstraints();
        values.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().addAll(names, values);
        for (int i = 0; i < facts.size(); i++) {
            var fact = facts.get(i);
            var name = new Label(fact.name());
            name.getStyleClass().add("muted");
            var value = new Label(fact.value());
            value.getStyleClass().add("fact-value");
            value.setWrapText(true);
            if (!fact.origin().isEmpty()) {
                value.setTooltip(new Tooltip(fact.origin()));
                value.setAccessibleText(fact.name() + " " + fact.value() + ", " + fact.origin());
            }
            GridPane.setValignment(name, VPos.TOP);
            grid.addRow(i, name, value);
        }
        return grid;
    }

    private VBox history(List<Inspection.Step> steps) {
        var box = new VBox();
        box.getStyleClass().add("reasons");
        for (var step : steps) {
            var link = new Hyperlink(step.sentence());
            link.setWrapText(true);
            link.setOnAction(_ -> versions.accept(step.version()));
            box.getChildren().add(link);
        }
        return box;
    }

    private VBox reasons(List<Reason> reasons) {
        var box = new VBox();
        box.getStyleClass().add("reasons");
        if (reasons.isEmpty()) {
            box.getChildren().add(muted("inspector.noReasons"));
        }
        for (var reason : reasons) {
            var sentence = new Label(reason.sentence());
            sentence.getStyleClass().add("reason");
            sentence.setWrapText(true);
            HBox.setHgrow(sentence, Priority.ALWAYS);
            var row = new HBox(ObstacleSign.of(reason.isPositive(), reason.obstacle()), sentence);
            row.setAlignment(Pos.TOP_LEFT);
            row.getStyleClass().add("reason-row");
            row.setOnMouseClicked(_ -> {
                if (reason.version() > 0) {
                    versions.accept(reason.version());
                }
            });
            box.getChildren().add(row);
        }
        return box;
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return model.selectionProperty();
    }

    public ObjectProperty<@Nullable EdgeSelection> selectedEdgeProperty() {
        return model.selectedEdgeProperty();
    }
}
