package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * What a product cost on one matrix unit, counted from its tiles.
 *
 * @param cycles from the first weight to the last sum
 * @param usefulMacs multiplications the result needs
 * @param paddedMacs multiplications that cells did, padding included
 * @param activationReads elements of X read into the array; once per block of columns
 * @param weightReads elements of W read into the array, without padding
 * @param accumulatorWrites sums that left the array, without padding; once per block of K
 * @param resultWrites elements of the result
 * @param weightBytes bytes of weight tiles moved, padding included
 * @param cells cells of the array
 */
public record Counters(
        long cycles,
        long usefulMacs,
        long paddedMacs,
        long activationReads,
        long weightReads,
        long accumulatorWrites,
        long resultWrites,
        long weightBytes,
        long cells) {

    /** Counts tile by tile. */
    public static Counters of(TilePlan plan, TileSchedule schedule, TpuConfig config) {
        long activationReads = 0;
        long weightReads = 0;
        long accumulatorWrites = 0;
        long resultWrites = 0;
        for (int i = 0; i < plan.folds(); i++) {
            var tile = plan.tile(i);
            long outputs = (long) plan.mCount() * tile.nCount();
            activationReads += (long) plan.mCount() * tile.kCount();
            weightReads += (long) tile.kCount() * tile.nCount();
            accumulatorWrites += outputs;
            resultWrites += tile.rowFold() == 0 ? outputs : 0;
        }
        return new Counters(
                schedule.cycles(),
                plan.usefulMacs(),
                plan.paddedMacs(),
                activationReads,
                weightReads,
                accumulatorWrites,
                resultWrites,
                plan.folds() * config.tileBytes(),
                (long) config.rows() * config.cols());
    }

    /** The part of all cells' cycles that went into useful multiplications, 0 to 1. */
    public double utilization() {
        return (double) usefulMacs / ((double) cycles * cells);
    }

    /** The part of the cells that held weights and not padding, averaged over the tiles, 0 to 1. */
    public double mappingEfficiency() {
        return (double) usefulMacs / paddedMacs;
    }
}
