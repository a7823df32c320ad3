package org.hloexplorer.visualizers.graph;

import javafx.animation.PauseTransition;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.util.Duration;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** What the mouse does: drag moves, wheel zooms to the pointer, click selects, double click opens. */
final class GraphGestures {
    private static final double CLICK_REACH = 4;
    private static final double WHEEL_STEP = 1.0025;

    private final GraphView view;
    private final GraphViewModel model;
    private final GraphCanvas canvas;
    private final Tooltip tooltip = new Tooltip();
    private final PauseTransition rest = new PauseTransition(Duration.millis(450));
    private double pressX;
    private double pressY;
    private double lastX;
    private double lastY;
    private boolean dragged;
    private boolean onMap;
    private @Nullable ContextMenu menu;

    GraphGestures(GraphView view, GraphViewModel model, GraphCanvas canvas) {
        this.view = view;
        this.model = model;
        this.canvas = canvas;
        tooltip.setWrapText(true);
        tooltip.setMaxWidth(420);
    }

    void install() {
        canvas.setOnMousePressed(this::pressed);
        canvas.setOnMouseDragged(this::drag);
        canvas.setOnMouseReleased(this::released);
        canvas.setOnMouseMoved(this::hover);
        canvas.setOnMouseExited(_ -> leave());
        canvas.setOnScroll(this::scroll);
        canvas.setOnContextMenuRequested(event -> canvas.nodeAt(event.getX(), event.getY())
                .ifPresent(node -> showMenu(node, event.getScreenX(), event.getScreenY())));
    }

    private void pressed(MouseEvent event) {
        canvas.requestFocus();
        leave();
        if (menu != null) {
            menu.hide();
        }
        pressX = event.getX();
        pressY = event.getY();
        lastX = pressX;
        lastY = pressY;
        dragged = false;
        onMap = canvas.minimap()
                .filter(map -> map.frame().contains(pressX, pressY))
                .isPresent();
        if (onMap) {
            moveOnMap(event);
        }
    }

    private void drag(MouseEvent event) {
        dragged |= Math.hypot(event.getX() - pressX, event.getY() - pressY) > CLICK_REACH;
        if (onMap) {
            moveOnMap(event);
        } else if (dragged) {
            canvas.viewportProperty()
                    .set(canvas.viewportProperty().get().movedBy(event.getX() - lastX, event.getY() - lastY));
        }
        lastX = event.getX();
        lastY = event.getY();
    }

    private void moveOnMap(MouseEvent event) {
        canvas.minimap()
                .ifPresent(map -> canvas.viewportProperty()
                        .set(map.lookingAt(
                                event.getX(),
                                event.getY(),
                                canvas.viewportProperty().get(),
                                canvas.getWidth(),
                                canvas.getHeight())));
    }

    private void released(MouseEvent event) {
        if (!dragged && !onMap && event.getButton() == MouseButton.PRIMARY) {
            click(event);
        }
    }

    private void click(MouseEvent event) {
        var node = canvas.nodeAt(event.getX(), event.getY());
        var edge = canvas.edgeAt(event.getX(), event.getY());
        if (node.isPresent() && (edge.isEmpty() || !node.get().isOpen())) {
            clickNode(node.get(), event);
        } else if (edge.isPresent()) {
            model.select(edge.get());
        } else {
            model.select((VisualNode) null);
        }
    }

    private void clickNode(VisualNode node, MouseEvent event) {
        if (event.isShiftDown()) {
            model.showPathTo(node);
        } else if (event.getClickCount() == 2) {
            model.toggleOpen(node);
        } else {
            model.select(node);
        }
    }

    private void scroll(ScrollEvent event) {
        var viewport = canvas.viewportProperty();
        if (event.isShiftDown()) {
            viewport.set(viewport.get().movedBy(event.getDeltaX() + event.getDeltaY(), 0));
        } else if (event.getDeltaY() != 0) {
            viewport.set(viewport.get().zoomedAt(Math.pow(WHEEL_STEP, event.getDeltaY()), event.getX(), event.getY()));
        }
        leave();
        event.consume();
    }

    private void hover(MouseEvent event) {
        leave();
        var node = canvas.nodeAt(event.getX(), event.getY());
        var edge = node.isPresent() && !node.get().isOpen()
                ? null
                : canvas.edgeAt(event.getX(), event.getY()).orElse(null);
        canvas.hover(edge);
        var graph = model.graphProperty().get();
        if (graph != null && (edge != null || node.isPresent())) {
            var text = edge != null ? GraphWords.about(edge, graph) : GraphWords.about(node.get(), graph);
            rest.setOnFinished(_ -> {
                tooltip.setText(text);
                if (canvas.getScene() != null) {
                    tooltip.show(canvas, event.getScreenX() + 14, event.getScreenY() + 14);
                }
            });
            rest.playFromStart();
        }
    }

    private void leave() {
        rest.stop();
        tooltip.hide();
    }

    private void showMenu(VisualNode node, double screenX, double screenY) {
        model.select(node);
        var shown = new ContextMenu();
        if (node.canOpen()) {
            shown.getItems()
                    .addAll(
                            item(node.isOpen() ? "graph.menu.close" : "graph.menu.open", () -> model.toggleOpen(node)),
                            item("graph.menu.enter", () -> enter(node)));
        }
        shown.getItems()
                .addAll(
                        item(
                                "graph.menu.feeds",
                                () -> model.highlightsFeedsProperty()
                                        .set(!model.highlightsFeedsProperty().get())),
                        item("graph.menu.centre", view::centre));
        menu = shown;
        shown.show(canvas, screenX, screenY);
    }

    /** Shows the computation that a node calls by itself. */
    private void enter(VisualNode node) {
        var subject = model.subjectProperty().get();
        if (subject != null) {
            subject.module()
                    .findInstruction(node.instructionId())
                    .flatMap(each -> each.calledComputations().stream().findFirst())
                    .ifPresent(id -> model.computationProperty().set(id));
        }
    }

    private static MenuItem item(String words, Runnable action) {
        var item = new MenuItem(Words.say(words));
        item.setOnAction(_ -> action.run());
        return item;
    }
}
