package org.hloexplorer.pipeline.backend.cpu;

import java.util.Locale;
import org.hloexplorer.pipeline.llvm.Target;

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

    /** Lines that are written, all of them, are fetched before; the nearest level has them. */
    private static final String NEAREST = "L1";

    /**
     * The value with what the processor fetches because it is about to be written: bytes that pass between this level and the
     * nearer ones, as simulated traffic counts them.
     */
    public double traffic() {
        return isFetching() ? value * kind.fetched : value;
    }

    /** Whether the traffic is more than the value. */
    public boolean isFetching() {
        return kind.fetched > 1 && !level.equals(NEAREST);
    }

    /** What is limited. */
    public enum Kind {
        FMA_F32_VECTOR("GFLOP/s", 1),
        FMA_F64_VECTOR("GFLOP/s", 1),
        FMA_F32_SCALAR("GFLOP/s", 1),
        /** A multiplication and an addition, as code has them that must round in between. */
        NO_FMA_F32_VECTOR("GFLOP/s", 1),
        NO_FMA_F32_SCALAR("GFLOP/s", 1),
        /** Products of pairs of bf16 added to f32, in one instruction. */
        DOT_BF16_VECTOR("GFLOP/s", 1),
        READ("GB/s", 1),
        WRITE("GB/s", 2),
        /** One array read, one written. */
        COPY("GB/s", 3.0 / 2),
        /** Two arrays read, one written, as STREAM counts it: what a write fetches first is not counted. */
        TRIAD("GB/s", 4.0 / 3);

        private final String unit;

        /** Traffic by bytes that the kernel reads and writes. */
        private final double fetched;

        Kind(String unit, double fetched) {
            this.unit = unit;
            this.fetched = fetched;
        }

        public String unit() {
            return unit;
        }

        /** Bytes that pass between the processor and a far memory for each byte that the kernel reads or writes. */
        public double fetched() {
            return fetched;
        }

        /** Whether the processor has what is measured. */
        boolean isOn(Target target) {
            return this != DOT_BF16_VECTOR || target.has("avx512bf16");
        }

        /** What a kernel of this kind does, for people: {@code FMA f32 vector}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("fma", "FMA");
        }

        public boolean isBandwidth() {
            return unit.equals("GB/s");
        }
    }
}
