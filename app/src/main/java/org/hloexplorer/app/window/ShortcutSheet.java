package org.hloexplorer.app.window;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** Lists all keys over the window; Escape, a click beside it or its button puts it away. */
final class ShortcutSheet {
    private static final int ROWS = 14;

    private final StackPane layer;
    private final Commands commands;

    /** A sheet that appears in a layer above the window. */
    ShortcutSheet(Commands commands, StackPane layer) {
        this.commands = commands;
        this.layer = layer;
    }

    void toggle() {
        if (layer.getChildren().isEmpty()) {
            show();
        } else {
            hide();
        }
    }

    private void show() {
        var card = card();
        var shade = new StackPane(card);
        shade.getStyleClass().add("shade");
        shade.setOnMouseClicked(event -> {
            if (shade.equals(event.getTarget())) {
                hide();
            }
        });
        shade.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                event.consume();
                hide();
            }
        });
        layer.getChildren().setAll(shade);
        shade.lookup("#shortcuts-close").requestFocus();
    }

    private void hide() {
        layer.getChildren().clear();
        layer.getScene().getRoot().requestFocus();
    }

    private VBox card() {
        var title = new Label(Words.say("shortcuts.title"));
        title.getStyleClass().add("title-4");
        title.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(title, Priority.ALWAYS);
        var close = new Button(Words.say("shortcuts.close"));
        close.setId("shortcuts-close");
        close.setOnAction(_ -> hide());
        var head = new HBox(title, close);
        head.setAlignment(Pos.CENTER_LEFT);
        var card = new VBox(16, head, table());
        card.setId("shortcuts");
        card.getStyleClass().add("card");
        card.setMaxSize(VBox.USE_PREF_SIZE, VBox.USE_PREF_SIZE);
        return card;
    }

    private Node table() {
        var grid = new GridPane(8, 6);
        int index = 0;
        for (var command : commands.list()) {
            if (command.keys() != null) {
                int column = index / ROWS * 3;
                grid.addRow(index % ROWS);
                grid.add(keys(command), column, index % ROWS);
                grid.add(new Label(command.title()), column + 1, index % ROWS);
                grid.add(gap(), column + 2, index % ROWS);
                index++;
            }
        }
        return grid;
    }

    private static Label keys(Command command) {
        var keys = new Label(command.keysText().orElse(""));
        keys.getStyleClass().add("keys");
        return keys;
    }

    private static Label gap() {
        var gap = new Label();
        gap.setMinWidth(16);
        return gap;
    }
}
