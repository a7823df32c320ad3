package org.hloexplorer.tpu.view;

import org.hloexplorer.pipeline.backend.tpu.simulator.Cell;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Weight;

/** Draws cells one by one: what passes, both weights, the sum; or only the colour of the row that passes. */
final class CellPainter {
    private static final double PAD = 2;
    private static final double LABEL = 24;
    private static final double WIDTH_WITH_LABELS = 65;
    private static final double WIDTH_WITH_LABELS_IN_TWO_LINES = 96;
    private static final double WIDTH_OF_TWO_VALUES = 64;
    private static final int CHARACTERS = 5;

    private final Ink ink;
    private final ArrayPicture picture;
    private final ArrayGeometry geometry;
    private final Detail detail;

    CellPainter(Ink ink, ArrayPicture picture) {
        this.ink = ink;
        this.picture = picture;
        this.geometry = picture.geometry();
        this.detail = geometry.detail();
    }

    /** Draws the cells that lie on a canvas of this size. */
    void paint(double width, double height) {
        int firstRow = Math.clamp((long) Math.floor(-geometry.top() / geometry.cellHeight()), 0, geometry.rows());
        int lastRow =
                Math.min(geometry.rows() - 1, (int) Math.floor((height - geometry.top()) / geometry.cellHeight()));
        int firstCol = Math.clamp((long) Math.floor(-geometry.left() / geometry.cellWidth()), 0, geometry.cols());
        int lastCol = Math.min(geometry.cols() - 1, (int) Math.floor((width - geometry.left()) / geometry.cellWidth()));
        for (int row = firstRow; row <= lastRow; row++) {
            for (int col = firstCol; col <= lastCol; col++) {
                ground(row, col);
            }
        }
        for (int row = firstRow; row <= lastRow && detail.hasValues(); row++) {
            for (int col = firstCol; col <= lastCol; col++) {
                values(picture.cell(row, col));
            }
        }
    }

    private void ground(int row, int col) {
        var pass = picture.state().pass(row, col);
        double x = geometry.x(col);
        double y = geometry.y(row);
        double gap = geometry.cellWidth() < 6 ? 0 : 1;
        var palette = ink.palette();
        var fill = palette.raised();
        if (pass.isPresent()) {
            fill = detail.hasValues()
                    ? palette.raised().interpolate(palette.row(pass.m()), 0.10)
                    : palette.row(pass.m());
        }
        ink.box(x, y, geometry.cellWidth() - gap, geometry.cellHeight() - gap, fill);
        if (detail == Detail.NUMBER && pass.isPresent()) {
            var number = String.valueOf(pass.m());
            ink.size(Ink.sizeFor(Math.max(2, number.length()), geometry.cellWidth() - 4, geometry.cellHeight()));
            ink.centre(
                    number,
                    x + geometry.cellWidth() / 2,
                    y + geometry.cellHeight() / 2,
                    ink.textOn(palette.row(pass.m())));
        }
        if (detail.hasValues()) {
            ink.frame(x, y, geometry.cellWidth() - gap, geometry.cellHeight() - gap, palette.border(), 1);
        }
    }

    private void values(Cell cell) {
        switch (detail) {
            case FOUR_LINES -> fourLines(cell);
            case THREE_LINES -> threeLines(cell);
            case TWO_LINES -> twoLines(cell);
            case PAIR -> pair(cell);
            case ONE_LINE -> oneLine(cell);
            case NUMBER, COLOUR, HEAT -> {}
        }
    }

    private void fourLines(Cell cell) {
        double line = line(4);
        double label = geometry.cellWidth() >= WIDTH_WITH_LABELS ? LABEL : 0;
        double x = PAD + label;
        double width = inner() - label;
        ink.size(Ink.sizeFor(CHARACTERS, width - 5, line));
        if (label > 0) {
            label(cell, "cell.a", 0, line, true);
            label(cell, "cell.w", 1, line, false);
            label(cell, "cell.shadow", 2, line, false);
            label(cell, "cell.p", 3, line, true);
        }
        weight(cell, x, PAD + line, width, line);
        shadow(cell, x, PAD + 2 * line, width, line);
        activation(cell, x, PAD, width, line);
        sum(cell, x, PAD + 3 * line, width, line);
    }

    private void threeLines(Cell cell) {
        double line = line(3);
        double half = inner() / 2;
        ink.size(Ink.sizeFor(CHARACTERS, half - 1, line));
        label(cell, "cell.a", 0, line, true);
        label(cell, "cell.p", 2, line, true);
        weight(cell, PAD, PAD + line, half, line);
        shadow(cell, PAD + half, PAD + line, half, line);
        activation(cell, PAD + LABEL, PAD, inner() - LABEL, line);
        sum(cell, PAD + LABEL, PAD + 2 * line, inner() - LABEL, line);
    }

