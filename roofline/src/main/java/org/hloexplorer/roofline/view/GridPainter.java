package org.hloexplorer.roofline.view;

import java.util.List;
import java.util.Locale;
import org.hloexplorer.roofline.Numbers;
import org.hloexplorer.roofline.Roofs;
import org.hloexplorer.roofline.view.Surface.Anchor;
import org.hloexplorer.roofline.view.Surface.Point;
import org.hloexplorer.roofline.view.Surface.Stroke;

/** Draws what lies below a roofline: the region that is memory-bound, the grid, and the names of the axes. */
final class GridPainter {
    private static final double TEXT = RooflinePainter.TEXT;

    private final Surface surface;
    private final ChartColors colors;
    private final ChartFrame frame;
    private final Roofs roofs;
    private final Words words;

    GridPainter(Surface surface, ChartColors colors, ChartFrame frame, Roofs roofs, Words words) {
        this.surface = surface;
        this.colors = colors;
        this.frame = frame;
        this.roofs = roofs;
        this.words = words;
    }

    void shadeRegions() {
        double ridge = roofs.ridge(roofs.farthestMemory());
        double x = Math.clamp(
                frame.intensity().toPixel(ridge),
                frame.topLeft().x(),
                frame.bottomRight().x());
        var memoryBound = List.of(
                frame.topLeft(),
                new Point(x, frame.topLeft().y()),
                new Point(x, frame.bottomRight().y()),
                new Point(frame.topLeft().x(), frame.bottomRight().y()));
        surface.polygon(memoryBound, ChartColors.faded(colors.memoryRoof(), 0.05));
        double y = frame.bottomRight().y() - 6;
        surface.text(words.of("chart.memory-bound"), new Point(x - 6, y), Anchor.END, colors.muted(), TEXT, false, 0);
        surface.text(
                words.of("chart.compute-bound"), new Point(x + 6, y), Anchor.START, colors.muted(), TEXT, false, 0);
    }

    void lines() {
        var thin = Stroke.solid(ChartColors.faded(colors.grid(), 0.4), 0.5);
        var strong = Stroke.solid(colors.grid(), 1);
        frame.intensity().minorTicks().forEach(value -> vertical(value, thin));
        frame.rate().minorTicks().forEach(value -> horizontal(value, thin));
        for (double value : frame.intensity().majorTicks()) {
            vertical(value, strong);
            var at = new Point(
                    frame.intensity().toPixel(value), frame.bottomRight().y() + 16);
            surface.text(plain(value), at, Anchor.MIDDLE, colors.muted(), TEXT, false, 0);
        }
        for (double value : frame.rate().majorTicks()) {
            horizontal(value, strong);
            var at = new Point(frame.topLeft().x() - 6, frame.rate().toPixel(value) + 4);
            surface.text(tick(value), at, Anchor.END, colors.muted(), TEXT, false, 0);
        }
        var below = new Point(
                (frame.topLeft().x() + frame.bottomRight().x()) / 2,
                frame.bottomRight().y() + 35);
        surface.text(words.of("chart.intensity"), below, Anchor.MIDDLE, colors.ink(), TEXT, false, 0);
        var beside = new Point(16, (frame.topLeft().y() + frame.bottomRight().y()) / 2);
        surface.text(words.of("chart.rate"), beside, Anchor.MIDDLE, colors.ink(), TEXT, false, -90);
    }

    private void vertical(double value, Stroke stroke) {
        double x = frame.intensity().toPixel(value);
        surface.line(
                new Point(x, frame.topLeft().y()),
                new Point(x, frame.bottomRight().y()),
                stroke);
    }

    private void horizontal(double value, Stroke stroke) {
        double y = frame.rate().toPixel(value);
        surface.line(
                new Point(frame.topLeft().x(), y), new Point(frame.bottomRight().x(), y), stroke);
    }

    /** A power of ten with its prefix, such as {@code 10 G}. */
    private static String tick(double value) {
        return Numbers.scaled(value).replaceFirst("\\.0+", "");
    }

    /** Powers of ten around one as they are, others as 10ⁿ. */
    private static String plain(double value) {
        int exponent = (int) Math.round(Math.log10(value));
        return Math.abs(exponent) <= 3
                ? String.format(Locale.ROOT, exponent < 0 ? "%." + -exponent + "f" : "%.0f", value)
                : "10" + superscript(exponent);
    }

    private static String superscript(int exponent) {
        return Integer.toString(exponent)
                .chars()
                .mapToObj(c -> c == '-' ? "⁻" : String.valueOf("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0')))
                .reduce("", String::concat);
    }
}
