package org.hloexplorer.pipeline.backend.cpu;

/**
 * The most this machine was seen to do of one thing.
 *
 * @param name such as {@code FMA f32 vector, 1 thread}
 * @param value of the best round, in units of {@link Kind#unit()}
 * @param spread distance of the quartiles of all rounds, relative to their median: how noisy the machine was
 * @param threads how many ran at once
 * @param workingSetBytes memory that each thread went over; 0 for arithmetic
 * @param level the cache that holds it, such as {@code L2}, or {@code DRAM}; empty for arithmetic
 * @param source how it was measured, in words
 */
public record Ceiling(
        String name,
        Kind kind,
        double value,
        double spread,
        int threads,
        long workingSetBytes,
        String level,
        String source) {

    /** What is limited. */
    public enum Kind {
        FMA_F32_VECTOR("GFLOP/s"),
        FMA_F64_VECTOR("GFLOP/s"),
        FMA_F32_SCALAR("GFLOP/s"),
        READ("GB/s"),
        WRITE("GB/s"),
        /** Two arrays read, one written, as STREAM counts it: what a write fetches first is not counted. */
        TRIAD("GB/s");

        private final String unit;

        Kind(String unit) {
            this.unit = unit;
        }

        public String unit() {
            return unit;
        }

        public boolean isBandwidth() {
            return unit.equals("GB/s");
        }
    }
}
