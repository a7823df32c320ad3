package org.hloexplorer.app.window;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextAlignment;

/** Stands where a panel has nothing to show yet: says what would fill it, and offers the button that does. */
final class EmptyPanel {
    private EmptyPanel() {}

    /** A panel without a button, where what would fill it is somewhere else. */
    static VBox saying(String text) {
        var label = new Label(text);
        label.setWrapText(true);
        label.setTextAlignment(TextAlignment.CENTER);
        label.setAlignment(Pos.CENTER);
        label.setMaxWidth(460);
        label.getStyleClass().add("text-muted");
        var panel = new VBox(12, label);
        panel.setAlignment(Pos.CENTER);
        panel.getStyleClass().add("empty-panel");
        return panel;
    }

    static Node offering(String text, String buttonId, String buttonText, Runnable action) {
        var panel = saying(text);
        var button = new Button(buttonText);
        button.setId(buttonId);
        button.setOnAction(_ -> action.run());
        panel.getChildren().add(button);
        return panel;
    }
}
