package org.hloexplorer.visualizers.graph;

import javafx.beans.property.BooleanProperty;

/** Has two views move and zoom together: what the user does to one happens to the other. */
final class LinkedViews {
    private final GraphView one;
    private final GraphView other;
    private final BooleanProperty linked;
    private boolean following;

    LinkedViews(GraphView one, GraphView other, BooleanProperty linked) {
        this.one = one;
        this.other = other;
        this.linked = linked;
    }

    void install() {
        one.viewportProperty().addListener((_, was, is) -> follow(one, other, was, is));
        other.viewportProperty().addListener((_, was, is) -> follow(other, one, was, is));
    }

    /** Only what a hand did: a new picture finds its own place. */
    private void follow(GraphView moved, GraphView follower, Viewport was, Viewport is) {
        if (following || !linked.get() || !moved.isMovedByHand()) {
            return;
        }
        following = true;
        follower.viewportProperty().set(step(follower.viewportProperty().get(), was, is));
        following = false;
    }

    /** The same zoom about the same point, and the same way on the screen. */
    private static Viewport step(Viewport follower, Viewport was, Viewport is) {
        double ratio = is.scale() / was.scale();
        double scale = follower.scale() * ratio;
        return new Viewport(
                scale,
                is.dx() - was.dx() * ratio + follower.dx() * ratio,
                is.dy() - was.dy() * ratio + follower.dy() * ratio);
    }
}
