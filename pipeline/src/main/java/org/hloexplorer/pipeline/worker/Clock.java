package org.hloexplorer.pipeline.worker;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What steps are timed by, in nanoseconds. */
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
    };

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    abstract long now();
}
