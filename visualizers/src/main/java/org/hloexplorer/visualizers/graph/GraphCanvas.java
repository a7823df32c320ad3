package org.hloexplorer.visualizers.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.animation.AnimationTimer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.Image;
import org.hloexplorer.visualizers.CanvasRegion;
import org.hloexplorer.visualizers.Palette;
import org.hloexplorer.visualizers.graph.DisplayList.DisplayEdge;
import org.hloexplorer.visualizers.graph.DisplayList.DisplayNode;
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
    private @Nullable Image mapImage;
    private @Nullable Palette mapPalette;
    private @Nullable HeatScale heat;

    private final ReadOnlyObjectWrapper<FusionDrag.@Nullable Ghost> ghost = new ReadOnlyObjectWrapper<>();

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
        ghost.subscribe(_ -> redraw());
    }

    /** Shows another picture; with animation, nodes of the one before move to their new places. */
    void show(@Nullable VisualGraph graph, boolean animated) {
        var old = list;
        list = graph == null ? new DisplayList(() -> {}) : DisplayList.following(graph, this::contentChanged);
        geometry = graph == null ? GraphGeometry.EMPTY : graph.geometry();
        startBoxes = animated ? oldBoxes(old) : Map.of();
        hoveredEdge = null;
        mapImage = null;
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
        var edges = new EdgePainter(context, palette(), detail, list.hasDifferences(), sizes, heat);
        // While nodes move, those that come into view are not yet where the index knows them.
        var nodesInView = moved < 1 ? List.copyOf(list.nodes()) : list.nodesIn(visible);
        var edgesInView = moved < 1 ? List.<DisplayEdge>of() : list.edgesIn(visible);
        paintNodes(nodes, nodesInView, true);
        paintEdges(edges, edgesInView);
        paintNodes(nodes, nodesInView, false);
        paintSigns(edges, edgesInView);
        paintGhost(nodes);
        context.setTransform(1, 0, 0, 1, 0, 0);
        minimap().ifPresent(map -> {
            map.paintFrame(context, palette());
            context.drawImage(mapImage(map), map.frame().x(), map.frame().y());
            map.paintVisiblePart(context, view.visible(width, height), palette());
        });
    }

    /** The nodes on the map, drawn anew only when they look different. */
    private Image mapImage(Minimap map) {
        var image = mapImage;
        if (image == null || !palette().equals(mapPalette)) {
            image = map.image(list, palette());
            mapImage = image;
            mapPalette = palette();
        }
        return image;
    }

    private void contentChanged() {
        mapImage = null;
        redraw();
    }

    private void paintNodes(NodePainter painter, List<DisplayNode> nodes, boolean open) {
        for (var node : nodes) {
            var data = node.data;
            if (data != null && data.isOpen() == open) {
                var start = startBoxes.getOrDefault(node.key, node.box);
                painter.paint(node, data, moved < 1 ? start.towards(node.box, moved) : node.box);
            }
        }
    }

    private void paintEdges(EdgePainter painter, List<DisplayEdge> edges) {
        for (var edge : edges) {
            var data = edge.data;
            if (data != null) {
                painter.paint(edge, data, isHovered(edge));
            }
        }
    }

    private void paintSigns(EdgePainter painter, List<DisplayEdge> edges) {
        boolean few = edges.size() < FEW_EDGES;
        for (var edge : edges) {
            var data = edge.data;
            if (data != null) {
                boolean crosses = heat == null ? data.hasSign() : data.crosses();
                painter.paintSign(edge, data, isHovered(edge) || edge.mark == Mark.SELECTED || (few && crosses));
            }
        }
    }

    private void paintGhost(NodePainter painter) {
        var moving = ghost.get();
        if (moving == null) {
            return;
        }
        var view = viewport.get();
        var target = moving.target();
        if (target != null) {
            list.node(target.key()).ifPresent(node -> painter.paintTarget(node.box, moving.advice()));
        }
        list.node(moving.dragged().key())
                .ifPresent(node -> painter.paintGhost(
                        node,
                        moving.dragged(),
                        node.box.centredAt(view.toPictureX(moving.x()), view.toPictureY(moving.y()))));
    }

    /** Draws an operation under the pointer; nothing with null. */
    void showGhost(FusionDrag.@Nullable Ghost moving) {
        ghost.set(moving);
    }

    ReadOnlyObjectProperty<FusionDrag.@Nullable Ghost> ghostProperty() {
        return ghost.getReadOnlyProperty();
    }

    /** Colours edges by the bytes that cross there; by obstacle with null. */
    void showHeat(@Nullable HeatScale scale) {
        heat = scale;
        redraw();
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
