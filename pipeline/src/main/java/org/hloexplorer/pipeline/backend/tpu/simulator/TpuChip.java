package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.hloexplorer.pipeline.backend.tpu.simulator.OperandType.BF16;
import static org.hloexplorer.pipeline.backend.tpu.simulator.OperandType.INT8;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The generations of Google's TPU, as far as their makers describe them.
 *
 * <p>Peaks are taken from the sources, never from the count of cells times a clock: for v6e and v7x that product does not
 * fit any plausible clock, which is why those two have none here. Where sources disagree the note says so.
 */
public enum TpuChip {
    V1("v1", 2015, 700, 1, 1, 256, 92, INT8, 34, 24 << 20, Sources.PAPER, "91.75 TOPS by cells and clock"),
    V2("v2", 2017, 700, 2, 1, 128, 46, BF16, 700, 16 << 20, Sources.JAX, "JAX lists 716 GB/s"),
    V3("v3", 2018, 940, 2, 2, 128, 123, BF16, 900, 16 << 20, Sources.JAX, "JAX lists 140 TFLOPS, 825 GB/s"),
    V4("v4", 2021, 1050, 2, 4, 128, 275, BF16, 1228, 16 << 20, Sources.JAX, ""),
    V5E("v5e", 2023, 1500, 1, 4, 128, 197, BF16, 819, 128 << 20, Sources.CLOUD, "394 TOPS in int8"),
    V5P("v5p", 2023, 1750, 2, 4, 128, 459, BF16, 2765, 64 << 20, Sources.CLOUD, "JAX lists 2460 GB/s"),
    V6E("v6e", 2024, 0, 1, 2, 256, 918, BF16, 1638, 128 << 20, Sources.CLOUD, "1836 TOPS in int8"),
    V7X("v7x", 2025, 0, 2, 2, 256, 2307, BF16, 7380, 64 << 20, Sources.CLOUD, "4614 TFLOPS in fp8, no int8");

    /** Where the figures come from. */
    private static final class Sources {
        static final String PAPER = "Jouppi et al., ISCA 2017";
        static final String JAX = "JAX tpu_info.py";
        static final String CLOUD = "Google Cloud TPU documentation, JAX tpu_info.py";
    }

    private final String flag;
    private final int year;
    private final int clockMegahertz;
    private final int cores;
    private final int mxusPerCore;
    private final int dimension;
    private final double peakTeraOps;
    private final OperandType peakType;
    private final double gigabytesPerSecond;
    private final int vectorMemoryBytes;
    private final String source;
    private final String note;

    TpuChip(
            String flag,
            int year,
            int clockMegahertz,
            int cores,
            int mxusPerCore,
            int dimension,
            double peakTeraOps,
            OperandType peakType,
            double gigabytesPerSecond,
            int vectorMemoryBytes,
            String source,
            String note) {
        this.flag = flag;
        this.year = year;
        this.clockMegahertz = clockMegahertz;
        this.cores = cores;
        this.mxusPerCore = mxusPerCore;
        this.dimension = dimension;
        this.peakTeraOps = peakTeraOps;
        this.peakType = peakType;
        this.gigabytesPerSecond = gigabytesPerSecond;
        this.vectorMemoryBytes = vectorMemoryBytes;
        this.source = source;
        this.note = note;
    }

    /** The name on the command line. */
    public String flag() {
        return flag;
    }

    public int year() {
        return year;
    }

    /** Cycles per second, where a source states them. */
    public OptionalLong clockHertz() {
        return clockMegahertz == 0 ? OptionalLong.empty() : OptionalLong.of(clockMegahertz * 1_000_000L);
    }

    /** TensorCores on the chip. */
    public int cores() {
        return cores;
    }

    /** Matrix units on the chip, all cores together. */
    public int matrixUnits() {
        return cores * mxusPerCore;
    }

    /** Rows, and columns, of one matrix unit. */
    public int dimension() {
        return dimension;
    }

    /** Operations per second at best, a multiplication and an addition counted as two. */
    public double peakOperationsPerSecond() {
        return peakTeraOps * 1e12;
    }

    /** The type the peak is stated for. */
    public OperandType peakType() {
        return peakType;
    }

    /** Whether a source states a peak for operands of this type. */
    public boolean multiplies(OperandType type) {
        return switch (this) {
            case V1 -> type == INT8;
            case V2, V3, V4, V7X -> type == BF16;
            case V5E, V5P, V6E -> true;
        };
    }

    /** Bytes per second of the memory that holds the weights. */
    public long memoryBytesPerSecond() {
        return Math.round(gigabytesPerSecond * 1e9);
    }

    /** Size of the on-chip memory of one core: unified buffer on v1, VMEM later. */
    public int vectorMemoryBytes() {
        return vectorMemoryBytes;
    }

    /** Operations per byte at which the roof bends. */
    public double ridge() {
        return peakOperationsPerSecond() / memoryBytesPerSecond();
    }

    public String source() {
        return source;
    }

    /** What other sources say, or nothing. */
    public String note() {
        return note;
    }

    /** What is known of the chip and what is not, in sentences, with the sources. */
    public String description() {
        var text = String.format(
                Locale.ROOT,
                "%d × %dx%d on %d %s; %.0f T operations per second in %s, HBM or DRAM %.0f GB/s, %d MiB on chip per core. %s. Source: %s.",
                matrixUnits(),
                dimension,
                dimension,
                cores,
                cores == 1 ? "core" : "cores",
                peakTeraOps,
                peakType.name().toLowerCase(Locale.ROOT),
                gigabytesPerSecond,
                vectorMemoryBytes >> 20,
                clock(),
                source);
        return note.isEmpty() ? text : text + " " + note + ".";
    }

    private String clock() {
        double implied = peakTeraOps * 1e3 / (2.0 * matrixUnits() * dimension * dimension);
        return clockMegahertz == 0
                ? String.format(
                        Locale.ROOT,
                        "No clock is published, and none that is plausible fits peak and cells (%.1f GHz): cycles of the arrays are simulated, seconds and transfers are not",
                        implied)
                : String.format(
                        Locale.ROOT,
                        "%.2f GHz%s",
                        clockMegahertz / 1e3,
                        this == V5P ? ", as peak and cells imply" : "");
    }

    /** The chip with this {@link #flag()}. */
    public static Optional<TpuChip> ofFlag(String flag) {
        return Arrays.stream(values()).filter(chip -> chip.flag.equals(flag)).findFirst();
    }

    /** All flags, for messages. */
    public static String flags() {
        return Arrays.stream(values()).map(TpuChip::flag).collect(Collectors.joining(", "));
    }
}
