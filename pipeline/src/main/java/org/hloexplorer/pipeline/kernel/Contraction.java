package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.hlo.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * A sum of products over some depth for each row and column of a result, batch by batch: a dot, or a convolution.
 *
 * <p>Batches, rows, columns and depth have each several dimensions, whose indices come as lists.
 */
interface Contraction {
    List<Long> batchSizes();

    List<Long> rowSizes();

    List<Long> columnSizes();

    List<Long> depthSizes();

    default long batches() {
        return product(batchSizes());
    }

    default long rows() {
        return product(rowSizes());
    }

    default long columns() {
        return product(columnSizes());
    }

    default long depth() {
        return product(depthSizes());
    }

    private static long product(List<Long> sizes) {
        return sizes.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact);
    }

    /**
     * The left operand's elements along the last dimension of the depth.
     *
     * @param depth indices in the other dimensions of the depth
     */
    Line lhs(Block block, List<Index> batch, List<Index> row, List<Index> depth);

    List<Index> rhs(List<Index> batch, List<Index> column, List<Index> depth);

    /** Whether the right operand is of this type and neighbouring columns of it are neighbours in memory, at each depth. */
    default boolean hasColumnsInLine(PrimitiveType type) {
        return false;
    }

    List<Index> result(List<Index> batch, List<Index> row, List<Index> column);

    /** Where a line of elements lies, if anywhere. */
    interface Line {

        /** Whether there are elements; null where there always are. Without them they count as zero. */
        @Nullable
        Value test();

        List<Index> at(Index last);
    }
}
