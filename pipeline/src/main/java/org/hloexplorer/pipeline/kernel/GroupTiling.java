package org.hloexplorer.pipeline.kernel;

import java.util.Optional;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * How a contraction is cut into tiles that a work-group computes.
 *
 * @param side the items of a group form a square of so many by so many
 * @param perItem each item computes a square of so many by so many elements
 * @param tileDepth the part of the depth that is in local memory at a time
 */
record GroupTiling(
        long batches,
        long rows,
        long columns,
        long depth,
        int side,
        int perItem,
        int tileDepth,
        PrimitiveType computeType) {
    /** Below so many multiplications an item for each element serves as well. */
    private static final long LEAST_PRODUCTS = 1 << 15;

    private static final long LEAST_SIDE = 8;
    private static final int TILE_DEPTH = 16;
    private static final int PER_ITEM = 4;

    /** Tiles, or none where plain loops serve better. */
    static Optional<GroupTiling> of(Contraction contraction, PrimitiveType resultType, WorkGroups groups) {
        var type = ElementwiseEmitter.computeType(resultType);
        long batches = contraction.batches();
        long rows = contraction.rows();
        long columns = contraction.columns();
        long depth = contraction.depth();
        if (type == PrimitiveType.PRED
                || rows < LEAST_SIDE
                || columns < LEAST_SIDE
                || depth < LEAST_SIDE
                || rows * columns * depth < LEAST_PRODUCTS) {
            return Optional.empty();
        }
        int side = Integer.highestOneBit((int) Math.sqrt(groups.size()));
        int perItem = Math.min(rows, columns) <= 2L * side ? 2 : PER_ITEM;
        return Optional.of(new GroupTiling(batches, rows, columns, depth, side, perItem, TILE_DEPTH, type));
    }

    int items() {
        return side * side;
    }

    /** Rows, and columns, of a tile. */
    int tile() {
        return side * perItem;
    }

    /** Rows of the left tile in local memory lie so far apart: items side by side then read from different banks. */
    int pitch() {
        return tileDepth + 1;
    }

    long rowTiles() {
        return Math.ceilDiv(rows, tile());
    }

    long columnTiles() {
        return Math.ceilDiv(columns, tile());
    }

    long groups() {
        return batches * rowTiles() * columnTiles();
    }

    long steps() {
        return Math.ceilDiv(depth, tileDepth);
    }

    String note() {
        return "%d x %d x %d%s, a work-group for each tile of %d x %d, an item for %d x %d of it; sums in %s"
                .formatted(
                        rows,
                        columns,
                        depth,
                        batches == 1 ? "" : ", %d batches".formatted(batches),
                        tile(),
                        tile(),
                        perItem,
                        perItem,
                        computeType);
    }
}
