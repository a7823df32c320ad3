package org.hloexplorer.roofline.view;

import java.util.List;
import java.util.stream.DoubleStream;
import javafx.scene.paint.Color;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Roofs;
import org.hloexplorer.roofline.view.Surface.Anchor;
import org.hloexplorer.roofline.view.Surface.Point;

/** Names the roofs where there is room for it. */
final class RoofLabels {
    private static final double TEXT = RooflinePainter.TEXT;
    /** How far below the middle of a line of text its baseline is, as a part of the text size. */
    private static final double BASELINE = 0.34;
    /** Room before a label on a line. */
    private static final double LABEL_GAP = 10;
    /** The average width of a character without generosity, where a line goes on behind its label. */
    private static final double NARROW_CHARACTER = 0.51;

    private final Surface surface;
    private final ChartColors colors;
    private final ChartFrame frame;
    private final RooflineData data;
    private final Words words;
    private final LabelPlacer placer;

    RoofLabels(
            Surface surface, ChartColors colors, ChartFrame frame, RooflineData data, Words words, LabelPlacer placer) {
        this.surface = surface;
        this.colors = colors;
        this.frame = frame;
        this.data = data;
        this.words = words;
        this.placer = placer;
    }

    /**
     * On their lines, which they interrupt so that each shows whose it is; as far down as there is room, first of all beside
     * the dots. Every roof is named: where nothing is free, a label covers dots.
     */
    void onMemory(Roofs roofs) {
        for (var roof : roofs.memory().reversed()) {
            var text = label(roof);
            var start = frame.start(roof);
            var end = frame.point(roofs.ridge(roof), roofs.peak().value());
            double most = Math.hypot(end.x() - start.x(), end.y() - start.y()) - narrowWidth(text) - LABEL_GAP;
            var free =
                    along(most).filter(along -> takes(start, along, text, true)).findFirst();
            double along = free.isPresent()
                    ? free.getAsDouble()
                    : along(most)
                            .filter(each -> takes(start, each, text, false))
                            .findFirst()
                            .orElse(LABEL_GAP);
            interrupt(alongRoof(start, along, 0), narrowWidth(text));
            surface.text(
                    text,
                    alongRoof(start, along, TEXT * BASELINE),
                    Anchor.START,
                    colors.memoryRoof(),
                    TEXT,
                    false,
                    frame.memorySlope());
        }
    }

    private static DoubleStream along(double most) {
        return DoubleStream.iterate(LABEL_GAP, along -> along < Math.max(LABEL_GAP + 1, most), along -> along + 8);
    }

    private boolean takes(Point start, double along, String text, boolean sparesDots) {
        return placer.takeSlanted(
                alongRoof(start, along, 0), narrowWidth(text), TEXT * 1.5, frame.memorySlope(), sparesDots);
    }

    /** Takes a line away where its label is. */
    private void interrupt(Point from, double length) {
        double slope = Math.toRadians(frame.memorySlope());
        var along = new Point(Math.cos(slope), Math.sin(slope));
        double half = TEXT * 0.55;
        var end = new Point(from.x() + (length + 2) * along.x(), from.y() + (length + 2) * along.y());
        var start = new Point(from.x() - 3 * along.x(), from.y() - 3 * along.y());
        surface.polygon(
                List.of(
                        new Point(start.x() + half * along.y(), start.y() - half * along.x()),
                        new Point(end.x() + half * along.y(), end.y() - half * along.x()),
                        new Point(end.x() - half * along.y(), end.y() + half * along.x()),
                        new Point(start.x() - half * along.y(), start.y() + half * along.x())),
                ChartColors.faded(colors.background(), 0.9));
    }

    /** A point so far up a memory roof, and so far below its line. */
    private Point alongRoof(Point start, double along, double below) {
        double slope = Math.toRadians(frame.memorySlope());
        return new Point(
                start.x() + along * Math.cos(slope) - below * Math.sin(slope),
                start.y() + along * Math.sin(slope) + below * Math.cos(slope));
    }

    /** Above their lines, as far to the right as there is room; below where there is none, at the upper edge. */
    void onArithmetic(List<Roof> roofs, Color color) {
        for (var roof : roofs) {
            var text = label(roof);
            double width = RooflinePainter.width(text);
            double right = frame.bottomRight().x() - 6;
            double line = frame.rate().toPixel(roof.value());
            var places = DoubleStream.of(line - TEXT * 0.8, line + TEXT * 0.9)
                    .boxed()
                    .flatMap(y -> DoubleStream.iterate(
                                    right, x -> x - width > frame.topLeft().x(), x -> x - 20)
                            .mapToObj(x -> new Point(x, y)));
            placer.placeFirst(places, Anchor.END, width, TEXT * 1.2)
                    .ifPresent(place -> surface.text(text, place.at(), place.anchor(), color, TEXT, false, 0));
        }
    }

    private String label(Roof roof) {
        var text = roof.shortName() + " · " + roof.valueText();
        boolean isKept = data.otherRoofs().stream()
                .anyMatch(other ->
                        other.memory().contains(roof) || other.arithmetic().contains(roof));
        return isKept ? words.of("chart.kept", text) : text;
    }

    private static double narrowWidth(String text) {
        return text.length() * TEXT * NARROW_CHARACTER;
    }
}
