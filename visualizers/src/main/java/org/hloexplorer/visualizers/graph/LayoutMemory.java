package org.hloexplorer.visualizers.graph;

import java.util.HashMap;
import java.util.Map;

/** Where nodes were when they were last seen, over all pictures that share it, so that new pictures start from there. */
public final class LayoutMemory {
    private final Map<String, Box> boxes = new HashMap<>();

    /** Any thread may call this, as layouts are made off the JavaFX thread. */
    public synchronized GraphGeometry recall() {
        return new GraphGeometry(boxes, Map.of(), 0, 0);
    }

    public synchronized void remember(GraphGeometry geometry) {
        boxes.putAll(geometry.boxes());
    }

    /** For a program that has nothing to do with the one before. */
    public synchronized void forget() {
        boxes.clear();
    }
}
