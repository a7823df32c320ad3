package org.hloexplorer.roofline.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import javafx.scene.paint.Color;
import org.hloexplorer.roofline.KernelMeasurement;
import org.hloexplorer.roofline.Numbers;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Roofs;
import org.hloexplorer.roofline.Stage;
import org.hloexplorer.roofline.view.Surface.Anchor;
import org.hloexplorer.roofline.view.Surface.Point;
import org.hloexplorer.roofline.view.Surface.Stroke;
import org.jspecify.annotations.Nullable;

/** Draws a roofline on any surface. */
final class RooflinePainter {
    private static final double TEXT = 11;
    private static final double SMALLEST_DOT = 3.5;
    private static final double LARGEST_DOT = 16;
    /** The average width of a character, as a part of the text size; generous, so that labels keep apart. */
    private static final double CHARACTER = 0.6;
    /** How far below the middle of a line of text its baseline is, as a part of the text size. */
    private static final double BASELINE = 0.34;
    /** Room before a label on a line. */
    private static final double LABEL_GAP = 10;
    /** The average width of a character without generosity, where a line goes on behind its label. */
    private static final double NARROW_CHARACTER = 0.51;
    /** How strong the roofs of another machine are. */
    private static final double OTHER = 0.45;

    private final Surface surface;
    private final ChartColors colors;
    private final ChartFrame frame;
    private final RooflineData data;
    private final Words words;

    RooflinePainter(Surface surface, ChartColors colors, ChartFrame frame, RooflineData data, Words words) {
        this.surface = surface;
        this.colors = colors;
        this.frame = frame;
        this.data = data;
        this.words = words;
    }

    /** The dot of a kernel, by its part of the stage's time: area, not radius, follows the share. */
    static double radius(Stage stage, Placement placement) {
        return SMALLEST_DOT + (LARGEST_DOT - SMALLEST_DOT) * Math.sqrt(stage.timeShare(placement));
    }

    void paint(@Nullable Placement selected) {
        var levels = new LevelPainter(surface, colors, frame, data, selected);
        shadeRegions();
        grid();
        surface.clipped(frame.topLeft(), frame.bottomRight(), () -> {
            data.otherRoofs().forEach(this::roofs);
            roofs(data.roofs());
            ceilings(selected).forEach(this::ceiling);
            trails(selected);
            levels.lines();
            dots(selected);
            levels.dots();
        });
        labels(selected);
    }

