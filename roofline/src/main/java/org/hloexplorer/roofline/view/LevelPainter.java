package org.hloexplorer.roofline.view;

import java.util.List;
import java.util.stream.Stream;
import javafx.scene.paint.Color;
import org.hloexplorer.roofline.KernelMeasurement;
import org.hloexplorer.roofline.LevelBytes;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.view.Surface.Anchor;
import org.hloexplorer.roofline.view.Surface.Point;
import org.hloexplorer.roofline.view.Surface.Stroke;
import org.jspecify.annotations.Nullable;

/**
 * Draws each kernel of the last stage once more for each level of memory: small dots at its height, at the bytes that the level
 * moved, joined by a line. Of many kernels only the selected one.
 *
 * <p>How far they lie apart is what the caches spare the next level.
 */
record LevelPainter(
        Surface surface,
        ChartColors colors,
        ChartFrame frame,
        RooflineData data,
        @Nullable Placement selected) {
    private static final double RADIUS = 3;
    private static final double TEXT = 10;
    private static final double CHARACTER = 0.6;
    /** From a dot to the middle of its name. */
    private static final double AWAY = 11;

    private static final int MOST_KERNELS = 6;

    void lines() {
        for (var kernel : kernels()) {
            var levels = visible(kernel);
            if (levels.size() > 1) {
                surface.line(
                        point(kernel, levels.getFirst()),
                        point(kernel, levels.getLast()),
                        Stroke.solid(color(kernel), isSelected(kernel) ? 1.5 : 1));
            }
        }
    }

    void dots() {
        for (var kernel : kernels()) {
            visible(kernel)
                    .forEach(level -> surface.circle(
                            point(kernel, level),
                            RADIUS,
                            colors.background(),
                            Stroke.solid(color(kernel), isSelected(kernel) ? 1.5 : 1)));
        }
    }

    /** The levels of the selected kernel, or of the only one, by name. */
    void labels(LabelPlacer placer) {
        var kernels = kernels();
        kernels.stream()
                .filter(each -> isSelected(each) || kernels.size() == 1)
                .forEach(kernel -> visible(kernel).forEach(level -> label(placer, kernel, level)));
    }

    private void label(LabelPlacer placer, KernelMeasurement kernel, LevelBytes level) {
        double width = level.level().length() * TEXT * CHARACTER;
        var dot = point(kernel, level);
        // Beside the dot is the line that joins it to the next.
        var places = Stream.of(dot.y() - AWAY, dot.y() + AWAY).map(y -> new Point(dot.x() - width / 2, y));
        placer.placeFirst(places, Anchor.START, width, TEXT * 1.2)
                .ifPresent(place ->
                        surface.text(level.level(), place.at(), place.anchor(), colors.muted(), TEXT, false, 0));
    }

    private List<KernelMeasurement> kernels() {
        var last = data.stages().getLast().kernels();
        boolean areFew = last.size() <= MOST_KERNELS;
        return ChartFrame.plotted(data)
                .filter(dot -> (areFew && last.contains(dot)) || dot.equals(selected))
                .map(Placement.Plotted::kernel)
                .toList();
    }

    /** Those that moved anything, as far as the chart reaches. */
    private List<LevelBytes> visible(KernelMeasurement kernel) {
        return kernel.levels().stream()
                .filter(level -> kernel.intensity(level) <= frame.intensity().high()
                        && kernel.intensity(level) >= frame.intensity().low())
                .toList();
    }

    private Point point(KernelMeasurement kernel, LevelBytes level) {
        return frame.point(kernel.intensity(level), kernel.flopRate());
    }

    private boolean isSelected(KernelMeasurement kernel) {
        return selected != null && selected.kernel().equals(kernel);
    }

    private Color color(KernelMeasurement kernel) {
        return isSelected(kernel) ? colors.selected() : ChartColors.faded(colors.lastStage(), 0.6);
    }
}
