package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;

/**
 * For large levels: longest-path layers, each ordered by where the producers are, in one sweep.
 *
 * <p>Time is linear in nodes and edges, up to the sorting of layers. Long edges run beneath the nodes they pass.
 */
final class LinearLevelLayout implements LevelLayout {
    private static final double NODE_GAP = 22;
    private static final double LAYER_GAP = 44;
    private static final double MARGIN = 10;

    /** Layers are wrapped into several rows beyond this width, so that a thousand sources do not make a line. */
    private static final double WIDEST_ROW = 12_000;

    @Override
    public Placed place(Level level, Cancellation cancellation) {
        var layers = layers(level);
        var boxes = new ArrayList<Box>(level.nodes().stream()
                .map(node -> new Box(0, 0, node.width(), node.height()))
                .toList());
        var producers = producers(level);
        double[] wished = new double[level.nodes().size()];
        double y = MARGIN;
        double width = 0;
        for (var layer : layers) {
            cancellation.check();
            wish(layer, level, producers, boxes, wished);
            layer.sort(Comparator.comparingDouble(node -> wished[node]));
            for (var row : rows(layer, level)) {
                width = Math.max(width, placeRow(row, y, wished, boxes));
                y += row.stream()
                                .mapToDouble(node -> level.nodes().get(node).height())
                                .max()
                                .orElse(0)
                        + LAYER_GAP;
            }
        }
        return new Placed(boxes, routes(level, boxes), width + MARGIN, y - LAYER_GAP + MARGIN);
    }

    private static List<List<Integer>> layers(Level level) {
        int[] depth = new int[level.nodes().size()];
        var outgoing = new ArrayList<List<Integer>>(depth.length);
        level.nodes().forEach(_ -> outgoing.add(new ArrayList<>(2)));
        level.edges().stream()
                .filter(LinearLevelLayout::isForward)
                .forEach(edge -> outgoing.get(edge.from()).add(edge.to()));
        var layers = new ArrayList<List<Integer>>();
        for (int node = 0; node < depth.length; node++) {
            while (layers.size() <= depth[node]) {
                layers.add(new ArrayList<>());
            }
            layers.get(depth[node]).add(node);
            for (int user : outgoing.get(node)) {
                depth[user] = Math.max(depth[user], depth[node] + 1);
            }
        }
        return layers;
    }

    /** Nodes come in the order of the schedule; an edge against it would make a circle. */
    private static boolean isForward(LevelEdge edge) {
        return edge.from() < edge.to();
    }

    private static List<List<Integer>> producers(Level level) {
        var producers = new ArrayList<List<Integer>>(level.nodes().size());
        level.nodes().forEach(_ -> producers.add(new ArrayList<>(2)));
        level.edges().stream()
                .filter(LinearLevelLayout::isForward)
                .forEach(edge -> producers.get(edge.to()).add(edge.from()));
        return producers;
    }

    /** Notes where the middle of each node of the layer should be: at its seed, or below its producers. */
    private static void wish(
            List<Integer> layer, Level level, List<List<Integer>> producers, List<Box> boxes, double[] wished) {
        double next = MARGIN;
        for (int node : layer) {
            var from = producers.get(node);
            double below = from.stream()
                    .mapToDouble(each -> boxes.get(each).centerX())
                    .average()
                    .orElse(next);
            wished[node] = level.isSeeded() ? level.nodes().get(node).seedX() : below;
            next += level.nodes().get(node).width() + NODE_GAP;
        }
    }

    private static List<List<Integer>> rows(List<Integer> layer, Level level) {
        var rows = new ArrayList<List<Integer>>();
        double width = Double.MAX_VALUE;
        for (int node : layer) {
            double added = level.nodes().get(node).width() + NODE_GAP;
            if (width + added > WIDEST_ROW) {
                rows.add(new ArrayList<>());
                width = 0;
            }
            rows.getLast().add(node);
            width += added;
        }
        return rows;
    }

    /** Puts the nodes side by side, each as near to its wish as its left neighbour lets it. */
    private static double placeRow(List<Integer> row, double y, double[] wished, List<Box> boxes) {
        double x = MARGIN;
        for (int node : row) {
            var box = boxes.get(node);
            double wish = Math.min(wished[node] - box.width() / 2, WIDEST_ROW);
            x = Math.max(x, wish);
            boxes.set(node, new Box(x, y, box.width(), box.height()));
            x += box.width() + NODE_GAP;
        }
        return x - NODE_GAP;
    }

    private static List<double[]> routes(Level level, List<Box> boxes) {
        return level.edges().stream()
                .map(edge -> route(
                        edge, level.nodes().get(edge.from()), level.nodes().get(edge.to()), boxes))
                .toList();
    }

    /** Down, across just above the user, and down again. */
    private static double[] route(LevelEdge edge, LevelNode from, LevelNode to, List<Box> boxes) {
        double startX = boxes.get(edge.from()).x() + from.leaves();
        double startY = boxes.get(edge.from()).bottom();
        double endX = boxes.get(edge.to()).x() + to.enters(edge.operand());
        double endY = boxes.get(edge.to()).y();
        double bendY = endY - LAYER_GAP / 2 + 8 * (edge.from() % 3 - 1);
        return Math.abs(startX - endX) < 1
                ? new double[] {startX, startY, endX, endY}
                : new double[] {startX, startY, startX, bendY, endX, bendY, endX, endY};
    }
}
