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
    /** Elements of w that stay in a core's second cache while the rows pass by. */
    private static final int CACHED = 1 << 17;

    private static final int LEAST_COLUMNS = 64;
    private static final int MOST_COLUMNS = 512;

    private static final long OPERATIONS_PER_BLOCK = 1 << 22;

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
        for (; k + 8 <= depth; k += 8) {
            float p0 = p[pAt + k];
            float p1 = p[pAt + k + 1];
            float p2 = p[pAt + k + 2];
            float p3 = p[pAt + k + 3];
            float p4 = p[pAt + k + 4];
            float p5 = p[pAt + k + 5];
            float p6 = p[pAt + k + 6];
            float p7 = p[pAt + k + 7];
            int w0 = wAt + k * columns;
            int w1 = w0 + columns;
            int w2 = w1 + columns;
            int w3 = w2 + columns;
            int w4 = w3 + columns;
            int w5 = w4 + columns;
            int w6 = w5 + columns;
            int w7 = w6 + columns;
            for (int j = 0; j < count; j++) {
                float low = out[at + j] + p0 * w[w0 + j] + p1 * w[w1 + j] + p2 * w[w2 + j] + p3 * w[w3 + j];
                out[at + j] = low + p4 * w[w4 + j] + p5 * w[w5 + j] + p6 * w[w6 + j] + p7 * w[w7 + j];
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

    /** The same for so few columns that looping along them is not worth it: eight rows at a time share each w. */
    void floatRows(float[] p, int pAt, float[] w, int wAt, float[] out, int outAt) {
        int perBlock = Math.clamp(OPERATIONS_PER_BLOCK / Math.max(1, (long) depth * columns), 8, Math.max(8, rows));
        Work.inBlocks(rows, perBlock, cancellation, (from, to) -> {
            int row = from;
            for (; row + 8 <= to; row += 8) {
                for (int column = 0; column < columns; column++) {
                    eightRows(p, pAt + row * depth, w, wAt + column, out, outAt + row * columns + column);
                }
            }
            for (; row < to; row++) {
                for (int column = 0; column < columns; column++) {
                    float sum = 0;
                    for (int k = 0; k < depth; k++) {
                        sum += p[pAt + row * depth + k] * w[wAt + k * columns + column];
                    }
                    out[outAt + row * columns + column] = sum;
                }
            }
        });
    }

    private void eightRows(float[] p, int pAt, float[] w, int wAt, float[] out, int at) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        for (int k = 0; k < depth; k++) {
            float factor = w[wAt + k * columns];
            int i = pAt + k;
            s0 += p[i] * factor;
            s1 += p[i + depth] * factor;
            s2 += p[i + 2 * depth] * factor;
            s3 += p[i + 3 * depth] * factor;
            s4 += p[i + 4 * depth] * factor;
            s5 += p[i + 5 * depth] * factor;
            s6 += p[i + 6 * depth] * factor;
            s7 += p[i + 7 * depth] * factor;
        }
        out[at] = s0;
        out[at + columns] = s1;
        out[at + 2 * columns] = s2;
        out[at + 3 * columns] = s3;
        out[at + 4 * columns] = s4;
        out[at + 5 * columns] = s5;
        out[at + 6 * columns] = s6;
        out[at + 7 * columns] = s7;
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

    private void inTiles(Tile product) {
        int rowsPerBlock = Math.clamp(OPERATIONS_PER_BLOCK / Math.max(1, (long) depth * columns), 1, rows);
        int tile = Math.clamp(CACHED / Math.max(1, depth), LEAST_COLUMNS, MOST_COLUMNS);
        Work.inBlocks(rows, rowsPerBlock, cancellation, (from, to) -> {
            for (int column = 0; column < columns; column += tile) {
                int count = Math.min(tile, columns - column);
                for (int row = from; row < to; row++) {
                    product.run(row, column, count);
                }
            }
        });
    }
}
