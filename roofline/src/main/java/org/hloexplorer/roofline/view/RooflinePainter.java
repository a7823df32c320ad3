package org.hloexplorer.roofline.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.scene.paint.Color;
import org.hloexplorer.roofline.KernelMeasurement;
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
    /** The size of all text, in pixels. */
    static final double TEXT = 11;

    private static final double SMALLEST_DOT = 3.5;
    private static final double LARGEST_DOT = 16;
    /** The average width of a character, as a part of the text size; generous, so that labels keep apart. */
    private static final double CHARACTER = 0.6;
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
        var grid = new GridPainter(surface, colors, frame, data.roofs(), words);
        grid.shadeRegions();
        grid.lines();
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
        var roofs = new RoofLabels(surface, colors, frame, data, words, placer);
        roofs.onMemory(data.roofs());
        legend(placer);
        roofs.onArithmetic(data.roofs().arithmetic(), colors.arithmeticRoof());
        roofs.onArithmetic(ceilings(selected), colors.lastStage());
        for (var other : data.otherRoofs()) {
            roofs.onMemory(other);
            roofs.onArithmetic(other.arithmetic(), colors.arithmeticRoof());
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

    /** The room that a text takes. */
    static double width(String text) {
        return text.length() * TEXT * CHARACTER;
    }
}
