package org.hloexplorer.tpu.view;

import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.jspecify.annotations.Nullable;

/**
 * The whole run from left to right: how many cells work as height, the state of the array as colour and word, and which cycles
 * the waveforms show. Pressing and dragging moves the current cycle; the wheel has the waveforms show fewer cycles or more.
 */
final class ScrubBar extends CanvasRegion {
    static final double HEIGHT = 40;
    private static final double AXIS = 14;
    private static final double TICK_DISTANCE = 110;

    private final TpuViewModel model;
    private @Nullable Drawn drawn;

    /** What was worked out for the cycles that are shown, and stays as long as they do. */
    private record Drawn(UnitScene scene, TimeAxis axis, StateBins bins, Utilization utilization) {
        static Drawn of(UnitScene scene, TimeAxis axis) {
            return new Drawn(
                    scene, axis, StateBins.of(scene, HardwareUnit.MATRIX_UNIT, axis), Utilization.of(scene, axis));
        }

        boolean isFor(UnitScene other, TimeAxis otherAxis) {
            return scene.equals(other) && axis.equals(otherAxis);
        }
    }

    ScrubBar(TpuViewModel model) {
        this.model = model;
        setId("tpu-scrub");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.SLIDER);
        setMinHeight(HEIGHT);
        setPrefHeight(HEIGHT);
        setMaxHeight(HEIGHT);
        model.cycleProperty().subscribe(_ -> redraw());
        model.sceneProperty().subscribe(_ -> redraw());
        model.time().rangeProperty().subscribe(_ -> redraw());
        new TimeGestures(model, this, () -> axis(model.sceneProperty().get(), getWidth())).install();
    }

    @Override
    public Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
        var scene = model.sceneProperty().get();
        return switch (attribute) {
            case VALUE -> (double) model.cycleProperty().get();
            case MIN_VALUE -> 0.0;
            case MAX_VALUE -> scene == null ? 0.0 : (double) scene.cycles();
            default -> super.queryAccessibleAttribute(attribute, parameters);
        };
    }

    @Override
    void draw(GraphicsContext context, double width, double height) {
        var scene = model.sceneProperty().get();
        var axis = axis(scene, width);
        if (scene == null || !axis.isVisible()) {
            return;
        }
        var shown = drawn;
        if (shown == null || !shown.isFor(scene, axis)) {
            shown = Drawn.of(scene, axis);
            drawn = shown;
        }
        var ink = new Ink(context, palette());
        double floor = height - AXIS;
        names(ink, scene, model.time().range(), floor);
        states(ink, shown, floor);
        window(ink, axis, model.time().range(), floor);
        axis(ink, axis, floor);
        cursor(ink, axis, model.cycleProperty().get(), floor);
    }

    private static TimeAxis axis(@Nullable UnitScene scene, double width) {
        return TimeAxis.of(TimeRange.all(scene == null ? 1 : scene.cycles()), width);
    }

    /** What the height says and, where the waveforms do not show all cycles, how many they do. */
    private static void names(Ink ink, UnitScene scene, TimeRange window, double floor) {
        ink.size(10);
        ink.left(Words.say("wave.utilization"), 6, floor / 2, ink.palette().muted());
        if (window.cycles() < scene.cycles()) {
            ink.left(
                    Words.say("scrub.part", Figures.count(window.cycles())),
                    6,
                    floor + AXIS / 2,
                    ink.palette().muted());
        }
    }

    /** The cycles that the waveforms show, as a bar below. */
    private static void window(Ink ink, TimeAxis axis, TimeRange window, double floor) {
        if (window.cycles() < axis.range().cycles()) {
            double from = axis.x(window.from());
            ink.box(
                    from,
                    floor - 3,
                    Math.max(3, axis.x(window.to()) - from),
                    3,
                    ink.palette().accent());
        }
    }

    /** Stretches of one state: a tinted ground, and the part of the cells that work as a shape on it. */
    private static void states(Ink ink, Drawn drawn, double floor) {
        ink.size(10.5);
        drawn.bins().forEachStretch((state, from, to) -> stretch(ink, drawn.utilization(), state, from, to, floor));
    }

    private static void stretch(Ink ink, Utilization utilization, UnitState state, int from, int to, double floor) {
        var background = ink.palette().background();
        var colour = ink.palette().state(state);
        ink.box(TimeAxis.LEFT + from, 2, (double) to - from, floor - 2, background.interpolate(colour, 0.22));
        double[] x = new double[2 * (to - from) + 2];
        double[] y = new double[x.length];
        for (int bin = from; bin < to; bin++) {
            int at = 2 * (bin - from);
            x[at] = TimeAxis.LEFT + bin;
            x[at + 1] = TimeAxis.LEFT + bin + 1;
            y[at] = floor - (floor - 2) * utilization.at(bin);
            y[at + 1] = y[at];
        }
        x[x.length - 2] = TimeAxis.LEFT + to;
        x[x.length - 1] = TimeAxis.LEFT + from;
        y[x.length - 2] = floor;
        y[x.length - 1] = floor;
        ink.context().setFill(background.interpolate(colour, 0.65));
        ink.context().fillPolygon(x, y, x.length);
        var word = word(state);
        if (ink.widthOf(word) + 8 < to - from) {
            ink.left(
                    word,
                    TimeAxis.LEFT + from + 4.0,
                    2 + (floor - 2) / 2,
                    ink.palette().foreground());
        }
    }

    static String word(UnitState state) {
        return Words.say("state." + state.name());
    }

    private static void axis(Ink ink, TimeAxis axis, double floor) {
        ink.size(10);
        var range = axis.range();
        long step = niceStep(range.cycles(), Math.max(1, (int) (axis.width() / TICK_DISTANCE)));
        for (long cycle = Math.ceilDiv(range.from(), step) * step; cycle <= range.to(); cycle += step) {
            double x = axis.x(cycle);
            ink.line(x, floor, x, floor + 3, ink.palette().muted(), 1);
            var label = Figures.count(cycle);
            if (x + 4 + ink.widthOf(label) < axis.right()) {
                ink.left(label, x + 3, floor + AXIS / 2 + 1, ink.palette().muted());
            }
        }
    }

    /** 1, 2 or 5 times a power of ten. */
    static long niceStep(long range, int ticks) {
        double rough = Math.max(1, (double) range / ticks);
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double factor = rough / power;
        return Math.round(power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10));
    }

    /** A frame about the current cycle, as wide as a cycle is. */
    static void cursor(Ink ink, TimeAxis axis, long cycle, double floor) {
        if (cycle < axis.range().from() || cycle > axis.range().to()) {
            return;
        }
        double from = axis.x(cycle);
        double width = Math.max(2, Math.min(axis.perCycle(), axis.right() + 2 - from));
        var accent = ink.palette().accent();
        ink.frame(from, 1, width, floor, accent, 1.5);
        ink.context().setFill(accent);
        double middle = from + width / 2;
        ink.context().fillPolygon(new double[] {middle - 4, middle + 4, middle}, new double[] {0, 0, 5}, 3);
    }
}
