package org.hloexplorer.app.window;

import javafx.scene.Node;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;

/** The window with two layers above it: one for lists that drop down, one for sheets that cover everything. */
final class Overlay {
    private final Pane lists = new Pane();
    private final StackPane sheets = new StackPane();
    private final StackPane root = new StackPane();

    Overlay() {
        lists.setPickOnBounds(false);
        sheets.setPickOnBounds(false);
    }

    Pane lists() {
        return lists;
    }

    StackPane sheets() {
        return sheets;
    }

    /** Puts the layers above this node. */
    StackPane over(Node window) {
        root.getChildren().setAll(window, lists, sheets);
        return root;
    }
}
