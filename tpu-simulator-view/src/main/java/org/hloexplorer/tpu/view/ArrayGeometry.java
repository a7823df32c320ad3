package org.hloexplorer.tpu.view;

import org.jspecify.annotations.Nullable;

/**
 * Where things lie on the canvas: rows of X waiting at the left, the array with a lane above for weights and one below for
 * sums, the accumulators at the right.
 *
 * @param left left edge of the array
 * @param top top edge of the array
 * @param feedWidth distance of two values that wait at the left
 * @param feedSlots how many of them are shown
 * @param lane height of the lanes above and below
 * @param sumsLeft left edge of the accumulators
 * @param sumWidth width of one of their columns
 */
record ArrayGeometry(
        int rows,
        int cols,
        double left,
        double top,
        double cellWidth,
        double cellHeight,
        double feedWidth,
        int feedSlots,
        double lane,
        double sumsLeft,
        double sumWidth) {

    private static final double MARGIN = 8;
    private static final double GAP = 30;
    private static final double WIDEST_CELL = 128;
    private static final double WIDEST_SHAPE = 3;
    private static final double HIGHEST_CELL = 72;

    /** The most cells to a side that are meant to show numbers. */
    private static final int SMALL = 16;

    /** Fits the array into the canvas, then enlarges it {@code zoom} times about the top left and shifts it. */
    static ArrayGeometry fit(double width, double height, int rows, int cols, double zoom, double panX, double panY) {
        var shares = Math.max(rows, cols) <= SMALL ? Shares.small(rows, height) : Shares.large(rows, cols);
        double cellHeight = Math.clamp((height - 2 * shares.lane() - MARGIN) / rows, 0.5, HIGHEST_CELL);
        double widths = shares.feedSlots() * shares.feed() + cols * (1 + shares.sum());
        double cellWidth = Math.clamp((width - 2 * MARGIN - GAP) / widths, 0.5, WIDEST_CELL);
        if (shares.isPicture()) {
            cellWidth = Math.min(cellWidth, cellHeight * WIDEST_SHAPE);
        }
        double left = MARGIN + shares.feedSlots() * shares.feed() * cellWidth * zoom + panX;
        double sumsLeft = left + cols * cellWidth * zoom + GAP;
        return new ArrayGeometry(
                rows,
                cols,
                left,
                shares.lane() + panY,
                cellWidth * zoom,
                cellHeight * zoom,
                cellWidth * zoom * shares.feed(),
                shares.feedSlots(),
                shares.lane(),
                sumsLeft,
                cellWidth * zoom * shares.sum());
    }

    /**
     * How the width is shared out, in widths of a cell.
     *
     * @param feed of a value that waits at the left
     * @param sum of a column of accumulators
     */
    private record Shares(double lane, double feed, int feedSlots, double sum, boolean isPicture) {
        static Shares small(int rows, double height) {
            return new Shares(Math.clamp(height / (rows + 2) * 0.6, 16, 22), 0.5, 4, 0.5, false);
        }

        static Shares large(int rows, int cols) {
            return new Shares(18, Math.max(1, Math.max(rows, cols) / 64.0), 8, 0.6, true);
        }
    }

    Detail detail() {
        return Detail.of(cellWidth, cellHeight, Math.max(rows, cols));
    }

    double width() {
        return cols * cellWidth;
    }

    double height() {
        return rows * cellHeight;
    }

    double right() {
        return left + width();
    }

    double bottom() {
        return top + height();
    }

    /** Left edge of a column; columns below 0 are places in the queue at the left. */
    double x(double col) {
        return col >= 0 ? left + col * cellWidth : left + col * feedWidth;
    }

    /** Top edge of a row; -1 is the lane above, the number of rows the lane below. */
    double y(double row) {
        if (row < 0) {
            return top + row * lane;
        }
        return row <= rows ? top + row * cellHeight : bottom() + (row - rows) * lane;
    }

    /** The cell under a point, if there is one. */
    @Nullable
    CellAddress cellAt(double x, double y) {
        int col = (int) Math.floor((x - left) / cellWidth);
        int row = (int) Math.floor((y - top) / cellHeight);
        return row < 0 || col < 0 || row >= rows || col >= cols ? null : new CellAddress(row, col);
    }
}
