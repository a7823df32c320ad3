package org.hloexplorer.pipeline.backend.work;

/**
 * A data cache as it is simulated: sets of lines of 64 bytes, of which the one used longest ago goes first.
 *
 * @param name such as {@code L1}
 * @param ways lines of a set
 */
public record CacheLevel(String name, long bytes, int ways) {
    /** Bytes of a line. */
    public static final int LINE = 64;

    public CacheLevel {
        if (ways < 1 || bytes < (long) LINE * ways) {
            throw new IllegalArgumentException("a cache of %d bytes has no set of %d lines".formatted(bytes, ways));
        }
    }

    /** How many sets there are; a power of two, so that the low bits of a line's number choose one. */
    public long sets() {
        return Long.highestOneBit(bytes / LINE / ways);
    }

    @Override
    public String toString() {
        return "%s of %s, %d ways".formatted(name, size(), ways);
    }

    private String size() {
        return bytes >= 1 << 20 ? "%d MiB".formatted(bytes >> 20) : "%d KiB".formatted(bytes >> 10);
    }
}
