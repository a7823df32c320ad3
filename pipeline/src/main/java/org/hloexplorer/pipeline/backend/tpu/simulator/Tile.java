package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * A piece of W as large as the array, or smaller at the far edges.
 *
 * @param index place in the order of work on its matrix unit
 * @param batch which product it belongs to
 * @param columnFold which block of columns of W
 * @param rowFold which block of rows of W; the first overwrites the accumulators, the others add
 * @param firstK row of W in the array's row 0
 * @param kCount rows that hold weights, the rest are padding
 * @param firstN column of W in the array's column 0
 * @param nCount columns that hold weights, the rest are padding
 */
public record Tile(int index, int batch, int columnFold, int rowFold, int firstK, int kCount, int firstN, int nCount) {

    /** Whether the cell holds a weight of W, and not padding. */
    public boolean covers(int row, int col) {
        return row < kCount && col < nCount;
    }
}
