package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Cancellation;

/**
 * {@code out[i,j] = Σ_k p[i,k] w[k,j]}, row-major, each sum in the order of k and in the precision of its type.
 *
 * <p>Work is divided among rows i and columns j, never along k: neither the blocking nor the number of cores changes a
 * bit of the result. The innermost loops run along j.
 *
 * @param rows how many i
 * @param depth how many k
 * @param columns how many j
 */
record MatrixProduct(int rows, int depth, int columns, Cancellation cancellation) {
    /** Columns of w that stay in the cache while the rows pass by. */
    private static final int COLUMN_TILE = 512;

    private static final long OPERATIONS_PER_BLOCK = 1 << 18;

    /** Adds the products of one row and one tile of columns. */
    @FunctionalInterface
    private interface Tile {
        void run(int row, int firstColumn, int count);
    }

    void floats(float[] p, int pAt, float[] w, int wAt, float[] out, int outAt) {
        inTiles((row, column, count) ->
                floatTile(p, pAt + row * depth, w, wAt + column, out, outAt + row * columns + column, count));
    }

    private void floatTile(float[] p, int pAt, float[] w, int wAt, float[] out, int at, int count) {
        int k = 0;
        for (; k + 4 <= depth; k += 4) {
            float p0 = p[pAt + k];
            float p1 = p[pAt + k + 1];
            float p2 = p[pAt + k + 2];
            float p3 = p[pAt + k + 3];
            int w0 = wAt + k * columns;
            int w1 = w0 + columns;
            int w2 = w1 + columns;
            int w3 = w2 + columns;
            for (int j = 0; j < count; j++) {
                out[at + j] = out[at + j] + p0 * w[w0 + j] + p1 * w[w1 + j] + p2 * w[w2 + j] + p3 * w[w3 + j];
            }
        }
        for (; k < depth; k++) {
            float p0 = p[pAt + k];
            int w0 = wAt + k * columns;
            for (int j = 0; j < count; j++) {
                out[at + j] += p0 * w[w0 + j];
            }
        }
    }

    void doubles(double[] p, int pAt, double[] w, int wAt, double[] out, int outAt) {
        inTiles((row, column, count) -> {
            int at = outAt + row * columns + column;
            for (int k = 0; k < depth; k++) {
                double factor = p[pAt + row * depth + k];
                int wRow = wAt + k * columns + column;
                for (int j = 0; j < count; j++) {
                    out[at + j] += factor * w[wRow + j];
                }
            }
        });
    }

    void ints(int[] p, int pAt, int[] w, int wAt, int[] out, int outAt) {
        inTiles((row, column, count) -> {
            int at = outAt + row * columns + column;
            for (int k = 0; k < depth; k++) {
                int factor = p[pAt + row * depth + k];
                int wRow = wAt + k * columns + column;
                for (int j = 0; j < count; j++) {
                    out[at + j] += factor * w[wRow + j];
                }
            }
        });
    }

    void longs(long[] p, int pAt, long[] w, int wAt, long[] out, int outAt) {
        inTiles((row, column, count) -> {
            int at = outAt + row * columns + column;
            for (int k = 0; k < depth; k++) {
                long factor = p[pAt + row * depth + k];
                int wRow = wAt + k * columns + column;
                for (int j = 0; j < count; j++) {
                    out[at + j] += factor * w[wRow + j];
                }
            }
        });
    }

    private void inTiles(Tile tile) {
        int rowsPerBlock = Math.clamp(OPERATIONS_PER_BLOCK / Math.max(1, (long) depth * columns), 1, rows);
        Work.inBlocks(rows, rowsPerBlock, cancellation, (from, to) -> {
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int count = Math.min(COLUMN_TILE, columns - column);
                for (int row = from; row < to; row++) {
                    tile.run(row, column, count);
                }
            }
        });
    }
}
