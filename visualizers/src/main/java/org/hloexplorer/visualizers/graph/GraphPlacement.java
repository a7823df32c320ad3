package org.hloexplorer.visualizers.graph;

import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a picture lies in its view: at first, when the view changes its size, and when something is to come into sight. */
final class GraphPlacement {
    private static final double LEGIBLE = 0.7;
    private static final double MARGIN = 16;

    private final GraphCanvas canvas;

    /** What places the picture as a whole, once there is room, and the viewport that it last gave. */
    private @Nullable Runnable whole;

    private @Nullable Viewport wholeViewport;
    private boolean placing;

    GraphPlacement(GraphCanvas canvas) {
        this.canvas = canvas;
        canvas.widthProperty().subscribe((from, to) -> resized(to.doubleValue() - from.doubleValue(), 0));
        canvas.heightProperty().subscribe((from, to) -> resized(0, to.doubleValue() - from.doubleValue()));
    }

    /** The whole picture where it stays legible, otherwise its first difference or its top. */
    void start(VisualGraph graph) {
        whenSized(() -> {
            var fitting = fitting();
            canvas.viewportProperty().set(fitting.scale() >= LEGIBLE ? fitting : legible(startBox(graph)));
        });
    }

    /** The whole picture. */
    void fit() {
        whenSized(() -> canvas.viewportProperty().set(fitting()));
    }

    /** Changes the viewport, which no other view follows. */
    void place(Runnable change) {
        boolean outer = placing;
        placing = true;
        change.run();
        placing = outer;
    }

    /** Whether the viewport changes by the user's hand and not because another picture finds its place. */
    boolean isMovedByHand() {
        return !placing;
    }

    /** Moves what is at these pixels to the middle, unless it is in sight. */
    void reveal(Box pixels) {
        if (!isInSight(pixels)) {
            place(() -> move(canvas.getWidth() / 2 - pixels.centerX(), canvas.getHeight() / 2 - pixels.centerY()));
        }
    }

    boolean isInSight(Box pixels) {
        return new Box(0, 0, canvas.getWidth(), canvas.getHeight()).contains(pixels.centerX(), pixels.centerY());
    }

    /** A picture that nobody has moved finds its place anew; of another, what is in the middle stays there. */
    private void resized(double wider, double higher) {
        if (!isSized()) {
            return;
        }
        if (whole != null
                && (wholeViewport == null
                        || wholeViewport.equals(canvas.viewportProperty().get()))) {
            placeWhole();
        } else {
            place(() -> move(wider / 2, higher / 2));
        }
    }

    private void move(double x, double y) {
        canvas.viewportProperty().set(canvas.viewportProperty().get().movedBy(x, y));
    }

    private void whenSized(Runnable view) {
        whole = view;
        wholeViewport = null;
        if (isSized()) {
            placeWhole();
        }
    }

    private void placeWhole() {
        place(Objects.requireNonNull(whole));
        wholeViewport = canvas.viewportProperty().get();
    }

    private boolean isSized() {
        return canvas.getWidth() > 1 && canvas.getHeight() > 1;
    }

    private Viewport fitting() {
        return Viewport.fitting(canvas.geometry(), canvas.getWidth(), canvas.getHeight());
    }

    private Viewport legible(Box box) {
        double halfHeight = canvas.getHeight() / 2 / LEGIBLE;
        var middle = new Box(box.centerX(), Math.max(box.centerY(), halfHeight - MARGIN), 0, 0);
        return new Viewport(LEGIBLE, 0, 0).centred(middle, canvas.getWidth(), canvas.getHeight());
    }

    private Box startBox(VisualGraph graph) {
        var geometry = canvas.geometry();
        var centre = geometry.width() / 2;
        var top = geometry.boxes().values().stream()
                .min(Comparator.comparingDouble(Box::y).thenComparingDouble(box -> Math.abs(box.centerX() - centre)))
                .orElse(new Box(centre, 0, 0, 0));
        return graph.nodes()
                .filter(node -> node.state().isDifferent())
                .findFirst()
                .map(node -> geometry.boxes().getOrDefault(node.key(), top))
                .orElse(top);
    }
}
