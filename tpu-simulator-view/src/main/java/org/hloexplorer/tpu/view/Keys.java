package org.hloexplorer.tpu.view;

import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListView;
import javafx.scene.control.Slider;
import javafx.scene.control.TabPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/** What keys do in the view, wherever its focus is; controls that need a key themselves keep it. */
final class Keys {
    private final TpuViewModel model;

    Keys(TpuViewModel model) {
        this.model = model;
    }

    void handle(KeyEvent event) {
        if (event.getTarget() instanceof Node node && needs(node, event.getCode())) {
            return;
        }
        if (event.isShiftDown() ? moveCell(event.getCode()) : moveTime(event)) {
            event.consume();
        }
    }

    private static boolean needs(Node node, KeyCode key) {
        return node instanceof Slider
                || node instanceof ListView<?>
                || node instanceof ComboBox<?>
                || node instanceof TabPane
                || (key == KeyCode.SPACE && node instanceof ButtonBase);
    }

    private boolean moveTime(KeyEvent event) {
        switch (event.getCode()) {
            case LEFT -> move(Direction.BACKWARD, event.isShortcutDown());
            case RIGHT -> move(Direction.FORWARD, event.isShortcutDown());
            case SPACE ->
                model.togglePlay(
                        model.playingProperty().get()
                                ? model.directionProperty().get()
                                : Direction.FORWARD);
            case PAGE_UP -> model.stepToTile(Direction.BACKWARD);
            case PAGE_DOWN -> model.stepToTile(Direction.FORWARD);
            case HOME -> model.goToStart();
            case END -> model.goToEnd();
            default -> {
                return false;
            }
        }
        return true;
    }

    private void move(Direction direction, boolean byUnit) {
        if (byUnit) {
            model.stepByUnit(direction);
        } else {
            model.step(direction);
        }
    }

    private boolean moveCell(KeyCode code) {
        switch (code) {
            case LEFT -> model.moveSelectedCell(0, -1);
            case RIGHT -> model.moveSelectedCell(0, 1);
            case UP -> model.moveSelectedCell(-1, 0);
            case DOWN -> model.moveSelectedCell(1, 0);
            default -> {
                return false;
            }
        }
        return true;
    }
}
