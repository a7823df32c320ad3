package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.visualizers.graph.LevelLayout.Level;
import org.hloexplorer.visualizers.graph.LevelLayout.LevelEdge;
import org.hloexplorer.visualizers.graph.LevelLayout.LevelNode;
import org.hloexplorer.visualizers.graph.LevelLayout.Placed;
import org.jspecify.annotations.Nullable;

/**
 * Lays out a picture, one nesting level at a time from the inside out, off the JavaFX thread.
 *
 * <p>Nodes that were in the previous picture keep their order from left to right, so that stepping through versions does
 * not throw the picture around.
 */
public final class GraphLayout {
    /** ELK's time is more than linear: beyond so many nodes in a level ours takes over. */
    private static final int LARGEST_FOR_ELK = 1500;

    private static final String TOP = "";

    private final LevelLayout few = new ElkLevelLayout();
    private final LevelLayout many = new LinearLevelLayout();
    private final NodeSizes sizes = new NodeSizes();

    /** A level's nodes and edges, and how they were placed. */
    private record Inside(List<VisualNode> nodes, List<VisualEdge> edges, Placed placed) {}

    /** Where everything goes; throws {@link java.util.concurrent.CancellationException} when cancelled. */
    public GraphGeometry layOut(VisualGraph graph, GraphGeometry previous, Cancellation cancellation) {
        var nodes = new LinkedHashMap<String, List<VisualNode>>();
        graph.nodes()
                .forEach(node -> nodes.computeIfAbsent(parent(node.parent()), _ -> new ArrayList<>())
                        .add(node));
        var edges = new HashMap<String, List<VisualEdge>>();
        graph.edges()
                .forEach(edge -> edges.computeIfAbsent(
                                parent(graph.node(edge.from()).orElseThrow().parent()), _ -> new ArrayList<>())
                        .add(edge));
        var insides = new HashMap<String, Inside>();
        place(TOP, nodes, edges, previous, insides, cancellation);
        var boxes = new HashMap<String, Box>();
        var routes = new HashMap<String, double[]>();
        compose(TOP, 0, 0, insides, boxes, routes);
        var top = insides.get(TOP);
        return top == null
                ? GraphGeometry.EMPTY
                : new GraphGeometry(
                        boxes, routes, top.placed().width(), top.placed().height());
    }

    private static String parent(@Nullable String key) {
        return key == null ? TOP : key;
    }

    private void place(
            String level,
            Map<String, List<VisualNode>> nodes,
            Map<String, List<VisualEdge>> edges,
            GraphGeometry previous,
            Map<String, Inside> insides,
            Cancellation cancellation) {
        cancellation.check();
        var own = nodes.getOrDefault(level, List.of());
        own.stream()
                .filter(VisualNode::isOpen)
                .forEach(box -> place(box.key(), nodes, edges, previous, insides, cancellation));
        var ownEdges = edges.getOrDefault(level, List.of());
        var input = level(level, own, ownEdges, previous, insides);
        var layout = own.size() > LARGEST_FOR_ELK ? many : few;
        insides.put(level, new Inside(own, ownEdges, layout.place(input, cancellation)));
    }

    private Level level(
            String level,
            List<VisualNode> nodes,
            List<VisualEdge> edges,
            GraphGeometry previous,
            Map<String, Inside> insides) {
        var seeds = new LayoutSeeds(level, nodes, edges, previous);
        var positions = new HashMap<String, Integer>();
        var inputs = new ArrayList<LevelNode>();
        for (var node : nodes) {
            positions.put(node.key(), inputs.size());
            inputs.add(levelNode(node, seeds.x(node), insides));
        }
        var connections = edges.stream()
                .map(edge -> new LevelEdge(
                        positions.getOrDefault(edge.from(), 0),
                        positions.getOrDefault(edge.to(), 0),
                        edge.operands().isEmpty() ? -1 : edge.operands().getFirst()))
                .toList();
        return new Level(inputs, connections, seeds.areKnown());
    }

    private LevelNode levelNode(VisualNode node, double seedX, Map<String, Inside> insides) {
        var inside = insides.get(node.key());
        double below = NodeSizes.below(node);
        if (inside == null) {
            return new LevelNode(
                    sizes.width(node), NodeSizes.height(node) + below, seedX, List.of(), -1, node.isPort());
        }
        double width = Math.max(inside.placed().width(), sizes.titleWidth(node.title()));
        double height = inside.placed().height() + NodeSizes.HULL_TITLE + below;
        return new LevelNode(width, height, seedX, inputs(inside), output(inside), node.isPort());
    }

    /** Edges enter a hull above the parameters that stand for them; anywhere where it has several bodies. */
    private static List<Double> inputs(Inside inside) {
        var ports = new ArrayList<Double>();
        for (int i = 0; i < inside.nodes().size(); i++) {
            if (inside.nodes().get(i).isPort()) {
                ports.add(inside.placed().boxes().get(i).centerX());
            }
        }
        return hasSeveralBodies(inside) ? List.of() : ports;
    }

    private static double output(Inside inside) {
        for (int i = 0; i < inside.nodes().size(); i++) {
            if (inside.nodes().get(i).isRoot() && !hasSeveralBodies(inside)) {
                return inside.placed().boxes().get(i).centerX();
            }
        }
        return -1;
    }

    private static boolean hasSeveralBodies(Inside inside) {
        return inside.nodes().stream()
                        .mapToInt(VisualNode::computationId)
                        .distinct()
                        .count()
                != 1;
    }

    private static void compose(
            String level,
            double left,
            double top,
            Map<String, Inside> insides,
            Map<String, Box> boxes,
            Map<String, double[]> routes) {
        var inside = insides.get(level);
        if (inside == null) {
            return;
        }
        for (int i = 0; i < inside.nodes().size(); i++) {
            var node = inside.nodes().get(i);
            var box = inside.placed().boxes().get(i).movedBy(left, top);
            boxes.put(node.key(), new Box(box.x(), box.y(), box.width(), box.height() - NodeSizes.below(node)));
            compose(node.key(), box.x(), box.y() + NodeSizes.HULL_TITLE, insides, boxes, routes);
        }
        for (int i = 0; i < inside.edges().size(); i++) {
            var edge = inside.edges().get(i);
            routes.put(edge.key(), moved(inside.placed().routes().get(i), left, top, boxes.get(edge.from())));
        }
    }

    /** Routes start below the shape that is written under the box; the line goes up to the box. */
    private static double[] moved(double[] route, double left, double top, @Nullable Box from) {
        double[] moved = new double[route.length];
        for (int i = 0; i < route.length; i += 2) {
            moved[i] = route[i] + left;
            moved[i + 1] = route[i + 1] + top;
        }
        if (from != null && moved.length > 1) {
            moved[1] = from.bottom();
        }
        return moved;
    }
}
