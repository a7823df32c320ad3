package org.hloexplorer.tpu.view;

import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.jspecify.annotations.Nullable;

/**
 * The whole run from left to right: how many cells work as height, the state of the array as colour and word. Pressing and
 * dragging moves the current cycle.
 */
final class ScrubBar extends CanvasRegion {
    static final double HEIGHT = 40;
    private static final double AXIS = 14;
    private static final double MARGIN = 8;
    private static final double TICK_DISTANCE = 110;

    private final TpuViewModel model;
    private @Nullable StateBins bins;
    private @Nullable UnitScene known;

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
        setOnMousePressed(this::scrub);
        setOnMouseDragged(this::scrub);
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

    private void scrub(MouseEvent event) {
        var shown = bins;
        if (shown != null) {
            model.playingProperty().set(false);
            model.goTo(shown.cycleAt((event.getX() - MARGIN) / (getWidth() - 2 * MARGIN)));
        }
    }

    @Override
    void draw(GraphicsContext context, double width, double height) {
        var scene = model.sceneProperty().get();
        int count = (int) (width - 2 * MARGIN);
        if (scene == null || count < 10) {
            bins = null;
            return;
        }
        var shown = bins;
        if (shown == null || !scene.equals(known) || shown.count() != count) {
            shown = StateBins.of(scene, count);
            bins = shown;
            known = scene;
        }
        var ink = new Ink(context, palette());
        double floor = height - AXIS;
        states(ink, shown, floor);
        axis(ink, scene.cycles(), count, floor);
        cursor(ink, scene.cycles(), count, floor);
    }

    /** Stretches of one state: a tinted ground, and the part of the cells that work as a shape on it. */
    private static void states(Ink ink, StateBins bins, double floor) {
        ink.size(10.5);
        int start = 0;
        for (int bin = 1; bin <= bins.count(); bin++) {
            if (bin == bins.count() || bins.state(bin) != bins.state(start)) {
                stretch(ink, bins, start, bin, floor);
                start = bin;
            }
        }
    }

    private static void stretch(Ink ink, StateBins bins, int from, int to, double floor) {
        var background = ink.palette().background();
        var colour = ink.palette().state(bins.state(from));
        ink.box(MARGIN + from, 2, (double) to - from, floor - 2, background.interpolate(colour, 0.22));
        double[] x = new double[2 * (to - from) + 2];
        double[] y = new double[x.length];
        for (int bin = from; bin < to; bin++) {
            int at = 2 * (bin - from);
            x[at] = MARGIN + bin;
            x[at + 1] = MARGIN + bin + 1;
            y[at] = floor - (floor - 2) * bins.utilization(bin);
            y[at + 1] = y[at];
        }
        x[x.length - 2] = MARGIN + to;
        x[x.length - 1] = MARGIN + from;
        y[x.length - 2] = floor;
        y[x.length - 1] = floor;
        ink.context().setFill(background.interpolate(colour, 0.65));
        ink.context().fillPolygon(x, y, x.length);
        var word = word(bins.state(from));
        if (ink.widthOf(word) + 8 < to - from) {
            ink.left(
                    word,
                    MARGIN + from + 4.0,
                    2 + (floor - 2) / 2,
                    ink.palette().foreground());
        }
    }

    static String word(UnitState state) {
        return Words.say("state." + state.name());
    }

    private static void axis(Ink ink, long cycles, int count, double floor) {
        ink.size(10);
        long step = niceStep(cycles, Math.max(1, (int) (count / TICK_DISTANCE)));
        for (long cycle = 0; cycle <= cycles; cycle += step) {
            double x = MARGIN + (double) count * cycle / cycles;
            ink.line(x, floor, x, floor + 3, ink.palette().muted(), 1);
            var label = Figures.count(cycle);
            if (x + 4 + ink.widthOf(label) < MARGIN + count) {
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

    private void cursor(Ink ink, long cycles, int count, double floor) {
        long cycle = model.cycleProperty().get();
        double from = MARGIN + (double) count * cycle / cycles;
        double one = Math.max(2, (double) count / cycles);
        double width = Math.min(one, MARGIN + count + 2 - from);
        var accent = ink.palette().accent();
        ink.frame(from, 1, Math.max(2, width), floor, accent, 1.5);
        ink.context().setFill(accent);
        double middle = from + Math.max(2, width) / 2;
        ink.context().fillPolygon(new double[] {middle - 4, middle + 4, middle}, new double[] {0, 0, 5}, 3);
    }
}
