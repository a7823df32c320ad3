package org.hloexplorer.tpu.view;

/** A cell of the array, row 0 on top. */
record CellAddress(int row, int col) {

    /** The cell so many rows and columns away, or the nearest that exists. */
    CellAddress moved(int rows, int cols, int rowLimit, int colLimit) {
        return new CellAddress(
                Math.clamp((long) row + rows, 0, rowLimit - 1), Math.clamp((long) col + cols, 0, colLimit - 1));
    }
}
