package org.hloexplorer.tpu.view;

import java.util.Locale;
import java.util.Optional;
import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipMoment;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipState;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask.Kind;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;

/**
 * Draws host, memories, weight queue, array and accumulators as boxes, and what moves between them as arrows with bytes per
 * cycle; below them a line for each unit of the chip.
 */
final class MachinePainter {
    static final double HEIGHT = 302;

    private static final double BOX = 44;
    private static final double FIRST = 18;
    private static final double SECOND = 102;
    private static final double THIRD = 186;
    private static final double UNITS = 244;
    private static final double UNIT_LINE = 14;
    private static final double MEBI = 1 << 20;

    private final Ink ink;
    private final Palette palette;
    private final double left;
    private final double middle;
    private final double right;
    private final double narrow;
    private final double wide;

    MachinePainter(Ink ink, double width) {
        this.ink = ink;
        this.palette = ink.palette();
        this.narrow = Math.max(40, width * 0.19);
        this.wide = width * 0.32;
        this.left = 6;
        this.middle = (width - wide) / 2;
        this.right = width - narrow - 6;
    }

    void paint(MachineState state, UnitScene scene) {
        ink.size(9.5);
        ink.left(Words.say("machine.unit"), left, 8, palette.muted());
        memories(state);
        queue(state, scene);
        array(state, scene);
        accumulators(state, scene);
        if (state.moment() == null) {
            ink.left(Words.say("machine.alone"), left, UNITS + UNIT_LINE / 2, palette.muted());
        } else {
            units(state.moment());
        }
    }

    private void memories(MachineState state) {
        box(left, FIRST, narrow, Words.say("machine.host"), "");
        box(right, FIRST, narrow, Words.say("machine.memory"), "");
        var use = state.capacity() == 0
                ? ""
                : Words.say("machine.use", mebi(state.held() + state.buffered()), mebi(state.capacity()));
        box(middle, FIRST, wide, Words.say("machine.chip"), use);
        occupancy(state);
        across(left + narrow, middle, FIRST + 13, state.transfer(Kind.READ_HOST));
        across(middle, left + narrow, FIRST + 33, state.transfer(Kind.WRITE_HOST));
        across(right, middle + wide, FIRST + 13, state.transfer(Kind.LOAD));
        across(middle + wide, right, FIRST + 33, state.transfer(Kind.STORE));
    }

    /** Values and blocks against the whole of the on-chip memory. */
    private void occupancy(MachineState state) {
        if (state.capacity() > 0) {
            double all = wide - 8;
            double held = Math.min(all, all * state.held() / state.capacity());
            double buffered = Math.min(all - held, all * state.buffered() / state.capacity());
            double top = FIRST + BOX - 9;
            ink.box(middle + 4, top, all, 5, palette.border());
            ink.box(middle + 4, top, held, 5, palette.row(2));
            ink.box(middle + 4 + held, top, buffered, 5, palette.row(1));
        }
    }

    /** The queue's slots, where weights come through one; below main memory. */
    private void queue(MachineState state, UnitScene scene) {
        boolean isQueue = scene.config().timing() == TimingMode.FIFO;
        box(right, SECOND, narrow, Words.say(isQueue ? "machine.queue" : "machine.at-hand"), "");
        double from = right + narrow / 2;
        if (isQueue) {
            down(from, FIRST + BOX, SECOND, state.arriving() >= 0 ? rate(scene) : 0);
            slots(state, scene.config().fifoDepth());
        }
        across(right, middle + wide, SECOND + 22, state.weights());
    }

    private static double rate(UnitScene scene) {
        return scene.config().rate().map(each -> each.perCycle()).orElse(0.0);
    }

    private void slots(MachineState state, int depth) {
        double size = Math.min(14, (narrow - 4) / depth);
        for (int slot = 0; slot < depth; slot++) {
            double x = right + 2 + slot * size;
            boolean isFull = slot < state.queue().size();
            boolean arrives = slot == state.queue().size() && state.arriving() >= 0;
            ink.box(x, SECOND + 24, size - 1, 14, isFull ? palette.row(2) : palette.background());
            ink.frame(x, SECOND + 24, size - 1, 14, arrives ? palette.row(0) : palette.border(), 1);
            int tile = isFull ? state.queue().get(slot) : arrives ? state.arriving() : -1;
            if (tile >= 0 && ink.widthOf(String.valueOf(tile)) < size) {
                var colour = isFull ? ink.textOn(palette.row(2)) : palette.muted();
                ink.centre(String.valueOf(tile), x + (size - 1) / 2, SECOND + 31, colour);
            }
        }
    }

