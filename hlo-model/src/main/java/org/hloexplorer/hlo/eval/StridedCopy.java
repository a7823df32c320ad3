package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;

/**
 * A copy between two arrays over a box of positions, each side with its own start and strides.
 *
 * <p>Almost all movement of data is one: a broadcast has source strides of 0, a reverse negative ones, a transpose
 * permutes them, a pad spreads the target's. Strides and starts count elements.
 */
final class StridedCopy {
    private static final int PARALLEL_FROM = 1 << 15;

    private final int rank;
    private final int[] sizes;
    private final int[] sourceStrides;
    private final int[] targetStrides;
    private final int sourceStart;
    private final int targetStart;

    private StridedCopy(int[] sizes, int sourceStart, int[] sourceStrides, int targetStart, int[] targetStrides) {
        this.rank = sizes.length;
        this.sizes = sizes;
        this.sourceStart = sourceStart;
        this.sourceStrides = sourceStrides;
        this.targetStart = targetStart;
        this.targetStrides = targetStrides;
    }

    /**
     * A copy over a box of {@code sizes}.
     *
     * @param width places of the arrays that each element takes: 2 for complex ones
     */
    static StridedCopy of(
            int[] sizes, int sourceStart, int[] sourceStrides, int targetStart, int[] targetStrides, int width) {
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
        return new StridedCopy(
                Arrays.copyOf(mergedSizes, rank),
                sourceStart * width,
                Arrays.copyOf(mergedSource, rank),
                targetStart * width,
                Arrays.copyOf(mergedTarget, rank));
    }

    /** Copies; both arrays hold the same kind of number. */
    void run(Object source, Object target, Cancellation cancellation) {
        long total = 1;
        for (int size : sizes) {
            total *= size;
        }
        if (total == 0) {
            return;
        }
        if (rank == 0) {
            System.arraycopy(source, sourceStart, target, targetStart, 1);
        } else if (rank == 1 || total < PARALLEL_FROM) {
            cancellation.check();
            copy(0, source, sourceStart, target, targetStart);
        } else {
            int rows = (int) Math.max(1, PARALLEL_FROM * (long) sizes[0] / total);
            Work.inBlocks(sizes[0], rows, cancellation, (from, to) -> {
                for (int i = from; i < to; i++) {
                    copy(1, source, sourceStart + i * sourceStrides[0], target, targetStart + i * targetStrides[0]);
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
