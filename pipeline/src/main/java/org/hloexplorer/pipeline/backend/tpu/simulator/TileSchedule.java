package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.Arrays;

/**
 * When each tile of a plan arrives, shifts in, and starts: three times per tile, from which every cell's state in every
 * cycle follows.
 *
 * <p>Computed tile by tile from what the tile waits for, never from a formula for the total: {@link ClosedForm} is that,
 * and the two are compared.
 */
public final class TileSchedule {
    private final int mCount;
    private final int rows;
    private final int cols;
    private final TimingMode timing;
    private final long[] arrivals;
    private final long[] shifts;
    private final long[] starts;

    private TileSchedule(
            int mCount, int rows, int cols, TimingMode timing, long[] arrivals, long[] shifts, long[] starts) {
        this.mCount = mCount;
        this.rows = rows;
        this.cols = cols;
        this.timing = timing;
        this.arrivals = arrivals;
        this.shifts = shifts;
        this.starts = starts;
        checkShadowRegisters();
    }

    /** The schedule of a plan, as early as dependencies and resources allow. */
    public static TileSchedule of(TilePlan plan, TpuConfig config) {
        return of(plan.folds(), plan.mCount(), config);
    }

    /** The schedule of {@code folds} tiles through each of which {@code mCount} rows stream. */
    public static TileSchedule of(int folds, int mCount, TpuConfig config) {
        long[] shifts = new long[folds];
        long[] starts = new long[folds];
        long[] arrivals = new long[folds];
        switch (config.timing()) {
            case DOUBLE_BUFFERED, NO_SKEW -> followWave(shifts, starts, mCount, config);
            case SCALESIM -> followDrain(shifts, starts, mCount, config);
            case FIFO -> followArrivals(arrivals, shifts, starts, mCount, config);
        }
        return new TileSchedule(mCount, config.rows(), config.cols(), config.timing(), arrivals, shifts, starts);
    }

    /** A schedule of given times. Refuses one that would overwrite weights before they are taken. */
    static TileSchedule given(long[] shifts, long[] starts, int mCount, TpuConfig config) {
        return new TileSchedule(
                mCount, config.rows(), config.cols(), config.timing(), new long[shifts.length], shifts, starts);
    }

    /** A tile may shift in once the previous one has been taken by row 0 of the last column that loads with it. */
    private static void followWave(long[] shifts, long[] starts, int mCount, TpuConfig config) {
        int lastColumn = lastColumnThatLoadsAlong(config.timing(), config.cols());
        for (int i = 0; i < starts.length; i++) {
            shifts[i] = i == 0 ? 0 : starts[i - 1] + lastColumn;
            long arrayFree = i == 0 ? 0 : starts[i - 1] + mCount;
            starts[i] = Math.max(shifts[i] + config.rows(), arrayFree);
        }
    }

    private static void followDrain(long[] shifts, long[] starts, int mCount, TpuConfig config) {
        long drained = 0;
        for (int i = 0; i < starts.length; i++) {
            shifts[i] = drained;
            starts[i] = shifts[i] + config.rows();
            drained = starts[i] + mCount + config.rows() + config.cols() - 2;
        }
    }

    /**
     * A transfer starts when the previous one has ended and the queue has a slot; a slot is free once its tile begins
     * to shift in. Transfers end at fractions of a cycle, shifting starts at the next whole one.
     */
    private static void followArrivals(long[] arrivals, long[] shifts, long[] starts, int mCount, TpuConfig config) {
        var rate = config.rate().orElseThrow();
        long perCycle = rate.ticksPerCycle(config.tileBytes());
        long perTile = rate.ticks(config.tileBytes());
        long arrivalTicks = 0;
        for (int i = 0; i < starts.length; i++) {
            long slotFree = i < config.fifoDepth() ? 0 : Math.multiplyExact(shifts[i - config.fifoDepth()], perCycle);
            arrivalTicks = Math.addExact(Math.max(arrivalTicks, slotFree), perTile);
            arrivals[i] = Math.ceilDiv(arrivalTicks, perCycle);
            shifts[i] = Math.max(arrivals[i], i == 0 ? 0 : starts[i - 1]);
            long arrayFree = i == 0 ? 0 : starts[i - 1] + mCount;
            starts[i] = Math.max(shifts[i] + config.rows(), arrayFree);
        }
    }

    private static int lastColumnThatLoadsAlong(TimingMode timing, int cols) {
        return timing.loadSkew() == 0 ? cols - 1 : 0;
    }

    private void checkShadowRegisters() {
        int lastColumn = lastColumnThatLoadsAlong(timing, cols);
        for (int i = 1; i < starts.length; i++) {
            long taken = timing.hasShadowRegister() ? starts[i - 1] + lastColumn : end(i - 1);
            if (shifts[i] < taken) {
                throw new IllegalArgumentException(
                        ("tile %d shifts in from cycle %d, but the array holds tile %d's weights only there until "
                                        + "cycle %d: they would be overwritten")
                                .formatted(i, shifts[i], i - 1, taken));
            }
        }
    }

    /** Number of tiles. */
    public int folds() {
        return starts.length;
    }

    /** Rows of X that stream through each tile. */
    public int mCount() {
        return mCount;
    }

    /** The cycle in which all of the tile's weights have arrived from memory; 0 where they are at hand. */
    public long arrival(int tile) {
        return arrivals[tile];
    }

    /** The cycle in which the tile's first weights enter column 0 from the top. */
    public long shift(int tile) {
        return shifts[tile];
    }

    /** The cycle in which the tile's first row of X enters row 0, column 0; the new weights are taken with it. */
    public long start(int tile) {
        return starts[tile];
    }

    /** The cycle after the tile's last output has left the last column. */
    public long end(int tile) {
        return starts[tile] + mCount + rows + cols - 2;
    }

    /** Cycles from the first push of weights, or the first byte of them, to the last output. */
    public long cycles() {
        return end(folds() - 1);
    }

    /** The last tile that starts in {@code cycle} or earlier, -1 before the first. */
    public int startedBy(long cycle) {
        return lastAtOrBefore(starts, cycle);
    }

    /** The last tile whose shift begins in {@code cycle} or earlier, -1 before the first. */
    public int shiftedBy(long cycle) {
        return lastAtOrBefore(shifts, cycle);
    }

    /** The last tile that has arrived in {@code cycle} or earlier, -1 before the first. */
    public int arrivedBy(long cycle) {
        return lastAtOrBefore(arrivals, cycle);
    }

    /** The last index whose value is at most {@code bound} in an ascending array; of equal ones the last. */
    private static int lastAtOrBefore(long[] ascending, long bound) {
        int found = Arrays.binarySearch(ascending, bound);
        if (found < 0) {
            return -found - 2;
        }
        while (found + 1 < ascending.length && ascending[found + 1] == bound) {
            found++;
        }
        return found;
    }
}
