package org.hloexplorer.pipeline.kernel.instrument;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The lines of memory that a run touched, in order, as the kernels left them; of a large run only a part of the lines.
 *
 * <p>Lies in a buffer of s64: the number of records kept, a mask, the number of touches seen, the room for records, then the
 * records. A record is a kernel's number less a great deal, or a line and whether it was written. Only lines of which the
 * mask's bits are 0 are kept.
 */
public final class Trace {
    /** Elements before the records. */
    public static final long HEADER = 4;

    /** Bytes of a line, as a power of two. */
    public static final int LINE_BITS = 6;

    /** Where the number of records is. */
    public static final long POSITION = 0;

    /** Where the mask is. */
    public static final long MASK = 1;

    /** Where the number of touches is, kept or not. */
    public static final long SEEN = 2;

    /** Where the room for records is. */
    public static final long ROOM = 3;

    private final MemorySegment memory;

    /** @param memory the buffer's bytes */
    public Trace(MemorySegment memory) {
        this.memory = memory;
    }

    /** Told what happened, in order. */
    public interface Listener {

        /** A kernel begins. */
        void began(int kernel);

        /** A line was read or written: its address divided by the size of a line. */
        void touched(long line, boolean isWrite);
    }

    /** The bytes of a buffer that no run has written yet. */
    static List<Long> header(long mask, long records) {
        return List.of(0L, mask, 0L, records);
    }

    /** What stands for a kernel's beginning. */
    static long announcement(int kernel) {
        return -1L - kernel;
    }

    private long element(long index) {
        return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, index * Long.BYTES);
    }

    public long records() {
        return element(POSITION);
    }

    public long mask() {
        return element(MASK);
    }

    /** Touches in all, those of lines that are left out included. */
    public long seen() {
        return element(SEEN);
    }

    /** Whether it ended before the run did. */
    public boolean isFull() {
        return records() >= element(ROOM);
    }

    /** Goes through it. */
    public void replay(Listener listener) {
        long records = records();
        for (long i = 0; i < records; i++) {
            long record = element(HEADER + i);
            if (record < 0) {
                listener.began((int) (-1 - record));
            } else {
                listener.touched(record >>> 1, (record & 1) != 0);
            }
        }
    }
}
