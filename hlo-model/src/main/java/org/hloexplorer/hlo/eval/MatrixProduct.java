package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;

/**
 * {@code out[i,j] += Σ_k p[i,k] w[k,j]}, row-major, each sum in the order of k and in the precision of its type.
 *
 * <p>Work is divided among rows i and columns j, never along k: neither the blocking nor the number of cores changes a
 * bit of the result. The sums of a tile of rows and columns stay in a core's first cache while w passes by, four lines at a
 * time.
 *
 * @param rows how many i
 * @param depth how many k
 * @param columns how many j
 */
record MatrixProduct(int rows, int depth, int columns, Cancellation cancellation) {
    /** Sums that fit, beside the lines of w, into a core's first cache: 32 KB of floats. */
    private static final int TILE = 1 << 13;

    private static final int MOST_ROWS = 64;
    private static final int MOST_COLUMNS = 1 << 10;

    /** Multiplications that are worth another thread. */
    private static final long OPERATIONS_PER_BLOCK = 1 << 20;

    private static final int LINES = 4;

    /** Where w comes from: reads, into a line, so many elements of row k from a column on. */
    @FunctionalInterface
    interface Matrix {
        void read(int k, int column, int count, Object line);
    }

    /** The product with a w that lies row-major in an array. */
    void add(Object p, int pAt, Object w, int wAt, Object out, int outAt) {
        add(
                p,
                pAt,
                (k, column, count, line) -> System.arraycopy(w, wAt + k * columns + column, line, 0, count),
                out,
                outAt);
    }

    void add(Object p, int pAt, Matrix w, Object out, int outAt) {
        int tileRows = Math.clamp(rows, 1, MOST_ROWS);
        int tileColumns = Math.clamp(TILE / tileRows, 1, Math.clamp(columns, 1, MOST_COLUMNS));
        int across = Math.ceilDiv(columns, tileColumns);
        int tiles = across * Math.ceilDiv(rows, tileRows);
        int perBlock = (int) Math.max(1, OPERATIONS_PER_BLOCK / ((long) tileRows * tileColumns * Math.max(1, depth)));
        Work.inBlocks(tiles, perBlock, cancellation, (from, to) -> {
            var tile = new Tile(ProductLines.of(out), tileRows, tileColumns);
            for (int i = from; i < to; i++) {
                int row = i / across * tileRows;
                int column = i % across * tileColumns;
                tile.add(row, column, p, pAt, w, out, outAt);
            }
        });
    }

    /** The sums of some rows and columns, worked out by one thread. */
    private final class Tile {
        private final ProductLines loops;
        private final int tileRows;
        private final int tileColumns;
        private final Object[] sums;
        private final Object[] w = new Object[LINES];

        /** With a line more than rows, so that rows can go in pairs. */
        Tile(ProductLines loops, int tileRows, int tileColumns) {
            this.loops = loops;
            this.tileRows = tileRows;
            this.tileColumns = tileColumns;
            this.sums = new Object[tileRows + 1];
            Arrays.setAll(sums, _ -> loops.line(tileColumns));
            Arrays.setAll(w, _ -> loops.line(tileColumns));
        }

        void add(int firstRow, int column, Object p, int pAt, Matrix matrix, Object out, int outAt) {
            int height = Math.min(tileRows, rows - firstRow);
            int count = Math.min(tileColumns, columns - column);
            int outFrom = outAt + firstRow * columns + column;
            for (int row = 0; row < height; row++) {
                System.arraycopy(out, outFrom + row * columns, sums[row], 0, count);
            }
            int pFrom = pAt + firstRow * depth;
            int k = 0;
            for (; k + LINES <= depth; k += LINES) {
                for (int line = 0; line < LINES; line++) {
                    matrix.read(k + line, column, count, w[line]);
                }
                for (int row = 0; row < height; row += 2) {
                    loops.addFour(
                            p,
                            pFrom + row * depth + k,
                            other(pFrom, row, height) + k,
                            w,
                            sums[row],
                            sums[row + 1],
                            count);
                }
            }
            for (; k < depth; k++) {
                matrix.read(k, column, count, w[0]);
                for (int row = 0; row < height; row += 2) {
                    loops.addOne(
                            p,
                            pFrom + row * depth + k,
                            other(pFrom, row, height) + k,
                            w[0],
                            sums[row],
                            sums[row + 1],
                            count);
                }
            }
            for (int row = 0; row < height; row++) {
                System.arraycopy(sums[row], 0, out, outFrom + row * columns, count);
            }
        }

        /** Where the row after this one begins; the last row is its own partner, whose sums nobody reads. */
        private int other(int pFrom, int row, int height) {
            return pFrom + Math.min(row + 1, height - 1) * depth;
        }
    }
}