    private void twoLines(Cell cell) {
        double line = line(2);
        double label = geometry.cellWidth() >= WIDTH_WITH_LABELS_IN_TWO_LINES ? LABEL : 0;
        double half = (inner() - label) / 2;
        ink.size(Ink.sizeFor(CHARACTERS, half - 5, line));
        if (label > 0) {
            label(cell, "cell.a", 0, line, true);
            label(cell, "cell.p", 1, line, true);
        }
        weight(cell, PAD + label + half, PAD, half, line);
        shadow(cell, PAD + label + half, PAD + line, half, line);
        activation(cell, PAD + label, PAD, half, line);
        sum(cell, PAD + label, PAD + line, half, line);
    }

    private void pair(Cell cell) {
        double line = line(2);
        ink.size(Ink.sizeFor(CHARACTERS, inner() - 5, line));
        activation(cell, PAD, PAD, inner(), line);
        sum(cell, PAD, PAD + line, inner(), line);
    }

    private void oneLine(Cell cell) {
        double line = geometry.cellHeight() - 3;
        double activation = inner() < WIDTH_OF_TWO_VALUES ? 0 : inner() / 2;
        ink.size(Ink.sizeFor(CHARACTERS, inner() - activation - 4, line + 1));
        if (activation > 0) {
            activation(cell, PAD, 1, activation - 1, line + 1);
        }
        sum(cell, PAD + activation, 1, inner() - activation, line + 1);
    }

    private double line(int count) {
        return (geometry.cellHeight() - 1 - 2 * PAD) / count;
    }

    private double inner() {
        return geometry.cellWidth() - 1 - 2 * PAD;
    }

    /** Names the value of a line; those that belong to a row of X with its number. */
    private void label(Cell cell, String key, int line, double height, boolean ofRow) {
        if (!ofRow || cell.pass().isPresent()) {
            var text = Words.say(key) + (ofRow ? Figures.subscript(cell.pass().m()) : "");
            double before = ink.size();
            ink.size(Ink.sizeFor(text.length(), LABEL - 1, before / 0.84));
            ink.left(
                    text,
                    geometry.x(cell.col()) + PAD,
                    geometry.y(cell.row()) + PAD + (line + 0.5) * height,
                    ink.palette().muted());
            ink.size(before);
        }
    }

    /** The activation, which comes from the left. */
    private void activation(Cell cell, double x, double y, double width, double height) {
        if (cell.pass().isPresent()) {
            ink.token(
                    Figures.compact(cell.pass().value()),
                    geometry.x(cell.col() - picture.lag()) + x,
                    geometry.y(cell.row()) + y,
                    width,
                    height - 1,
                    cell.pass().m());
        }
    }

    /** The sum, which comes from above; in the top row it begins where it is. */
    private void sum(Cell cell, double x, double y, double width, double height) {
        if (cell.pass().isPresent()) {
            double row = Math.max(0, cell.row() - picture.lag());
            ink.token(
                    Figures.compact(cell.sum()),
                    geometry.x(cell.col()) + x,
                    geometry.y(row) + y,
                    width,
                    height - 1,
                    cell.pass().m());
        }
    }

    private void weight(Cell cell, double x, double y, double width, double height) {
        if (!cell.weight().isPresent()) {
            return;
        }
        boolean isNew = !cell.weight().equals(picture.before().weight(cell.row(), cell.col()));
        double left = geometry.x(cell.col()) + x;
        double top = geometry.y(cell.row()) + y;
        if (isNew) {
            ink.frame(left, top, width, height, ink.palette().accent(), 1);
        }
        ink.centre(
                Figures.compact(cell.weight().value()),
                left + width / 2,
                top + height / 2,
                ink.palette().foreground());
    }

    /** The weight of the next tile, which comes from above while it shifts in. */
    private void shadow(Cell cell, double x, double y, double width, double height) {
        if (!cell.shadow().isPresent()) {
            return;
        }
        var was = picture.before().shadow(cell.row(), cell.col());
        double row = hasShifted(was, cell.shadow()) ? cell.row() - picture.lag() : cell.row();
        ink.centre(
                Figures.compact(cell.shadow().value()),
                geometry.x(cell.col()) + x + width / 2,
                geometry.y(row) + y + height / 2,
                ink.palette().muted());
    }

    private static boolean hasShifted(Weight was, Weight is) {
        return was.tile() != is.tile() || was.k() != is.k();
    }
}
