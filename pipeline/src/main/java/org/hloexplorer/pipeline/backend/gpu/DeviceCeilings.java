package org.hloexplorer.pipeline.backend.gpu;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.pipeline.worker.DeviceImage;
import org.hloexplorer.pipeline.worker.DeviceSource;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.ProgramImage.DeviceLaunch;
import org.hloexplorer.pipeline.worker.ProgramImage.Room;
import org.hloexplorer.pipeline.worker.RunOptions;
import org.hloexplorer.pipeline.worker.Sample;
import org.hloexplorer.pipeline.worker.Worker;

/**
 * What a device was seen to reach, in bytes and in f32 operations a second: the best of some launches of kernels that do
 * nothing but read and write, or multiply and add.
 */
record DeviceCeilings(double bytesPerSecond, double flopsPerSecond) {
    private static final long ELEMENTS = 1 << 26;

    /** Reads and writes 256 MiB each, more than any cache holds. */
    static final String BANDWIDTH = """
            HloModule bandwidth
            ENTRY main {
              x = f32[%1$d] parameter(0)
              ROOT y = f32[%1$d] add(x, x)
            }
            """.formatted(ELEMENTS);

    private static final int GROUPS = 4096;
    private static final int ITEMS = 256;
    private static final int CHAINS = 8;
    private static final int ROUNDS = 256;
    private static final int UNROLLED = 8;

    /** Of one launch of the arithmetic kernel. */
    static final double FLOPS = 2.0 * GROUPS * ITEMS * CHAINS * ROUNDS * UNROLLED;

    private static final long ARRAY = ELEMENTS * Float.BYTES;
    private static final RunOptions OPTIONS = new RunOptions(3, 10, 1);
    private static final Limit LIMIT = Limit.of(Duration.ofSeconds(30));

    static DeviceCeilings measure(Worker worker, int device, KernelSource copying, long groups, long groupSize) {
        var copy = new DeviceLaunch(
                copying.name(),
                copying.symbol(),
                List.of(new Room(0, ARRAY), new Room(ARRAY, ARRAY)),
                groups,
                groupSize,
                0);
        double copied = best(worker, device, copying, copy, 2 * ARRAY);
        return new DeviceCeilings(
                2 * ARRAY / copied, FLOPS / (peak(worker, device).minimum() / 1e9));
    }

    /** Times of {@link #FLOPS} operations. */
    static Sample peak(Worker worker, int device) {
        var arithmetic = new KernelSource("peak", "peak", peak());
        var launch = new DeviceLaunch(
                "peak", "peak", List.of(new Room(0, GROUPS * ITEMS * (long) Float.BYTES)), GROUPS, ITEMS, 0);
        return times(worker, device, arithmetic, launch, GROUPS * ITEMS * (long) Float.BYTES);
    }

    /** In seconds. */
    private static double best(Worker worker, int device, KernelSource kernel, DeviceLaunch launch, long memory) {
        return times(worker, device, kernel, launch, memory).minimum() / 1e9;
    }

    private static Sample times(Worker worker, int device, KernelSource kernel, DeviceLaunch launch, long memory) {
        var source = new DeviceSource(device, "", List.of(kernel), "");
        try (var program = worker.program(new DeviceImage(source, memory, List.of(launch)), List.of())) {
            var times = program.run(List.of(), 0, 1, List.of(), OPTIONS, LIMIT);
            return times.units().getFirst();
        }
    }

    /** Chains of fused multiply-adds that do not depend on one another. */
    static String peak() {
        var step = each("    fma.rn.f32 %%f%1$d, %%f%1$d, %%f10, %%f11;");
        return """
                .version 7.0
                .target sm_70
                .address_size 64
                .visible .entry peak(.param .u64 out)
                {
                    .reg .f32 %%f<12>;
                    .reg .b32 %%r<5>;
                    .reg .b64 %%rd<4>;
                    .reg .pred %%p<2>;
                    ld.param.u64 %%rd1, [out];
                    mov.u32 %%r1, %%ctaid.x;
                    mov.u32 %%r2, %%tid.x;
                    mad.lo.s32 %%r3, %%r1, %1$d, %%r2;
                    cvt.rn.f32.s32 %%f10, %%r2;
                    mov.f32 %%f11, 0f3F000000;
                %2$s
                    mov.u32 %%r4, 0;
                again:
                %3$s
                    add.s32 %%r4, %%r4, 1;
                    setp.lt.s32 %%p1, %%r4, %4$d;
                    @%%p1 bra again;
                %5$s
                    mul.wide.s32 %%rd2, %%r3, 4;
                    cvta.to.global.u64 %%rd1, %%rd1;
                    add.s64 %%rd3, %%rd1, %%rd2;
                    st.global.f32 [%%rd3], %%f0;
                    ret;
                }
                """.formatted(
                        ITEMS,
                        each("    mov.f32 %%f%1$d, %%f10;"),
                        IntStream.range(0, UNROLLED).mapToObj(_ -> step).collect(Collectors.joining("\n")),
                        ROUNDS,
                        IntStream.range(1, CHAINS)
                                .mapToObj(i -> "    add.f32 %%f0, %%f0, %%f%d;".formatted(i))
                                .collect(Collectors.joining("\n")));
    }

    private static String each(String format) {
        return IntStream.range(0, CHAINS).mapToObj(format::formatted).collect(Collectors.joining("\n"));
    }
}
