package org.hloexplorer.visualizers.graph;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.Label;

/** A sentence about an edge, beside it or where it covers the least of the nodes. */
final class EdgeCallout extends Label {
    private static final List<Double> WIDTHS = List.of(300.0, 240.0, 200.0);
    private static final double MARGIN = 4;
    private static final double DISTANCE = 10;

    private final double mostCovered;

    /** @param mostCovered part of the picture that it may cover; where it would be more, it is not shown */
    EdgeCallout(String id, double mostCovered) {
        this.mostCovered = mostCovered;
        setId(id);
        getStyleClass().add("edge-callout");
        setWrapText(true);
        setMouseTransparent(true);
        hide();
    }

    void hide() {
        setVisible(false);
        setManaged(false);
    }

    /**
     * Shows the sentence in a picture of this size, where there is room for it.
     *
     * @param middle of the edge
     * @param nodes that are better not covered; all in pixels of the picture
     */
    void show(String sentence, Box middle, List<Box> nodes, double width, double height) {
        setText(sentence);
        setManaged(true);
        WIDTHS.stream()
                .flatMap(most -> places(middle, Math.min(most, prefWidth(-1)), width, height))
                .filter(box -> box.width() * box.height() <= width * height * mostCovered)
                .min(Comparator.comparingDouble(box -> covered(box, middle, nodes)))
                .ifPresentOrElse(this::moveTo, this::hide);
    }

    private void moveTo(Box place) {
        setMaxSize(place.width(), place.height());
        setTranslateX(place.x());
        setTranslateY(place.y());
        setVisible(true);
    }

    /** Beside the edge, nearest first, then the corners of the picture. */
    private Stream<Box> places(Box middle, double wide, double width, double height) {
        double high = prefHeight(wide);
        double right = Math.max(MARGIN, width - wide - MARGIN);
        double bottom = Math.max(MARGIN, height - high - MARGIN);
        return Stream.of(
                        new Box(middle.right() + DISTANCE, middle.centerY() - high / 2, wide, high),
                        new Box(middle.x() - wide - DISTANCE, middle.centerY() - high / 2, wide, high),
                        new Box(middle.right() + DISTANCE, middle.bottom(), wide, high),
                        new Box(middle.x() - wide - DISTANCE, middle.bottom(), wide, high),
                        new Box(right, MARGIN, wide, high),
                        new Box(right, bottom, wide, high),
                        new Box(MARGIN, bottom, wide, high),
                        new Box(MARGIN, MARGIN, wide, high))
                .map(box ->
                        new Box(Math.clamp(box.x(), MARGIN, right), Math.clamp(box.y(), MARGIN, bottom), wide, high));
    }

    /** Area of the nodes below a place; the edge's own sign counts as much as all of the place. */
    private static double covered(Box place, Box middle, List<Box> nodes) {
        double sign = common(place, middle) > 0 ? place.width() * place.height() : 0;
        return sign + nodes.stream().mapToDouble(node -> common(place, node)).sum();
    }

    private static double common(Box a, Box b) {
        double width = Math.min(a.right(), b.right()) - Math.max(a.x(), b.x());
        double height = Math.min(a.bottom(), b.bottom()) - Math.max(a.y(), b.y());
        return width > 0 && height > 0 ? width * height : 0;
    }
}
