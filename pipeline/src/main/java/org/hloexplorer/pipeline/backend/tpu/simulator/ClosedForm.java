package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * The total number of cycles as a formula of the sizes, to set beside the simulated total.
 *
 * @param cycles what the formula gives
 * @param formula the formula in F (tiles), M (rows of X), R and C (the array's sides), and in fifo mode a (cycles per tile)
 */
public record ClosedForm(long cycles, String formula) {

    /** For {@code folds} tiles through each of which {@code m} rows stream. */
    public static ClosedForm of(long folds, long m, TpuConfig config) {
        long r = config.rows();
        long c = config.cols();
        return switch (config.timing()) {
            case DOUBLE_BUFFERED ->
                new ClosedForm(r + (folds - 1) * Math.max(m, r) + m + r + c - 2, "R + (F-1)·max(M, R) + M + R + C - 2");
            case NO_SKEW ->
                new ClosedForm(
                        r + (folds - 1) * Math.max(m, r + c - 1) + m + r + c - 2,
                        "R + (F-1)·max(M, R+C-1) + M + R + C - 2");
            case SCALESIM -> new ClosedForm(folds * (2 * r + c + m - 2), "F·(2R + C + M - 2)");
            case FIFO -> fifo(folds, m, config);
        };
    }

    /** For the tiles of a plan. */
    public static ClosedForm of(TilePlan plan, TpuConfig config) {
        return of(plan.folds(), plan.mCount(), config);
    }

    /**
     * Either the memory is the bottleneck all the way or, from the first tile on, the array is: every path through the
     * dependencies that changes sides in between is at most as long as the longer of these two. With a single slot each
     * transfer starts with the shift of the tile before, at a whole cycle, and so takes whole cycles.
     */
    private static ClosedForm fifo(long folds, long m, TpuConfig config) {
        long r = config.rows();
        var rate = config.rate().orElseThrow();
        long perCycle = rate.ticksPerCycle(config.tileBytes());
        long ticks = rate.ticks(config.tileBytes());
        long perTile = config.fifoDepth() == 1 ? Math.ceilDiv(ticks, perCycle) * perCycle : ticks;
        long memoryBound = Math.ceilDiv(Math.multiplyExact(folds, perTile), perCycle);
        long arrayBound = Math.ceilDiv(perTile, perCycle) + (folds - 1) * Math.max(m, r);
        return new ClosedForm(
                Math.max(memoryBound, arrayBound) + r + m + r + config.cols() - 2,
                "⌈max(F·a, a + (F-1)·max(M, R))⌉ + 2R + M + C - 2");
    }
}
