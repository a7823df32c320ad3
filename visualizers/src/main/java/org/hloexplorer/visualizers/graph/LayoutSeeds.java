package org.hloexplorer.visualizers.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the nodes of a level were in the previous picture, and for new ones where their neighbours were. */
final class LayoutSeeds {
    /** With fewer survivors than this share, the old order says nothing. */
    private static final double LEAST_SURVIVORS = 0.3;

    private final Map<String, Double> middles = new HashMap<>();
    private final boolean areKnown;

    LayoutSeeds(String level, List<VisualNode> nodes, List<VisualEdge> edges, GraphGeometry previous) {
        var outer = previous.boxes().get(level);
        double left = outer == null ? 0 : outer.x();
        for (var node : nodes) {
            var box = previous.boxes().get(node.key());
            if (box != null) {
                middles.put(node.key(), box.centerX() - left);
            }
        }
        areKnown = !middles.isEmpty() && middles.size() >= LEAST_SURVIVORS * nodes.size();
        if (areKnown) {
            // Twice, so that a chain of new nodes finds its place from either end.
            seedFromNeighbours(edges);
            seedFromNeighbours(edges.reversed());
        }
    }

    private void seedFromNeighbours(List<VisualEdge> edges) {
        for (var edge : edges) {
            var from = middles.get(edge.from());
            var to = middles.get(edge.to());
            if (from != null && to == null) {
                middles.put(edge.to(), from + edge.operands().size());
            } else if (from == null && to != null) {
                middles.put(edge.from(), to - 1);
            }
        }
    }

    boolean areKnown() {
        return areKnown;
    }

    double x(VisualNode node) {
        return middles.getOrDefault(node.key(), 0.0);
    }
}
