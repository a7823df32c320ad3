package org.hloexplorer.visualizers.graph;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.hloexplorer.visualizers.Words;

/** What floats over a picture: progress with Cancel, and the sentence where there is no picture. */
final class GraphOverlay extends StackPane {

    GraphOverlay(GraphViewModel model) {
        setPickOnBounds(false);
        place(progress(model), Pos.TOP_RIGHT);
        place(message(model), Pos.CENTER);
    }

    private void place(HBox content, Pos position) {
        content.setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        add(content, position);
    }

    private void place(VBox content, Pos position) {
        content.setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        add(content, position);
    }

    private void add(Node content, Pos position) {
        setAlignment(content, position);
        getChildren().add(content);
    }

    private static HBox progress(GraphViewModel model) {
        var cancel = new Button(Words.say("cancel"));
        cancel.setId("graph-cancel");
        cancel.setOnAction(_ -> model.cancel());
        var indicator = new ProgressIndicator();
        indicator.setPrefSize(18, 18);
        var box = new HBox(indicator, new Label(Words.say("graph.layingOut")), cancel);
        box.getStyleClass().add("floating-progress");
        box.visibleProperty().bind(model.busyProperty());
        return box;
    }

    private static VBox message(GraphViewModel model) {
        var label = new Label();
        label.setId("graph-message");
        label.setWrapText(true);
        label.textProperty()
                .bind(model.failureProperty()
                        .map(sentence -> sentence == null ? "" : sentence)
                        .orElse(Words.say("graph.empty")));
        var box = new VBox(label);
        box.getStyleClass().add("empty-message");
        box.setMouseTransparent(true);
        box.visibleProperty()
                .bind(model.failureProperty()
                        .isNotNull()
                        .or(model.graphProperty()
                                .isNull()
                                .and(model.busyProperty().not())));
        return box;
    }
}
