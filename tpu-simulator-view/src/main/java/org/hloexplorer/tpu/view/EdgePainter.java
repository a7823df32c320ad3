package org.hloexplorer.tpu.view;

import javafx.scene.text.TextAlignment;

/** Draws what waits at the left, enters from the top and leaves at the bottom. */
final class EdgePainter {
    private static final double SMALLEST_FOR_VALUES = 32;

    private final Ink ink;
    private final ArrayPicture picture;
    private final ArrayGeometry geometry;
    private final boolean hasValues;

    EdgePainter(Ink ink, ArrayPicture picture) {
        this.ink = ink;
        this.picture = picture;
        this.geometry = picture.geometry();
        this.hasValues = geometry.detail().hasValues();
    }

    void paint(double height) {
        feed(height);
        for (int col = 0; col < geometry.cols(); col++) {
            push(col);
            output(col);
        }
        captions();
    }

    /** Rows of X in the cycles to come: the further left, the later, each row of the array a cycle behind. */
    private void feed(double height) {
        int step = geometry.detail() == Detail.HEAT ? Math.max(1, (int) (1 / geometry.cellHeight())) : 1;
        for (int row = 0; row < geometry.rows(); row += step) {
            if (geometry.y(row) > height || geometry.y(row + 1) < 0) {
                continue;
            }
            for (int slot = geometry.feedSlots(); slot >= 1; slot--) {
                waiting(row, slot);
            }
        }
    }

    private void waiting(int row, int slot) {
        var pass = picture.scene().array().at(picture.state().cycle() + slot).feed(row);
        double x = geometry.x(-slot - picture.lag());
        if (!pass.isPresent() || x < 0) {
            return;
        }
        double y = geometry.y(row);
        double width = geometry.feedWidth() - (hasValues ? 3 : geometry.detail() == Detail.HEAT ? 0 : 1);
        if (!hasValues) {
            waitingColour(pass.m(), x, y, width);
            return;
        }
        double tokenHeight = Math.clamp(geometry.cellHeight() - 8, Math.min(12, geometry.cellHeight() - 2), 18);
        double top = y + (geometry.cellHeight() - tokenHeight) / 2;
        boolean fits = width >= SMALLEST_FOR_VALUES;
        ink.size(Ink.sizeFor(fits ? 5 : 2, width - 5, tokenHeight));
        ink.token(
                fits ? Figures.compact(pass.value()) : String.valueOf(pass.m()), x, top, width, tokenHeight, pass.m());
    }

    private void waitingColour(int m, double x, double y, double width) {
        var colour = ink.palette().row(m / band());
        double height = geometry.detail() == Detail.HEAT
                ? Math.ceil(geometry.cellHeight()) + 1
                : Math.max(1, geometry.cellHeight() - 1);
        ink.box(x, y, width, height, colour);
        if (geometry.detail() == Detail.NUMBER && width >= 12) {
            ink.size(Ink.sizeFor(2, width - 2, geometry.cellHeight()));
            ink.centre(String.valueOf(m), x + width / 2, y + height / 2, ink.textOn(colour));
        }
    }

    private int band() {
        return geometry.detail() == Detail.HEAT ? HeatPainter.band(geometry) : 1;
    }

    private void push(int col) {
        var weight = picture.state().push(col);
        if (!weight.isPresent()) {
            return;
        }
        double x = geometry.x(col);
        double y = geometry.y(-1 - Math.clamp(picture.lag(), -0.6, 0.6));
        if (hasValues) {
            ink.size(Ink.sizeFor(7, geometry.cellWidth() - 4, Math.min(geometry.lane(), 14)));
            ink.centre(
                    Figures.compact(weight.value()),
                    x + geometry.cellWidth() / 2,
                    y + geometry.lane() / 2,
                    ink.palette().muted());
        } else {
            ink.box(
                    x,
                    geometry.top() - 4,
                    Math.max(1, geometry.cellWidth() - 0.5),
                    3,
                    ink.palette().muted());
        }
    }

    /** Sums that the bottom row has handed down in the cycle before, on their way to the accumulators. */
    private void output(int col) {
        var output = picture.before().output(col);
        if (output.isEmpty()) {
            return;
        }
        int m = output.get().m();
        if (hasValues) {
            double height = Math.min(geometry.lane() - 2, 18);
            ink.size(Ink.sizeFor(7, geometry.cellWidth() - 8, height));
            ink.token(
                    Figures.compact(output.get().value()),
                    geometry.x(col) + 3,
                    geometry.y(geometry.rows() - Math.max(0, picture.lag())) + 1,
                    geometry.cellWidth() - 7,
                    height,
                    m);
        } else {
            ink.box(
                    geometry.x(col),
                    geometry.bottom() + 2,
                    Math.max(1, geometry.cellWidth() - 0.5),
                    Math.min(6, geometry.lane() - 4),
                    ink.palette().row(m / band()));
        }
    }

    private void captions() {
        ink.size(10.5);
        var caption = Words.say("caption.feed");
        double right = Math.max(geometry.left() - 6, ink.widthOf(caption) + 4);
        double y = geometry.top() - geometry.lane() / 2;
        ink.text(caption, right, y, TextAlignment.RIGHT, ink.palette().muted());
    }
}
