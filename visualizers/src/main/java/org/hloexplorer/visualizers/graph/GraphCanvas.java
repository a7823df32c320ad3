package org.hloexplorer.visualizers.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.animation.AnimationTimer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.canvas.GraphicsContext;
import org.hloexplorer.visualizers.CanvasRegion;
import org.hloexplorer.visualizers.graph.DisplayList.DisplayEdge;
import org.jspecify.annotations.Nullable;

/** Draws a picture: only what is in view, in as much detail as the zoom allows. */
final class GraphCanvas extends CanvasRegion {
    /** Labels of edges are drawn as long as fewer edges than this are in view. */
    private static final int FEW_EDGES = 40;

    private static final double MOVE_NANOS = 160e6;

    private final ObjectProperty<Viewport> viewport = new SimpleObjectProperty<>(Viewport.ORIGIN);
    private final NodeSizes sizes = new NodeSizes();
    private final Motion motion = new Motion();
    private DisplayList list = new DisplayList(() -> {});
    private GraphGeometry geometry = GraphGeometry.EMPTY;
    private Map<String, Box> startBoxes = Map.of();
    private double moved = 1;
    private @Nullable String hoveredEdge;

    /** Moves what survives from where it was to where it is. */
    private final class Motion extends AnimationTimer {
        private long began;

        @Override
        public void start() {
            began = 0;
            super.start();
        }

        @Override
        public void handle(long now) {
            began = began == 0 ? now : began;
            double part = Math.min(1, (now - began) / MOVE_NANOS);
            moved = 1 - (1 - part) * (1 - part);
            if (part >= 1) {
                stop();
            }
            redraw();
        }
    }

    GraphCanvas() {
        viewport.subscribe(_ -> redraw());
    }

    /** Shows another picture; with animation, nodes of the one before move to their new places. */
    void show(@Nullable VisualGraph graph, boolean animated) {
        var old = list;
        list = graph == null ? new DisplayList(() -> {}) : DisplayList.following(graph, this::redraw);
        geometry = graph == null ? GraphGeometry.EMPTY : graph.geometry();
        startBoxes = animated ? oldBoxes(old) : Map.of();
        hoveredEdge = null;
        moved = 1;
        if (!startBoxes.isEmpty()) {
            moved = 0;
            motion.start();
        }
        redraw();
    }

    private Map<String, Box> oldBoxes(DisplayList old) {
        var boxes = new HashMap<String, Box>();
        old.keysOfSurvivors(list).forEach(key -> old.node(key).ifPresent(node -> boxes.put(key, node.box)));
        return boxes;
    }

    @Override
    protected void draw(GraphicsContext context, double width, double height) {
        context.setFill(palette().background());
        context.fillRect(0, 0, width, height);
        var view = viewport.get();
        var visible = view.visible(width, height);
        var detail = LevelOfDetail.at(view.scale());
        context.setTransform(view.scale(), 0, 0, view.scale(), view.dx(), view.dy());
        var nodes = new NodePainter(context, palette(), detail, list.hasDifferences(), sizes);
        var edges = new EdgePainter(context, palette(), detail, list.hasDifferences(), sizes);
        paintNodes(nodes, visible, true);
        if (moved >= 1) {
            paintEdges(edges, visible);
        }
        paintNodes(nodes, visible, false);
        if (moved >= 1) {
            paintSigns(edges, visible);
        }
        context.setTransform(1, 0, 0, 1, 0, 0);
        minimap().ifPresent(map -> map.paint(context, list, view, palette(), new Box(0, 0, width, height)));
    }

    private void paintNodes(NodePainter painter, Box visible, boolean open) {
        for (var node : list.nodes()) {
            var data = node.data;
            if (data != null && data.isOpen() == open) {
                var start = startBoxes.getOrDefault(node.key, node.box);
                var box = moved < 1 ? start.towards(node.box, moved) : node.box;
                if (withShape(box).intersects(visible)) {
                    painter.paint(node, data, box);
                }
            }
        }
    }

    private static Box withShape(Box box) {
        return new Box(box.x(), box.y(), box.width() + 60, box.height() + NodeSizes.SHAPE_HEIGHT);
    }

    private void paintEdges(EdgePainter painter, Box visible) {
        for (var edge : list.edges()) {
            var data = edge.data;
            if (data != null && edge.bounds.intersects(visible)) {
                painter.paint(edge, data, isHovered(edge));
            }
        }
    }

    private void paintSigns(EdgePainter painter, Box visible) {
        boolean few = list.edges().stream()
                        .filter(edge -> edge.bounds.intersects(visible))
                        .limit(FEW_EDGES)
                        .count()
                < FEW_EDGES;
        for (var edge : list.edges()) {
            var data = edge.data;
            if (data != null && edge.bounds.intersects(visible)) {
                boolean crosses = data.hasSign();
                painter.paintSign(edge, data, isHovered(edge) || edge.mark == Mark.SELECTED || (few && crosses));
            }
        }
    }

    private boolean isHovered(DisplayEdge edge) {
        return edge.key.equals(hoveredEdge);
    }

    void hover(@Nullable VisualEdge edge) {
        var key = edge == null ? null : edge.key();
        if (!Objects.equals(key, hoveredEdge)) {
            hoveredEdge = key;
            redraw();
        }
    }

    Optional<Minimap> minimap() {
        return Minimap.of(geometry, viewport.get(), getWidth(), getHeight());
    }

    Optional<VisualNode> nodeAt(double x, double y) {
        var view = viewport.get();
        return list.nodeAt(view.toPictureX(x), view.toPictureY(y));
    }

    Optional<VisualEdge> edgeAt(double x, double y) {
        var view = viewport.get();
        return list.edgeAt(view.toPictureX(x), view.toPictureY(y), 6 / view.scale());
    }

    /** The node's box in pixels of this canvas. */
    Optional<Box> pixels(VisualNode node) {
        return list.node(node.key()).map(each -> viewport.get().toPixels(each.box));
    }

    GraphGeometry geometry() {
        return geometry;
    }

    ObjectProperty<Viewport> viewportProperty() {
        return viewport;
    }
}