    private void shadeRegions() {
        double ridge = data.roofs().ridge(data.roofs().farthestMemory());
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

    private void grid() {
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

    /** Those of a machine that was kept for comparison are faded. */
    private void roofs(Roofs roofs) {
        var peak = roofs.peak();
        double strength = roofs.equals(data.roofs()) ? 1 : OTHER;
        for (var memory : roofs.memory()) {
            var start = frame.start(memory);
            var ridge = frame.point(roofs.ridge(memory), peak.value());
            surface.line(start, ridge, Stroke.solid(ChartColors.faded(colors.memoryRoof(), strength), 1.5));
        }
        var color = ChartColors.faded(colors.arithmeticRoof(), strength);
        for (var roof : roofs.arithmetic()) {
            double left = leftEnd(roof, roofs);
            surface.line(
                    new Point(left, frame.rate().toPixel(roof.value())),
                    new Point(frame.bottomRight().x(), frame.rate().toPixel(roof.value())),
                    roof.equals(peak) ? Stroke.solid(color, 2) : new Stroke(color, 1, List.of(5.0, 4.0)));
        }
    }

    /** The roofs of the selected kernel alone; where none is selected, of the one that takes longest, by its name. */
    private List<Roof> ceilings(@Nullable Placement selected) {
        if (selected != null) {
            return selected.kernel().ceilings();
        }
        var last = data.stages().getLast();
        return last.kernels().stream()
                .max(Comparator.comparingDouble(last::timeShare))
                .map(slowest -> last.kernels().size() == 1 ? slowest.kernel().ceilings() : named(slowest.kernel()))
                .orElse(List.of());
    }

    private List<Roof> named(KernelMeasurement kernel) {
        return kernel.ceilings().stream()
                .map(each -> Roof.arithmetic(
                        words.of("chart.ceiling-of", each.name(), kernel.name()),
                        each.value(),
                        each.spread(),
                        each.source()))
                .toList();
    }

    private void ceiling(Roof roof) {
        double y = frame.rate().toPixel(roof.value());
        surface.line(
                new Point(leftEnd(roof, data.roofs()), y),
                new Point(frame.bottomRight().x(), y),
                new Stroke(colors.lastStage(), 1, List.of(2.0, 3.0)));
    }

    /** An arithmetic roof begins where the fastest memory reaches it. */
    private double leftEnd(Roof arithmetic, Roofs roofs) {
        var fastest = roofs.memory().stream()
                .max(Comparator.comparingDouble(Roof::value))
                .orElseThrow();
        double intensity = arithmetic.value() / fastest.value();
        return Math.max(frame.topLeft().x(), frame.intensity().toPixel(intensity));
    }

    private void trails(@Nullable Placement selected) {
        for (var trail : data.trails()) {
            if (trail.from() instanceof Placement.Plotted from && trail.to() instanceof Placement.Plotted to) {
                boolean isSelected = from.equals(selected) || to.equals(selected);
                var color = isSelected ? colors.selected() : ChartColors.faded(colors.muted(), 0.5);
                surface.line(frame.point(from), frame.point(to), Stroke.solid(color, isSelected ? 2 : 1));
            }
        }
    }

    private void dots(@Nullable Placement selected) {
        for (var stage : data.stages()) {
            boolean isLast = stage.equals(data.stages().getLast());
            for (var placement : stage.kernels()) {
                if (placement instanceof Placement.Plotted dot) {
                    var outline = dot.equals(selected)
                            ? Stroke.solid(colors.selected(), 3)
                            : Stroke.solid(isLast ? colors.background() : colors.earlierStage(), 1.5);
                    var fill = isLast
                            ? ChartColors.faded(colors.lastStage(), 0.85)
                            : ChartColors.faded(colors.earlierStage(), 0.12);
                    surface.circle(frame.point(dot), radius(stage, dot), fill, outline);
                }
            }
        }
    }

    private void labels(@Nullable Placement selected) {
        // The highest roof may lie close below the upper edge, and is named above it then.
        var above = new Point(frame.topLeft().x(), frame.topLeft().y() - ChartFrame.ABOVE);
        var placer = new LabelPlacer(above, frame.bottomRight());
        for (var stage : data.stages()) {
            stage.kernels().forEach(placement -> {
                if (placement instanceof Placement.Plotted dot) {
                    placer.avoid(frame.point(dot), radius(stage, dot));
                }
            });
        }
        new LevelPainter(surface, colors, frame, data, selected).labels(placer);
        memoryRoofLabels(placer, data.roofs());
        legend(placer);
        arithmeticRoofLabels(placer, data.roofs().arithmetic(), colors.arithmeticRoof());
        arithmeticRoofLabels(placer, ceilings(selected), colors.lastStage());
        for (var other : data.otherRoofs()) {
            memoryRoofLabels(placer, other);
            arithmeticRoofLabels(placer, other.arithmetic(), colors.arithmeticRoof());
        }
        var last = data.stages().getLast();
        var byImportance = new ArrayList<>(last.kernels());
        byImportance.sort(Comparator.comparing((Placement each) -> !each.equals(selected))
                .thenComparing(Comparator.comparingDouble(last::timeShare).reversed()));
        for (var placement : byImportance) {
            if (placement instanceof Placement.Plotted dot) {
                label(placer, dot, radius(last, dot), dot.equals(selected));
            }
        }
    }

    private void label(LabelPlacer placer, Placement.Plotted dot, double radius, boolean bold) {
        var name = dot.kernel().name();
        placer.place(frame.point(dot), radius, width(name), TEXT * 1.2)
                .ifPresent(place -> surface.text(name, place.at(), place.anchor(), colors.ink(), TEXT, bold, 0));
    }

    /** What hollow and filled dots are, in the corner that roofs leave free; one stage needs no telling apart. */
    private void legend(LabelPlacer placer) {
        var names = data.stages().stream().map(Stage::name).toList();
        if (names.size() < 2) {
            return;
        }
        var earlier = String.join(", ", names.subList(0, names.size() - 1));
        double left = frame.topLeft().x() + 12;
        double y = frame.topLeft().y() + 12;
        double width = width(earlier) + width(names.getLast()) + 50;
        if (!placer.take(new Point(left - 6, y), width, TEXT * 1.6)) {
            return;
        }
        key(new Point(left, y), earlier, ChartColors.faded(colors.earlierStage(), 0.12), colors.earlierStage());
        var last = new Point(left + width(earlier) + 30, y);
        key(last, names.getLast(), ChartColors.faded(colors.lastStage(), 0.85), colors.background());
    }

    private void key(Point at, String name, Color fill, Color outline) {
        surface.circle(at, 4.5, fill, Stroke.solid(outline, 1.5));
        surface.text(name, new Point(at.x() + 9, at.y() + 4), Anchor.START, colors.ink(), TEXT, false, 0);
    }

    /**
     * On their lines, which they interrupt so that each shows whose it is; as far down as there is room, first of all beside
     * the dots. Every roof is named: where nothing is free, a label covers dots.
     */
    private void memoryRoofLabels(LabelPlacer placer, Roofs roofs) {
        for (var roof : roofs.memory().reversed()) {
            var text = label(roof);
            var start = frame.start(roof);
            var end = frame.point(roofs.ridge(roof), roofs.peak().value());
            double most = Math.hypot(end.x() - start.x(), end.y() - start.y()) - narrowWidth(text) - LABEL_GAP;
            var free = along(most)
                    .filter(along -> takes(placer, start, along, text, true))
                    .findFirst();
            double along = free.isPresent()
                    ? free.getAsDouble()
                    : along(most)
                            .filter(each -> takes(placer, start, each, text, false))
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

    private boolean takes(LabelPlacer placer, Point start, double along, String text, boolean sparesDots) {
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
    private void arithmeticRoofLabels(LabelPlacer placer, List<Roof> roofs, Color color) {
        for (var roof : roofs) {
            var text = label(roof);
            double width = width(text);
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

    private static double width(String text) {
        return text.length() * TEXT * CHARACTER;
    }

    private static double narrowWidth(String text) {
        return text.length() * TEXT * NARROW_CHARACTER;
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
