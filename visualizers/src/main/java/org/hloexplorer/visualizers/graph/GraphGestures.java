package org.hloexplorer.visualizers.graph;

import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Tooltip;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the mouse does: drag moves the picture, or an operation into or out of a fusion; the wheel zooms to the pointer, a
 * click selects, a double click opens.
 */
final class GraphGestures {
    private static final double CLICK_REACH = 4;
    private static final double WHEEL_STEP = 1.0025;

    private final GraphView view;
    private final GraphViewModel model;
    private final GraphCanvas canvas;
    private final FusionDrag fusionDrag;
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
        this.fusionDrag =
                new FusionDrag(model, canvas, () -> view.movesProperty().get());
        tooltip.getStyleClass().add("graph-tooltip");
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
        canvas.setOnContextMenuRequested(this::showMenu);
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
        } else if (event.getButton() == MouseButton.PRIMARY && !event.isShiftDown()) {
            fusionDrag.begin(pressX, pressY);
        }
    }

    private void drag(MouseEvent event) {
        dragged |= Math.hypot(event.getX() - pressX, event.getY() - pressY) > CLICK_REACH;
        if (onMap) {
            moveOnMap(event);
        } else if (dragged && fusionDrag.isUnderWay()) {
            fusionDrag.moveTo(event.getX(), event.getY());
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
        if (dragged && fusionDrag.isUnderWay()) {
            fusionDrag.drop();
            return;
        }
        fusionDrag.cancel();
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
        var words = pointAt(event.getX(), event.getY());
        rest.setOnFinished(_ -> words.ifPresent(text -> tell(text, event.getScreenX(), event.getScreenY())));
        rest.playFromStart();
    }

    /** Says at once what a pointer is told that rests in this place of the canvas. */
    boolean rest(double x, double y) {
        leave();
        var words = pointAt(x, y);
        var place = canvas.localToScreen(x, y);
        words.ifPresent(text -> tell(text, place.getX(), place.getY()));
        return words.isPresent();
    }

    /** What there is to say of the node or edge in a place, which is marked. */
    private Optional<String> pointAt(double x, double y) {
        var node = canvas.nodeAt(x, y);
        var edge = node.isPresent() && !node.get().isOpen()
                ? null
                : canvas.edgeAt(x, y).orElse(null);
        canvas.hover(edge);
        var graph = model.graphProperty().get();
        if (graph == null) {
            return Optional.empty();
        }
        return edge != null
                ? Optional.of(GraphWords.about(edge, graph))
                : node.map(each -> GraphWords.about(each, graph));
    }

    private void tell(String text, double screenX, double screenY) {
        tooltip.setText(text);
        if (canvas.getScene() != null) {
            tooltip.show(canvas, screenX + 14, screenY + 14);
        }
    }

    private void leave() {
        rest.stop();
        tooltip.hide();
    }

    private void showMenu(ContextMenuEvent event) {
        if (event.isKeyboardTrigger()) {
            view.selectionOnScreen()
                    .ifPresent(place ->
                            menuOfSelection().ifPresent(made -> show(made, place.getCenterX(), place.getCenterY())));
            return;
        }
        var node = canvas.nodeAt(event.getX(), event.getY());
        var edge = canvas.edgeAt(event.getX(), event.getY());
        if (edge.isPresent() && node.filter(each -> !each.isOpen()).isEmpty()) {
            model.select(edge.get());
        } else {
            node.ifPresent(model::select);
        }
        if (edge.isPresent() || node.isPresent()) {
            menuOfSelection().ifPresent(made -> show(made, event.getScreenX(), event.getScreenY()));
        }
    }

    private Optional<ContextMenu> menuOfSelection() {
        var menus = new NodeMenu(view, model);
        return Optional.ofNullable(model.selectedEdgeProperty().get())
                .map(menus::of)
                .or(() -> model.selectedNode().map(menus::of));
    }

    private void show(ContextMenu shown, double screenX, double screenY) {
        if (!shown.getItems().isEmpty()) {
            menu = shown;
            shown.show(canvas, screenX, screenY);
        }
    }
}
