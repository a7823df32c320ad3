package org.hloexplorer.visualizers.graph;

import java.util.Map;
import java.util.Optional;

/**
 * Where everything lies.
 *
 * @param boxes by the key of the node
 * @param routes by the key of the edge: points as x, y, x, y …, from producer to consumer
 */
public record GraphGeometry(Map<String, Box> boxes, Map<String, double[]> routes, double width, double height) {

    public static final GraphGeometry EMPTY = new GraphGeometry(Map.of(), Map.of(), 0, 0);

    public GraphGeometry {
        boxes = Map.copyOf(boxes);
        routes = Map.copyOf(routes);
    }

    /** Where the node with this key is. */
    public Optional<Box> box(String key) {
        return Optional.ofNullable(boxes.get(key));
    }
}
