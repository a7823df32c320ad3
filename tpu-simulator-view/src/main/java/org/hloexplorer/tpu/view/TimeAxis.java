package org.hloexplorer.tpu.view;

/**
 * Cycles from left to right, behind a column for names: the timeline's all of them, the waveforms' often fewer.
 *
 * @param width of the cycles in pixels, names and margins left out
 */
record TimeAxis(TimeRange range, int width) {
    static final double LEFT = 84;
    static final double RIGHT = 8;

    static TimeAxis of(TimeRange range, double regionWidth) {
        return new TimeAxis(range, (int) (regionWidth - LEFT - RIGHT));
    }

    /** Whether there is room for anything. */
    boolean isVisible() {
        return width >= 10;
    }

    double x(long cycle) {
        return LEFT + (double) (cycle - range.from()) / range.cycles() * width;
    }

    /** Where a cycle lies, or the nearest edge. */
    double inside(long cycle) {
        return Math.clamp(x(cycle), LEFT, LEFT + width);
    }

    double right() {
        return LEFT + width;
    }

    /** Pixels of a cycle. */
    double perCycle() {
        return (double) width / range.cycles();
    }

    /** The cycle under a place; beyond the edges the first or the one after the last. */
    long cycleAt(double x) {
        double share = Math.clamp((x - LEFT) / width, 0, 1);
        return Math.min(range.to(), range.from() + (long) (share * range.cycles()));
    }
}
