package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * One cell of the array in one cycle.
 *
 * @param row its row, 0 on top
 * @param col its column, 0 at the left
 * @param pass the row of X that passes through, or none
 * @param weight the weight it multiplies with in this cycle, or none yet
 * @param shadow the weight in its second register at the beginning of the cycle, or none
 * @param above the sum that comes from the cell above, +0 in row 0; 0 where nothing passes
 * @param sum what it hands down, {@code above + activation * weight}; 0 where nothing passes
 */
public record Cell(int row, int col, Pass pass, Weight weight, Weight shadow, double above, double sum) {

    /**
     * A row of X on its way through a cell.
     *
     * @param tile the tile it is multiplied with, -1 where nothing passes
     * @param m which row of X
     * @param k which column of X, the array's row plus the tile's first; beyond K it is padding
     * @param value X[m,k], 0 in padding
     */
    public record Pass(int tile, int m, int k, double value) {
        /** Nothing passes. */
        public static final Pass NONE = new Pass(-1, -1, -1, 0);

        public boolean isPresent() {
            return tile >= 0;
        }
    }

    /**
     * A weight in a register.
     *
     * @param tile the tile it belongs to, -1 where the register has not been written
     * @param k its row of W; beyond K it is padding
     * @param n its column of W; beyond N it is padding
     * @param value W[k,n], 0 in padding
     */
    public record Weight(int tile, int k, int n, double value) {
        /** The register has not been written. */
        public static final Weight NONE = new Weight(-1, -1, -1, 0);

        public boolean isPresent() {
            return tile >= 0;
        }
    }
}
