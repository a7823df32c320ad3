package org.hloexplorer.tpu.view;

import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipInterval;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipState;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipUnit;
import org.jspecify.annotations.Nullable;

/** What each unit of the chip does over one piece of the program: a lane per unit, colours for work and for what it waits for. */
final class ChipLanes extends CanvasRegion {
    private static final List<ChipUnit> UNITS = List.of(ChipUnit.values());
    private static final double LANE = 26;
    private static final double BAR = 11;
    private static final double NARROWEST = 0.4;
    private static final double LEGEND = 34;

    private final TpuViewModel model;
    private List<List<ChipInterval>> lanes = List.of();
    private @Nullable ChipPiece piece;
    private long cycles = 1;

    ChipLanes(TpuViewModel model) {
        this.model = model;
        setId("tpu-chip-lanes");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(Words.say("chip.lanes"));
        double height = LANE * (UNITS.size() + 1) + LEGEND;
        setMinHeight(height);
        setPrefHeight(height);
        model.chip().programProperty().subscribe(this::show);
        model.chip().momentProperty().subscribe(_ -> redraw());
        model.chip().litProperty().subscribe(_ -> redraw());
        setOnMousePressed(this::scrub);
        setOnMouseDragged(this::scrub);
    }

    private void show(ChipFollower.@Nullable Program program) {
        piece = program == null ? null : program.piece();
        lanes = program == null
                ? List.of()
                : UNITS.stream().map(program.piece().schedule()::intervals).toList();
        cycles = program == null ? 1 : Math.max(1, program.piece().schedule().cycles());
        redraw();
    }

    private void scrub(MouseEvent event) {
        var shown = piece;
        if (shown != null) {
            double share = Math.clamp((event.getX() - 6) / (getWidth() - 12), 0, 1);
            model.goTo(shown, (long) (share * cycles));
        }
    }

    @Override
    void draw(GraphicsContext context, double width, double height) {
        var ink = new Ink(context, palette());
        ink.size(10);
        for (int lane = 0; lane < lanes.size(); lane++) {
            double top = lane * LANE;
            ink.left(UNITS.get(lane).label(), 6, top + 7, palette().muted());
            bars(ink, lanes.get(lane), top + 14, width);
        }
        if (piece != null) {
            occupancy(ink, piece, UNITS.size() * LANE, width);
            legend(ink, (UNITS.size() + 1) * LANE + 6, width);
        }
        var moment = model.chip().momentProperty().get();
        if (moment != null) {
            double left = x(moment.cycle(), width);
            ink.line(left, 1, left, (UNITS.size() + 1) * LANE - 2, palette().accent(), 1.5);
        }
    }

    /** Intervals too narrow to see are left out, unless nothing was drawn since. */
    private void bars(Ink ink, List<ChipInterval> intervals, double y, double width) {
        double drawnTo = 0;
        for (var interval : intervals) {
            double left = Math.max(x(interval.from(), width), drawnTo);
            double right = x(interval.to(), width);
            if (right - left >= NARROWEST) {
                ink.box(left, y, right - left, BAR, color(palette(), interval.state()));
                if (isLit(interval)) {
                    ink.frame(
                            left,
                            y - 1,
                            Math.max(3, right - left),
                            BAR + 2,
                            palette().accent(),
                            2);
                }
                drawnTo = right;
            }
        }
    }

    /** Work for the instruction that is selected elsewhere. */
    private boolean isLit(ChipInterval interval) {
        var shown = piece;
        return shown != null
                && interval.state() == ChipState.WORKING
                && model.chip()
                        .isLit(shown.schedule().tasks().get(interval.task()).instruction());
    }

    /** What is held on chip after each task, its height against the most. */
    private void occupancy(Ink ink, ChipPiece shown, double top, double width) {
        long most = shown.occupancy().stream()
                .mapToLong(ChipPiece.Occupancy::bytes)
                .max()
                .orElse(0);
        ink.left(
                Words.say("chip.occupancy", Figures.count(most)),
                6,
                top + 7,
                palette().muted());
        var samples = shown.occupancy();
        for (int i = 0; i < samples.size() && most > 0; i++) {
            double left = x(end(shown, samples.get(i)), width);
            double right = i + 1 < samples.size() ? x(end(shown, samples.get(i + 1)), width) : x(cycles, width);
            double share = BAR * samples.get(i).bytes() / most;
            if (right - left >= NARROWEST && share > 0) {
                ink.box(
                        left,
                        top + 14 + BAR - share,
                        right - left,
                        share,
                        palette().row(2));
            }
        }
    }

    private static long end(ChipPiece shown, ChipPiece.Occupancy sample) {
        return sample.task() < 0 ? 0 : shown.schedule().end(sample.task());
    }

    /** The states that occur, as many to a line as fit. */
    private void legend(Ink ink, double top, double width) {
        double x = 6;
        double y = top;
        for (var state : ChipState.values()) {
            if (lanes.stream().noneMatch(lane -> lane.stream().anyMatch(each -> each.state() == state))) {
                continue;
            }
            var word = Words.say("chip.state." + state.name());
            double needed = ink.widthOf(word) + 22;
            if (x + needed > width && x > 6) {
                x = 6;
                y += 13;
            }
            ink.box(x, y - 4, 8, 8, color(palette(), state));
            ink.left(word, x + 12, y, palette().muted());
            x += needed;
        }
    }

    private double x(long cycle, double width) {
        return 6 + (width - 12) * cycle / cycles;
    }

    /** The colour of a state, here and wherever units of the chip are shown. */
    static Color color(Palette palette, ChipState state) {
        return switch (state) {
            case WORKING -> palette.row(0);
            case WAITS_FOR_HOST -> palette.row(4);
            case WAITS_FOR_MEMORY -> palette.row(5);
            case WAITS_FOR_MATRIX_UNITS -> palette.row(2);
            case WAITS_FOR_VECTOR_UNIT -> palette.row(1);
            case BUFFERS_FULL -> palette.row(3);
            case IDLE -> palette.border();
        };
    }
}
