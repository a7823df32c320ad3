package org.hloexplorer.visualizers.graph;

import javafx.scene.Node;
import javafx.scene.input.KeyEvent;

/** The keys of a graph view: F fit, C centre, + and − zoom, Space along the data, E edges, U upstream, H heat, Enter opens. */
final class GraphKeys {
    private static final double STEP = 1.25;

    private final GraphView view;
    private final GraphViewModel model;

    GraphKeys(GraphView view, GraphViewModel model) {
        this.view = view;
        this.model = model;
    }

    void install(Node canvas) {
        canvas.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (!event.isShortcutDown() && !event.isAltDown() && press(event)) {
                event.consume();
            }
        });
    }

    private boolean press(KeyEvent event) {
        switch (event.getCode()) {
            case F -> view.fit();
            case C -> view.centre();
            case PLUS, ADD, EQUALS -> view.zoom(STEP);
            case MINUS, SUBTRACT -> view.zoom(1 / STEP);
            case SPACE -> {
                if (event.isShiftDown()) {
                    model.selectNextProducer();
                } else {
                    model.selectNextConsumer();
                }
                view.reveal();
            }
            case E -> model.selectNextEdge();
            case U ->
                model.highlightsFeedsProperty()
                        .set(!model.highlightsFeedsProperty().get());
            case H -> model.showsHeatProperty().set(!model.showsHeatProperty().get());
            case ENTER -> model.selectedNode().ifPresent(model::toggleOpen);
            case ESCAPE -> model.select((VisualNode) null);
            default -> {
                return false;
            }
        }
        return true;
    }
}