    private void array(MachineState state, UnitScene scene) {
        var tile = state.tile() < 0 ? Words.say("machine.empty") : Words.say("machine.tile", state.tile());
        box(middle, SECOND, wide, Words.say("machine.array", scene.config().array()), tile);
        down(middle + wide * 0.3, FIRST + BOX, SECOND, state.activations());
        if (state.shadow() >= 0) {
            double share = (double) state.shadowRows() / scene.config().rows();
            ink.box(middle + 4, SECOND + BOX - 7, (wide - 8) * share, 4, palette.row(1));
            ink.right(
                    Words.say(
                            "machine.shadow",
                            state.shadow(),
                            state.shadowRows(),
                            scene.config().rows()),
                    right + narrow,
                    SECOND + BOX + 8,
                    palette.muted());
        }
    }

    private void accumulators(MachineState state, UnitScene scene) {
        int rows = scene.plan().mCount();
        box(middle, THIRD, wide, Words.say("machine.sums"), Words.say("machine.rows", state.rowsDone(), rows));
        ink.box(middle + 4, THIRD + BOX - 7, (wide - 8) * state.rowsDone() / rows, 4, palette.row(0));
        down(middle + wide * 0.3, SECOND + BOX, THIRD, state.sums());
        var vector = Optional.ofNullable(state.moment()).flatMap(moment -> moment.task(ChipUnit.VECTOR_UNIT));
        box(left, THIRD, narrow, Words.say("machine.vector"), "");
        across(middle, left + narrow, THIRD + 22, 0);
        ink.left(fitted(vector.map(ChipTask::name).orElse(""), narrow - 6), left + 3, THIRD + 28, palette.foreground());
        double up = left + narrow / 2;
        arrow(up, THIRD, up, FIRST + BOX + 2, vector.isPresent());
    }

    /** What each unit does or waits for, and for which instruction. */
    private void units(ChipMoment moment) {
        double y = UNITS + UNIT_LINE / 2;
        for (var unit : ChipUnit.values()) {
            var interval = moment.of(unit);
            ink.box(left, y - 4, 8, 8, ChipLanes.color(palette, interval.state()));
            ink.left(unit.label(), left + 12, y, palette.foreground());
            ink.left(doing(moment, unit, interval.state()), left + 90, y, palette.muted());
            y += UNIT_LINE;
        }
    }

    private static String doing(ChipMoment moment, ChipUnit unit, ChipState state) {
        return moment.task(unit)
                .map(task -> Words.say("machine.task", task.kind().label(), task.name(), task.block()))
                .orElseGet(() -> Words.say("chip.state." + state.name()));
    }

    private void box(double x, double y, double width, String title, String line) {
        ink.box(x, y, width, BOX, palette.raised());
        ink.frame(x, y, width, BOX, palette.border(), 1);
        ink.left(fitted(title, width - 6), x + 4, y + 9, palette.foreground());
        ink.left(fitted(line, width - 6), x + 4, y + 22, palette.muted());
    }

    private String fitted(String text, double width) {
        int most = (int) (width / ink.widthOf("0"));
        return text.length() <= most ? text : text.substring(0, Math.max(0, most - 1)) + "…";
    }

    private void across(double from, double to, double y, double bytes) {
        arrow(from, y, to, y, bytes > 0);
        if (bytes > 0) {
            ink.centre(Figures.count(Math.round(bytes)), (from + to) / 2, y - 7, palette.foreground());
        }
    }

    private void down(double x, double from, double to, double bytes) {
        arrow(x, from, x, to, bytes > 0);
        if (bytes > 0) {
            ink.left(Figures.count(Math.round(bytes)), x + 6, (from + to) / 2, palette.foreground());
        }
    }

    /** Thick and coloured while something moves. */
    private void arrow(double x1, double y1, double x2, double y2, boolean moves) {
        Color colour = moves ? palette.row(0) : palette.border();
        double length = Math.hypot(x2 - x1, y2 - y1);
        double dx = (x2 - x1) / length;
        double dy = (y2 - y1) / length;
        ink.line(x1, y1, x2 - 4 * dx, y2 - 4 * dy, colour, moves ? 2.5 : 1);
        ink.context().setFill(colour);
        ink.context()
                .fillPolygon(
                        new double[] {x2, x2 - 6 * dx - 3.5 * dy, x2 - 6 * dx + 3.5 * dy},
                        new double[] {y2, y2 - 6 * dy + 3.5 * dx, y2 - 6 * dy - 3.5 * dx},
                        3);
    }

    /** Mebibytes in three digits. */
    private static String mebi(long bytes) {
        double value = bytes / MEBI;
        return value >= 100 || value == Math.rint(value)
                ? String.valueOf(Math.round(value))
                : String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
