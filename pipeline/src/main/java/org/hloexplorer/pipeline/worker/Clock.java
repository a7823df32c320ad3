package org.hloexplorer.pipeline.worker;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What steps are timed by, in nanoseconds, or counted by. */
public enum Clock {
    /** What passes, whoever runs. */
    WALL {
        @Override
        long now() {
            return System.nanoTime();
        }
    },

    /**
     * What the calling thread had of a processor: what the system gives to other programs in between is left out. Reading it
     * takes a call of the system, so that it suits steps of many microseconds, on one thread.
     */
    PROCESSOR {
        @Override
        long now() {
            return THREADS.getCurrentThreadCpuTime();
        }
    },

    /**
     * No clock but a counter: lines that the calling thread fetched past its caches. Only one thread uses it, the worker's.
     * Where the system opens no such counter, reading it throws an {@link IllegalStateException} that says why.
     */
    LINES_MISSED {
        @Override
        long now() {
            return switch (Missed.COUNTER) {
                case HardwareCounter.Counting counter -> counter.read();
                case HardwareCounter.Absent(var reason) -> throw new IllegalStateException(reason);
            };
        }

        @Override
        String text() {
            return switch (Missed.COUNTER) {
                case HardwareCounter.Counting counter -> counter.event().text();
                case HardwareCounter.Absent(var reason) -> reason;
            };
        }
    };

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    abstract long now();

    /** What it reads, in words, where that depends on the machine. */
    String text() {
        return "";
    }

    /** Opened by the thread that counts, when it first does. */
    private static final class Missed {
        static final HardwareCounter COUNTER = HardwareCounter.open();
    }
}
