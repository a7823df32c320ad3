package org.hloexplorer.pipeline.kernel;

import java.util.Optional;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * How a contraction is cut into tiles that fit registers and caches.
 *
 * @param rows of the whole result
 * @param tileRows rows that are accumulated at a time, one register each per vector of columns
 * @param tileColumns columns that are accumulated at a time
 * @param taskRows rows of one task: tiles that share the packed columns
 * @param taskColumns columns of one task: what is packed once
 * @param blockDepth the part of the depth that is accumulated at a time
 */
record Tiling(
        long batches,
        long rows,
        long columns,
        long depth,
        int tileRows,
        int tileColumns,
        long taskRows,
        long taskColumns,
        long blockDepth,
        PrimitiveType computeType) {

    /** Below so many multiplications packing does not pay. */
    private static final long LEAST_PRODUCTS = 1 << 14;

    private static final long LEAST_ROWS = 4;
    private static final long LEAST_COLUMNS = 4;

    /** Vectors of columns in a tile: two, so that each broadcast of the left operand is used twice. */
    private static final int VECTORS = 2;

    /** Packed columns of a task stay in the second-level cache. */
    private static final long PACKED_BYTES = 512 << 10;

    /** Tiles below one another in a task: packing is then a small part of the work. */
    private static final int TILES_PER_TASK = 20;

    /** A vector of columns is packed in the time of four multiplications or so, and each tile does one for each row. */
    private static final long MOST_TILES_UNPACKED = 2;

    /** Packed rows of a tile, and a panel of columns, come from the nearer caches. */
    private static final long MOST_DEPTH = 1024;

    /** Tiles for a contraction, or none where plain loops serve better. */
    static Optional<Tiling> of(Contraction contraction, PrimitiveType resultType, LoweringOptions options) {
        var type = ElementwiseEmitter.computeType(resultType);
        long batches = contraction.batches();
        long rows = contraction.rows();
        long columns = contraction.columns();
        long depth = contraction.depth();
        if (type == PrimitiveType.PRED
                || rows < LEAST_ROWS
                || columns < LEAST_COLUMNS
                || rows * columns * depth < LEAST_PRODUCTS) {
            return Optional.empty();
        }
        int lanes = options.lanes(type.bits());
        int vectors = columns <= lanes ? 1 : VECTORS;
        // One register for each vector of columns that is loaded, and one to spare.
        int most = (options.vectorRegisters() - vectors - 1) / vectors;
        int tileRows = bestRows(rows, Math.min(most, 14));
        int tileColumns = lanes * vectors;
        // Sums of blocks meet in the result, which must hold them without rounding more.
        var isLine = contraction.depthSizes().size() == 1;
        long blockDepth = type == resultType && isLine ? blockDepth(depth) : depth;
        long byCache = Math.max(1, PACKED_BYTES / (blockDepth * type.bytes()) / tileColumns);
        return Optional.of(new Tiling(
                batches,
                rows,
                columns,
                depth,
                tileRows,
                tileColumns,
                tileRows * even(Math.ceilDiv(rows, tileRows), TILES_PER_TASK),
                tileColumns * even(Math.ceilDiv(columns, tileColumns), byCache),
                blockDepth,
                type));
    }

    /** Blocks that are all full, where there are such and few. */
    private static long blockDepth(long depth) {
        long least = Math.max(1, Math.ceilDiv(depth, MOST_DEPTH));
        for (long blocks = least; blocks <= 2 * least; blocks++) {
            if (depth % blocks == 0) {
                return depth / blocks;
            }
        }
        return Math.ceilDiv(depth, least);
    }

    /** The size of parts, so many at most, that are all about as large. */
    private static long even(long whole, long most) {
        return Math.ceilDiv(whole, Math.ceilDiv(whole, most));
    }

    /** So many rows that the last tile is nearly full. */
    private static int bestRows(long rows, int most) {
        int best = (int) Math.min(rows, most);
        for (int candidate = best; candidate >= Math.max(4, best * 2 / 3); candidate--) {
            if (wasted(rows, candidate) < wasted(rows, best)) {
                best = candidate;
            }
        }
        return best;
    }

    /** Rows that are computed and thrown away, weighed against the shorter tile's larger share of loads. */
    private static double wasted(long rows, int tileRows) {
        double computed = Math.ceilDiv(rows, tileRows) * (double) tileRows;
        return computed / rows + 1.0 / tileRows;
    }

    /** Whether packing columns takes longer than it saves: few rows use them, and there is nothing to fill up. */
    boolean spendsMoreOnPacking() {
        return rows <= MOST_TILES_UNPACKED * tileRows
                && columns % tileColumns == 0
                && columns % taskColumns == 0
                && depth % blockDepth == 0;
    }

    long rowTasks() {
        return Math.ceilDiv(rows, taskRows);
    }

    long columnTasks() {
        return Math.ceilDiv(columns, taskColumns);
    }

    long tasks() {
        return batches * rowTasks() * columnTasks();
    }

    long blocks() {
        return Math.ceilDiv(depth, Math.max(1, blockDepth));
    }

    /** Rows of the packed left operand lie so far apart: not by a power of two, which would meet in one cache set. */
    long packedRow() {
        return blockDepth + 16;
    }
}
