package org.hloexplorer.tpu.view;

import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;

/** Draws the accumulators: a row for each row of X, in its colour, a column for each column of the array. */
final class SumsPainter {
    private static final double ROW = 17;
    private static final double SMALLEST_FOR_VALUES = 29;

    private final Ink ink;
    private final ArrayPicture picture;
    private final ArrayGeometry geometry;
    private final TilePlan plan;

    SumsPainter(Ink ink, ArrayPicture picture) {
        this.ink = ink;
        this.picture = picture;
        this.geometry = picture.geometry();
        this.plan = picture.scene().plan();
    }

    void paint(double width, double height) {
        double top = geometry.top();
        double room = Math.min(geometry.height() + geometry.lane(), height - top - 2);
        if (geometry.sumsLeft() > width || room < ROW) {
            return;
        }
        caption();
        if (geometry.detail() == Detail.HEAT || !fitsRows()) {
            progress(top, room);
        } else {
            rows(top, room);
        }
    }

    private boolean fitsRows() {
        return geometry.sumWidth() >= 5;
    }

    private void caption() {
        ink.size(10.5);
        var tile = plan.tile(tileOf(0));
        ink.left(
                Words.say("caption.sums", Figures.range(tile.firstN(), tile.nCount())),
                geometry.sumsLeft(),
                geometry.top() - geometry.lane() / 2,
                ink.palette().muted());
    }

    /** The tile whose sums reached a column's accumulators last; the first while none has. */
    private int tileOf(int col) {
        long cycle = picture.state().cycle() - geometry.rows() - col;
        return Math.max(0, picture.scene().schedule().startedBy(cycle));
    }

    /** The row of X whose sum reached a column's accumulators last, counted within the unit; -1 for none yet. */
    private int lastRow(int col) {
        long cycle = picture.state().cycle() - geometry.rows() - col;
        int tile = picture.scene().schedule().startedBy(cycle);
        return tile < 0 ? -1 : (int) Math.min(cycle - picture.scene().schedule().start(tile), plan.mCount() - 1L);
    }

    private void rows(double top, double room) {
        int visible = Math.min(plan.mCount(), Math.max(1, (int) (room / ROW)));
        int page = Math.max(0, lastRow(0)) / visible * visible;
        int first = Math.min(page, plan.mCount() - visible);
        double rowHeight = Math.min(room / visible, Math.max(ROW, Math.min(geometry.cellHeight(), 24)));
        for (int i = 0; i < visible; i++) {
            int m = plan.firstM() + first + i;
            double y = top + i * rowHeight;
            ink.size(10);
            ink.right(
                    "m" + m,
                    geometry.sumsLeft() - 4,
                    y + rowHeight / 2,
                    ink.palette().row(m));
            for (int col = 0; col < geometry.cols(); col++) {
                cell(m, col, y, rowHeight);
            }
        }
    }

    private void cell(int m, int col, double y, double rowHeight) {
        int tile = tileOf(col);
        double x = geometry.sumsLeft() + col * geometry.sumWidth();
        double width = geometry.sumWidth() - 1;
        boolean isPadding = col >= plan.tile(tile).nCount();
        var palette = ink.palette();
        if (isPadding) {
            ink.box(x, y, width, rowHeight - 1, palette.background());
            return;
        }
        var value = picture.state().accumulator(tile, m, col);
        ink.box(x, y, width, rowHeight - 1, value.isPresent() ? palette.rowTint(m) : palette.raised());
        if (value.isPresent() && width >= SMALLEST_FOR_VALUES) {
            ink.size(Ink.sizeFor(5, width - 2, rowHeight));
            ink.centre(Figures.compact(value.getAsDouble()), x + width / 2, y + rowHeight / 2, palette.foreground());
        }
        boolean isNew = plan.firstM() + lastRow(col) == m
                && picture.before().output(col).isPresent();
        if (isNew) {
            ink.frame(x, y, width, rowHeight - 1, palette.row(m), 2);
        }
    }

    /** How many rows each column has summed up in its present column fold, as a slanting edge. */
    private void progress(double top, double room) {
        double width = geometry.cols() * geometry.sumWidth();
        var palette = ink.palette();
        ink.box(geometry.sumsLeft(), top, width, room, palette.raised());
        double[] x = new double[geometry.cols() + 2];
        double[] y = new double[geometry.cols() + 2];
        for (int col = 0; col < geometry.cols(); col++) {
            x[col] = geometry.sumsLeft() + (col + 0.5) * geometry.sumWidth();
            y[col] = top + room * (lastRow(col) + 1.0) / plan.mCount();
        }
        x[geometry.cols()] = geometry.sumsLeft() + width;
        y[geometry.cols()] = top;
        x[geometry.cols() + 1] = geometry.sumsLeft();
        y[geometry.cols() + 1] = top;
        ink.context().setFill(palette.row(0));
        ink.context().fillPolygon(x, y, x.length);
        ink.frame(geometry.sumsLeft(), top, width, room, palette.border(), 1);
    }
}
