package org.hloexplorer.tpu.view;

/** The cycles that the timeline shows, {@code from} up to but without {@code to}. */
record TimeRange(long from, long to) {
    /** Fewer cycles are not shown, so that each has room for a value. */
    private static final long FEWEST = 8;

    TimeRange {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("no cycle lies between %d and %d".formatted(from, to));
        }
    }

    static TimeRange all(long cycles) {
        return new TimeRange(0, Math.max(1, cycles));
    }

    long cycles() {
        return to - from;
    }

    /** Fewer cycles, or more, with {@code about} staying where it is. */
    TimeRange zoomed(double factor, long about, long total) {
        long wanted = Math.clamp(Math.round(cycles() * factor), Math.min(FEWEST, total), Math.max(1, total));
        double share = (double) (about - from) / cycles();
        return at(Math.round(about - share * wanted), wanted, total);
    }

    /** Earlier or later cycles, as far as there are any. */
    TimeRange moved(long by, long total) {
        return at(from + by, cycles(), total);
    }

    /** The range itself where it shows the cycle, otherwise one that begins, or ends, a little beside it. */
    TimeRange following(long cycle, long total) {
        if (cycle >= from && cycle <= to) {
            return this;
        }
        long aside = cycles() / 10;
        return at(cycle > to ? cycle - aside : cycle - cycles() + aside, cycles(), total);
    }

    private static TimeRange at(long from, long length, long total) {
        long end = Math.max(1, total);
        long kept = Math.min(length, end);
        long start = Math.clamp(from, 0, end - kept);
        return new TimeRange(start, start + kept);
    }
}
