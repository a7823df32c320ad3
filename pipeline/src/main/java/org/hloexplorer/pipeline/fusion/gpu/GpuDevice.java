package org.hloexplorer.pipeline.fusion.gpu;

import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.Option;

/**
 * The figures of a GPU that decide about fusion. XLA ships them for each device in {@code
 * backends/gpu/target_config/specs}; these are its.
 *
 * @param cores streaming multiprocessors, or compute units
 * @param fpusPerCore single-precision units of each
 * @param bytesPerSecond bandwidth of the device memory
 * @param sharedBytesPerBlock shared memory that a block gets without asking for more
 * @param transactionBytes what a core moves per clock at most
 */
public record GpuDevice(
        String name,
        int cores,
        int fpusPerCore,
        double clockGhz,
        double bytesPerSecond,
        long l2Bytes,
        long sharedBytesPerBlock,
        int transactionBytes) {

    private static final GpuDevice H100 = new GpuDevice("H100", 132, 128, 1.98, 3352.32e9, 52_428_800, 49_152, 32);

    public static final List<GpuDevice> ALL = List.of(
            new GpuDevice("V100", 80, 64, 1.53, 898.048e9, 6_291_456, 49_152, 32),
            new GpuDevice("A100", 108, 64, 1.41, 2039.04e9, 41_943_040, 49_152, 32),
            H100,
            new GpuDevice("H200", 132, 128, 1.98, 4800e9, 52_428_800, 49_152, 32),
            new GpuDevice("B200", 148, 128, 1.965, 7672.32e9, 132_644_864, 49_152, 32),
            new GpuDevice("MI350", 256, 128, 2.2, 6810e9, 4_194_304, 163_840, 16));

    /** The GPU that fusion is decided for. */
    public static final Option<GpuDevice> OPTION = new Option<>(
            "gpu.device", H100, GpuDevice::named, "the GPU whose figures decide about fusion: %s".formatted(names()));

    /** Conservative, as XLA has it: what surely stays in the first cache of a core, whatever else runs there. */
    private static final long L1_BYTES_PER_CORE = 2 * 1024;

    private static final int FLOPS_PER_FMA = 2;

    static final int THREADS_PER_CORE = 2048;
    static final int WARP = 32;

    private static GpuDevice named(String name) {
        return ALL.stream()
                .filter(each -> each.name.equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("gpu.device is one of %s, not '%s'".formatted(names(), name)));
    }

    private static String names() {
        return ALL.stream().map(GpuDevice::name).collect(Collectors.joining(", "));
    }

    long l1Bytes() {
        return L1_BYTES_PER_CORE * cores;
    }

    /** What so many blocks can move: each is on one core, which moves so much per clock. */
    double bytesPerSecond(long blocks, double bandwidth) {
        return Math.min(bandwidth, blocks * clockGhz * 1e9 * transactionBytes);
    }

    /** Operations per microsecond that so many blocks of so many threads get. */
    double flopsPerMicro(long blocks, long threadsPerBlock) {
        long units = Math.min(blocks, cores) * Math.min(threadsPerBlock, fpusPerCore);
        return clockGhz * 1e3 * FLOPS_PER_FMA * units;
    }

    @Override
    public String toString() {
        return name;
    }
}
