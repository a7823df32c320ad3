package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * How a dot is cut into tiles that fit registers and caches.
 *
 * @param rows of the whole result, over all free dimensions of the left operand
 * @param tileRows rows that are accumulated at a time, one register each per vector of columns
 * @param tileColumns columns that are accumulated at a time
 * @param taskRows rows of one task: tiles that share the packed columns
 * @param taskColumns columns of one task: what is packed once
 */
record DotTiling(
        long batches,
        long rows,
        long columns,
        long depth,
        int tileRows,
        int tileColumns,
        long taskRows,
        long taskColumns,
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
    private static final int TILES_PER_TASK = 16;

    /** Tiles for a dot, or none where plain loops serve better. */
    static Optional<DotTiling> of(
            HloComputation computation, HloInstruction instruction, HloOp.Dot dot, LoweringOptions options) {
        var operands = DotOperands.of(
                dot.dimensions(),
                computation.operand(instruction, 0).shape().asArray(),
                computation.operand(instruction, 1).shape().asArray());
        var type = ElementwiseEmitter.computeType(instruction.shape().asArray().elementType());
        long rows = product(operands.rowSizes());
        long columns = product(operands.columnSizes());
        long depth = product(operands.contractedSizes());
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
        long byCache = Math.max(1, PACKED_BYTES / (depth * type.bytes()) / tileColumns);
        long panels = (columns + tileColumns - 1) / tileColumns;
        return Optional.of(new DotTiling(
                product(operands.batchSizes()),
                rows,
                columns,
                depth,
                tileRows,
                tileColumns,
                (long) tileRows * Math.min(TILES_PER_TASK, (rows + tileRows - 1) / tileRows),
                tileColumns * Math.min(panels, byCache),
                type));
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

    private static long product(List<Long> sizes) {
        return sizes.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact);
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

    /** Rows of the packed left operand lie so far apart: not by a power of two, which would meet in one cache set. */
    long packedRow() {
        return depth + 16;
    }
}
