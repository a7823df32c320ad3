package org.hloexplorer.visualizers.timeline;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.Scene;
import javafx.scene.layout.Region;
import javafx.scene.shape.Polyline;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** Peak memory after each pass as a line over the cells: at their top where it is highest, at their foot where it is 0. */
final class PeakLine extends Polyline {
    private static final double TOP = 4;
    private static final double ROOM = 30;

    private final Region content;
    private final Runnable placing = this::placeIfMoved;
    private List<Region> cells = List.of();
    private List<Long> peaks = List.of();
    private boolean isMoved;

    /** A line in the coordinates of {@code content}, which holds the cells. */
    @SuppressWarnings("this-escape") // It only listens.
    PeakLine(Region content) {
        this.content = content;
        setId("timeline-peaks");
        getStyleClass().add("peak-line");
        setManaged(false);
        setMouseTransparent(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(Words.say("timeline.peaks"));
        content.widthProperty().subscribe(this::move);
        content.heightProperty().subscribe(this::move);
        sceneProperty().subscribe(this::follow);
    }

    /** Where cells are is known only when they are laid out. */
    private void follow(@Nullable Scene before, @Nullable Scene now) {
        if (before != null) {
            before.removePostLayoutPulseListener(placing);
        }
        if (now != null) {
            now.addPostLayoutPulseListener(placing);
        }
    }

    /** Shows the peaks of these cells, the input's first; peaks that are not known, and so negative, are left out. */
    void show(List<Region> shownCells, List<Long> shownPeaks) {
        cells = List.copyOf(shownCells);
        peaks = List.copyOf(shownPeaks);
        move();
    }

    private void move() {
        isMoved = true;
        content.requestLayout();
    }

    private void placeIfMoved() {
        if (isMoved) {
            isMoved = false;
            getPoints().setAll(points());
        }
    }

    private List<Double> points() {
        long most = peaks.stream().mapToLong(Long::longValue).max().orElse(0);
        var points = new ArrayList<Double>();
        if (most <= 0 || peaks.size() != cells.size()) {
            return points;
        }
        for (int i = 0; i < cells.size(); i++) {
            if (peaks.get(i) >= 0) {
                var cell = cells.get(i);
                Point2D place = content.sceneToLocal(cell.localToScene(cell.getWidth() / 2, 0));
                points.add(place.getX());
                points.add(place.getY() + TOP + ROOM * (1 - (double) peaks.get(i) / most));
            }
        }
        return points;
    }
}
