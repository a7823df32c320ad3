package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/**
 * An event that Linux counts for a thread, as {@code perf_event_open} wants it described.
 *
 * @param type of the event: {@code PERF_TYPE_…}
 * @param config which of that type
 * @param text what it is, in words
 */
record PerfEvent(int type, long config, String text) {
    private static final int HARDWARE = 0;
    private static final int HARDWARE_CACHE = 3;
    private static final int CACHE_MISSES = 3;
    private static final int LAST_LEVEL = 2;
    private static final int READ = 0;
    private static final int MISS = 1;

    /** {@code exclude_kernel} and {@code exclude_hv}: what a kernel of ours does, and what needs the least permission. */
    private static final long OURS_ALONE = 1 << 5 | 1 << 6;

    /** The part of {@code struct perf_event_attr} that every version of Linux knows: {@code PERF_ATTR_SIZE_VER0}. */
    static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_INT.withName("type"),
            JAVA_INT.withName("size"),
            JAVA_LONG.withName("config"),
            JAVA_LONG.withName("sample_period"),
            JAVA_LONG.withName("sample_type"),
            JAVA_LONG.withName("read_format"),
            JAVA_LONG.withName("flags"),
            JAVA_INT.withName("wakeup_events"),
            JAVA_INT.withName("bp_type"),
            JAVA_LONG.withName("config1"));

    /** Loads that the last cache did not have; not every processor tells. */
    static final PerfEvent LAST_LEVEL_MISSES = new PerfEvent(
            HARDWARE_CACHE, LAST_LEVEL | READ << 8 | MISS << 16, "loads that missed the last cache (LLC-load-misses)");

    /** What Linux calls misses of the cache. */
    static final PerfEvent MISSES = new PerfEvent(
            HARDWARE,
            CACHE_MISSES,
            "cache-misses, as Linux defines them for this processor: of the last cache, on AMD of L2");

    /** The description in memory. */
    MemorySegment in(Arena arena) {
        var attributes = arena.allocate(LAYOUT);
        set(attributes, "type", type);
        set(attributes, "size", (int) LAYOUT.byteSize());
        attributes.set(JAVA_LONG, offset("config"), config);
        attributes.set(JAVA_LONG, offset("flags"), OURS_ALONE);
        return attributes;
    }

    private static void set(MemorySegment attributes, String field, int value) {
        attributes.set(JAVA_INT, offset(field), value);
    }

    static long offset(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
