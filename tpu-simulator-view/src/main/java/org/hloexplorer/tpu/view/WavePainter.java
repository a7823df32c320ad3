package org.hloexplorer.tpu.view;

import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.jspecify.annotations.Nullable;

/** Draws waveforms, a line each. */
final class WavePainter {
    static final double LINE = 13;
    static final double LEGEND = 15;

    /** The tile, and the activation, weight and sum of the cell in focus. */
    static final int OTHER_LINES = 4;

    private static final double BAR = 10;
    private static final double NARROWEST_VALUE = 30;
    private static final double NARROWEST_COLOUR = 1.5;
    private static final double NARROWEST_TILE = 3;

    private final Ink ink;
    private final Waves waves;
    private final TimeAxis axis;
    private final UnitScene scene;
    private double top;

    WavePainter(Ink ink, Waves waves) {
        this.ink = ink;
        this.waves = waves;
        this.axis = waves.axis();
        this.scene = waves.scene();
        ink.size(10);
    }

    void paint(long cycle, @Nullable CellAddress cell, double height) {
        top = 1;
        waves.units().forEach(this::states);
        tiles();
        if (scene.config().timing() == TimingMode.FIFO) {
            queue();
        }
        cell(cell == null ? new CellAddress(0, 0) : cell);
        legend(height - LEGEND / 2);
        cursor(cycle, height - LEGEND);
    }

    private void name(String name) {
        ink.left(name, 6, top + BAR / 2, ink.palette().muted());
    }

    private void states(HardwareUnit unit, StateBins bins) {
        name(Words.say("wave." + unit.name()));
        bins.forEachStretch((state, from, to) -> {
            ink.box(TimeAxis.LEFT + from, top, (double) to - from, BAR, colour(state));
            var word = ScrubBar.word(state);
            if (state != UnitState.IDLE && ink.widthOf(word) + 6 < to - from) {
                ink.left(word, TimeAxis.LEFT + from + 3.0, top + BAR / 2, ink.textOn(colour(state)));
            }
        });
        top += LINE;
    }

    private Color colour(UnitState state) {
        return ink.palette().state(state);
    }

    /** A mark where the first row of each tile enters and the weights are switched, and the tile's number where it fits. */
    private void tiles() {
        name(Words.say("wave.tile"));
        var schedule = scene.schedule();
        int first = Math.max(0, schedule.startedBy(axis.range().from()));
        int last = schedule.startedBy(axis.range().to() - 1);
        double perTile = last < first ? 0 : (double) axis.width() / (last - first + 1);
        if (last < 0) {
            ink.left(
                    Words.say("wave.no-tile"),
                    TimeAxis.LEFT + 3,
                    top + BAR / 2,
                    ink.palette().muted());
        } else if (perTile < NARROWEST_TILE) {
            ink.box(TimeAxis.LEFT, top, axis.width(), BAR, ink.palette().raised());
            ink.left(
                    Words.say("wave.tiles", Figures.count(first), Figures.count(last)),
                    TimeAxis.LEFT + 3,
                    top + BAR / 2,
                    ink.palette().muted());
        } else {
            for (int tile = first; tile <= last; tile++) {
                tile(tile, tile + 1 < schedule.folds() ? schedule.start(tile + 1) : scene.cycles());
            }
        }
        top += LINE;
    }

    private void tile(int tile, long end) {
        double from = axis.inside(scene.schedule().start(tile));
        double to = axis.inside(end);
        ink.box(from, top, to - from, BAR, ink.palette().raised());
        ink.line(from, top, from, top + BAR, ink.palette().foreground(), 1);
        var number = String.valueOf(tile);
        if (ink.widthOf(number) + 4 < to - from) {
            ink.left(number, from + 3, top + BAR / 2, ink.palette().foreground());
        }
    }

