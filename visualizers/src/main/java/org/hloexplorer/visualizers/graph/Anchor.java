package org.hloexplorer.visualizers.graph;

import java.util.Comparator;
import java.util.Optional;

/**
 * A node that stays where it is on the screen while the picture around it changes.
 *
 * @param before where it was in the picture before
 */
record Anchor(String key, Box before) {

    /** The selected node where both pictures have it, otherwise the survivor nearest to the middle of the view. */
    static Optional<Anchor> choose(
            VisualGraph old, VisualGraph now, GraphCanvas canvas, Optional<VisualNode> selected) {
        var visible = canvas.viewportProperty().get().visible(canvas.getWidth(), canvas.getHeight());
        return selected.map(VisualNode::key)
                .filter(key -> now.geometry().box(key).isPresent())
                .flatMap(key -> old.geometry().box(key).map(box -> new Anchor(key, box)))
                .filter(anchor -> visible.intersects(anchor.before()))
                .or(() -> nearestToMiddle(old, now, visible));
    }

    private static Optional<Anchor> nearestToMiddle(VisualGraph old, VisualGraph now, Box visible) {
        return old.geometry().boxes().entrySet().stream()
                .filter(each -> now.geometry().box(each.getKey()).isPresent())
                .map(each -> new Anchor(each.getKey(), each.getValue()))
                .min(Comparator.comparingDouble(each -> distance(each.before(), visible)));
    }

    private static double distance(Box box, Box visible) {
        return Math.hypot(box.centerX() - visible.centerX(), box.centerY() - visible.centerY());
    }

    /** The viewport that has the node where it was. */
    Viewport viewport(Viewport current, GraphGeometry geometry) {
        var after = geometry.boxes().getOrDefault(key, before);
        return current.movedBy(
                (before.centerX() - after.centerX()) * current.scale(), (before.y() - after.y()) * current.scale());
    }
}
