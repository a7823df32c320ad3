package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Cancellation;

/**
 * A copy between two arrays over a box of positions, each side with its own strides.
 *
 * <p>Almost all movement of data is one: a broadcast has source strides of 0, a reverse negative ones, a transpose
 * permutes them, a pad spreads the target's. Strides and starts count elements.
 */
final class StridedCopy {
    private static final int PARALLEL_FROM = 1 << 15;

    private final int rank;
    private final int width;
    private final long total;
    private final int[] sizes;
    private final int[] sourceStrides;
    private final int[] targetStrides;

    private StridedCopy(int rank, int[] sizes, int[] sourceStrides, int[] targetStrides, int width) {
        this.rank = rank;
        this.width = width;
        this.sizes = sizes;
        this.sourceStrides = sourceStrides;
        this.targetStrides = targetStrides;
        long product = 1;
        for (int i = 0; i < rank; i++) {
            product *= sizes[i];
        }
        this.total = product;
    }

    /**
     * A copy over a box of {@code sizes}.
     *
     * @param width places of the arrays that each element takes: 2 for complex ones
     */
    static StridedCopy of(int[] sizes, int[] sourceStrides, int[] targetStrides, int width) {
        int rank = 0;
        var mergedSizes = new int[sizes.length + 1];
        var mergedSource = new int[sizes.length + 1];
        var mergedTarget = new int[sizes.length + 1];
        for (int dimension = 0; dimension <= sizes.length; dimension++) {
            boolean inner = dimension == sizes.length;
            int size = inner ? width : sizes[dimension];
            int source = inner ? 1 : sourceStrides[dimension] * width;
            int target = inner ? 1 : targetStrides[dimension] * width;
            if (size == 1) {
                continue;
            }
            boolean merges =
                    rank > 0 && mergedSource[rank - 1] == source * size && mergedTarget[rank - 1] == target * size;
            if (merges) {
                rank--;
                size *= mergedSizes[rank];
            }
            mergedSizes[rank] = size;
            mergedSource[rank] = source;
            mergedTarget[rank] = target;
            rank++;
        }
        return new StridedCopy(rank, mergedSizes, mergedSource, mergedTarget, width);
    }

    /** Copies from one start to another; both arrays hold the same kind of number. */
    void run(Object source, int sourceStart, Object target, int targetStart, Cancellation cancellation) {
        int from = sourceStart * width;
        int to = targetStart * width;
        if (total == 0) {
            return;
        }
        if (rank == 0) {
            System.arraycopy(source, from, target, to, 1);
        } else if (rank == 1 || total < PARALLEL_FROM) {
            cancellation.check();
            copy(0, source, from, target, to);
        } else {
            int rows = (int) Math.max(1, PARALLEL_FROM * (long) sizes[0] / total);
            Work.inBlocks(sizes[0], rows, cancellation, (first, end) -> {
                for (int i = first; i < end; i++) {
                    copy(1, source, from + i * sourceStrides[0], target, to + i * targetStrides[0]);
                }
            });
        }
    }

    private void copy(int dimension, Object source, int sourceAt, Object target, int targetAt) {
        if (dimension == rank - 1) {
            StridedLine.copy(
                    source,
                    sourceAt,
                    sourceStrides[dimension],
                    target,
                    targetAt,
                    targetStrides[dimension],
                    sizes[dimension]);
            return;
        }
        for (int i = 0; i < sizes[dimension]; i++) {
            copy(
                    dimension + 1,
                    source,
                    sourceAt + i * sourceStrides[dimension],
                    target,
                    targetAt + i * targetStrides[dimension]);
        }
    }
}