    /** Tiles that wait in the queue, as height. */
    private void queue() {
        name(Words.say("wave.queue"));
        int depth = scene.config().fifoDepth();
        for (int pixel = 0; pixel < axis.width(); pixel++) {
            long cycle = axis.range().from() + (long) ((pixel + 0.5) / axis.perCycle());
            double share = (double) MachineState.waiting(scene, cycle) / depth;
            ink.box(
                    TimeAxis.LEFT + pixel,
                    top + BAR * (1 - share),
                    1,
                    BAR * share,
                    ink.palette().row(2));
        }
        top += LINE;
    }

    /** What a cell is given, multiplies with and hands down. */
    private void cell(CellAddress address) {
        var place = address.row() + "," + address.col();
        line(
                Words.say("wave.a", place),
                cycle -> value(cycle, address, cell -> cell.pass().value()));
        line(
                Words.say("wave.w", place),
                cycle -> value(cycle, address, cell -> cell.weight().value()));
        line(Words.say("wave.p", place), cycle -> value(cycle, address, Cell::sum));
    }

    /** A value in a cycle and the row of X that it belongs to. */
    private record Value(int m, double value) {}

    private @Nullable Value value(long cycle, CellAddress address, ToDoubleFunction<Cell> value) {
        var state = scene.array().at(cycle);
        var pass = state.pass(address.row(), address.col());
        if (!pass.isPresent()) {
            return null;
        }
        boolean fits = axis.perCycle() >= NARROWEST_VALUE;
        return new Value(pass.m(), fits ? value.applyAsDouble(state.cell(address.row(), address.col())) : Double.NaN);
    }

    private void line(String name, LongFunction<@Nullable Value> values) {
        name(name);
        ink.line(
                TimeAxis.LEFT,
                top + BAR / 2,
                axis.right(),
                top + BAR / 2,
                ink.palette().border(),
                1);
        if (axis.perCycle() < NARROWEST_COLOUR) {
            busy(values);
        } else {
            for (long cycle = axis.range().from(); cycle < axis.range().to(); cycle++) {
                var value = values.apply(cycle);
                if (value != null) {
                    value(cycle, value);
                }
            }
        }
        top += LINE;
    }

    private void value(long cycle, Value value) {
        double x = axis.x(cycle);
        double width = Math.max(1, axis.perCycle() - (axis.perCycle() > 4 ? 1 : 0));
        if (Double.isNaN(value.value())) {
            ink.box(x, top, width, BAR, ink.palette().row(value.m()));
            return;
        }
        ink.box(x, top, width, BAR, ink.palette().rowTint(value.m()));
        ink.centre(
                Figures.compact(value.value()),
                x + width / 2,
                top + BAR / 2,
                ink.palette().foreground());
    }

    /** Too many cycles for each to be seen: whether the cell works about there. */
    private void busy(LongFunction<@Nullable Value> values) {
        for (int pixel = 0; pixel < axis.width(); pixel++) {
            long cycle = axis.range().from() + (long) ((pixel + 0.5) / axis.perCycle());
            if (values.apply(cycle) != null) {
                ink.box(
                        TimeAxis.LEFT + pixel,
                        top + 1,
                        1,
                        BAR - 2,
                        ink.palette().row(0));
            }
        }
    }

    /** What the colours say, for all states that occur. */
    private void legend(double middle) {
        double x = 6;
        for (var state : waves.states()) {
            var word = ScrubBar.word(state);
            double needed = ink.widthOf(word) + 22;
            if (x + needed > axis.right()) {
                return;
            }
            ink.box(x, middle - 4, 8, 8, colour(state));
            ink.left(word, x + 12, middle, ink.palette().muted());
            x += needed;
        }
        var hint = Words.say("wave.hint");
        if (x + ink.widthOf(hint) < axis.right()) {
            ink.right(hint, axis.right(), middle, ink.palette().muted());
        }
    }

    private void cursor(long cycle, double height) {
        if (cycle >= axis.range().from() && cycle <= axis.range().to()) {
            double x = axis.x(cycle);
            ink.frame(
                    x,
                    0,
                    Math.max(2, Math.min(axis.perCycle(), axis.right() + 2 - x)),
                    height,
                    ink.palette().accent(),
                    1);
        }
    }
}
