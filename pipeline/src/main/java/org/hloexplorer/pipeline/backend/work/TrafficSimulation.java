package org.hloexplorer.pipeline.backend.work;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.kernel.instrument.Trace;

/**
 * The traffic of each kernel between the levels of memory, by a trace of what a program touched.
 *
 * <p>The trace is gone through twice, and counted the second time: what is timed also finds the caches as the run before left
 * them.
 */
public final class TrafficSimulation {
    private final List<CacheLevel> levels;
    private final Trace trace;
    private final int leftOut;
    private final CacheSimulation caches;
    private final double[][] reads;
    private final double[][] writes;

    private TrafficSimulation(List<CacheLevel> levels, Trace trace, int kernels) {
        this.levels = levels;
        this.trace = trace;
        this.leftOut = Long.bitCount(trace.mask());
        this.caches = new CacheSimulation(levels, leftOut);
        this.reads = new double[kernels][levels.size()];
        this.writes = new double[kernels][levels.size()];
    }

    /**
     * Traffic beyond the nearest level, by the number of a kernel in the trace: that with L2, and so on to DRAM.
     *
     * @param levels from the nearest to the farthest
     */
    public static List<List<LevelTraffic>> of(List<CacheLevel> levels, Trace trace, int kernels) {
        return new TrafficSimulation(levels, trace, kernels).run();
    }

    private List<List<LevelTraffic>> run() {
        for (int round = 0; round < 2; round++) {
            boolean isCounted = round == 1;
            caches.clear();
            var pass = new Pass(isCounted);
            trace.replay(pass);
            pass.ended();
        }
        List<List<LevelTraffic>> all = new ArrayList<>();
        for (int kernel = 0; kernel < reads.length; kernel++) {
            List<LevelTraffic> traffic = new ArrayList<>();
            for (int level = 0; level < levels.size(); level++) {
                var next = level + 1 < levels.size() ? levels.get(level + 1).name() : "DRAM";
                traffic.add(new LevelTraffic(next, reads[kernel][level], writes[kernel][level]));
            }
            all.add(traffic);
        }
        return all;
    }

    /** Goes through the trace once, and credits what it costs to the kernel that runs. */
    private final class Pass implements Trace.Listener {
        private final boolean isCounted;
        private int current = -1;

        Pass(boolean isCounted) {
            this.isCounted = isCounted;
        }

        @Override
        public void began(int kernel) {
            ended();
            current = kernel;
        }

        @Override
        public void touched(long line, boolean isWrite) {
            caches.touch(line, isWrite);
        }

        void ended() {
            if (isCounted && current >= 0) {
                double line = (double) CacheLevel.LINE * (1L << leftOut);
                for (int level = 0; level < levels.size(); level++) {
                    reads[current][level] += line * caches.fetched().get(level);
                    writes[current][level] += line * caches.writtenBack().get(level);
                }
            }
            caches.clear();
        }
    }
}
