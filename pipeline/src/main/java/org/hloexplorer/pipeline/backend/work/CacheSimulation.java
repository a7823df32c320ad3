package org.hloexplorer.pipeline.backend.work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Caches one behind the other, as a stream of touched lines leaves them.
 *
 * <p>Sets of lines with the one used longest ago going first; what is written is fetched first and written back when it
 * goes. No line is fetched before it is asked for.
 */
public final class CacheSimulation {
    private final List<Cache> caches = new ArrayList<>();

    /**
     * Empty caches.
     *
     * @param levels from the nearest to the farthest
     * @param leftOut the power of two of lines of which one is simulated: those of every so many sets
     */
    public CacheSimulation(List<CacheLevel> levels, int leftOut) {
        for (var level : levels) {
            caches.add(new Cache(level, leftOut));
        }
    }

    /** Reads or writes a line; {@code line} is its address divided by 64. */
    public void touch(long line, boolean isWrite) {
        touch(0, line, isWrite);
    }

    private void touch(int level, long line, boolean isWrite) {
        if (level == caches.size()) {
            return;
        }
        var cache = caches.get(level);
        if (cache.find(line, isWrite)) {
            return;
        }
        cache.fetched++;
        touch(level + 1, line, false);
        long evicted = cache.place(line, isWrite);
        if (evicted != Cache.NOTHING) {
            cache.writtenBack++;
            writeBack(level + 1, evicted);
        }
    }

    /** A line that goes is whole, so that the next level takes it without fetching. */
    private void writeBack(int level, long line) {
        if (level == caches.size()) {
            return;
        }
        var cache = caches.get(level);
        if (!cache.find(line, true)) {
            long evicted = cache.place(line, true);
            if (evicted != Cache.NOTHING) {
                cache.writtenBack++;
                writeBack(level + 1, evicted);
            }
        }
    }

    /** Lines that each level fetched from the next one, from the nearest level on, since the last call of {@link #clear}. */
    public List<Long> fetched() {
        return caches.stream().map(each -> each.fetched).toList();
    }

    /** Lines that each level wrote back to the next one. */
    public List<Long> writtenBack() {
        return caches.stream().map(each -> each.writtenBack).toList();
    }

    /** Counts from zero again; what the caches hold stays. */
    public void clear() {
        for (var cache : caches) {
            cache.fetched = 0;
            cache.writtenBack = 0;
        }
    }

    /** One level. The lines of a set lie side by side, the one used last first. */
    private static final class Cache {
        static final long NOTHING = -1;

        private final int ways;
        private final int leftOut;
        private final long mask;

        /** Lines, each less one bit for whether it was written; {@link #NOTHING} where there is none. */
        private final long[] lines;

        long fetched;
        long writtenBack;

        Cache(CacheLevel level, int leftOut) {
            long sets = Math.max(1, level.sets() >> leftOut);
            this.leftOut = leftOut;
            this.ways = level.ways();
            this.mask = sets - 1;
            this.lines = new long[Math.toIntExact(sets * ways)];
            Arrays.fill(lines, NOTHING);
        }

        private int first(long line) {
            return (int) ((line >> leftOut) & mask) * ways;
        }

        /** Whether the line is there; if so it is the one used last. */
        boolean find(long line, boolean isWrite) {
            int first = first(line);
            for (int i = first; i < first + ways; i++) {
                long entry = lines[i];
                if (entry != NOTHING && entry >> 1 == line) {
                    System.arraycopy(lines, first, lines, first + 1, i - first);
                    lines[first] = isWrite ? entry | 1 : entry;
                    return true;
                }
            }
            return false;
        }

        /** Puts a line in; gives the one that goes for it if that was written, else {@link #NOTHING}. */
        long place(long line, boolean isWrite) {
            int first = first(line);
            long last = lines[first + ways - 1];
            System.arraycopy(lines, first, lines, first + 1, ways - 1);
            lines[first] = line << 1 | (isWrite ? 1 : 0);
            return last != NOTHING && (last & 1) != 0 ? last >> 1 : NOTHING;
        }
    }
}
