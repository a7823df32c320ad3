package org.hloexplorer.pipeline.backend.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.driver.GpuDevice;
import org.hloexplorer.pipeline.worker.DeviceImage;
import org.hloexplorer.pipeline.worker.DeviceSource;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.ProgramImage.DeviceLaunch;
import org.hloexplorer.pipeline.worker.ProgramImage.Room;
import org.hloexplorer.pipeline.worker.Sample;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * What a device can do at most, each figure by a small kernel that does nothing else, timed by the device's own clock.
 *
 * <p>Devices differ in what suits them: one with vectors of its own wants vectors in its language, one whose items run side by
 * side wants single numbers. Both are tried, and the higher counts.
 */
public record DeviceRoofs(DeviceDescription device, List<DeviceRoof> roofs) {
    private static final int ROUNDS = 15;
    private static final org.hloexplorer.pipeline.worker.RunOptions OPTIONS =
            new org.hloexplorer.pipeline.worker.RunOptions(3, ROUNDS, 1);

    /** Of floats, for kernels that compute. */
    private static final int ITEMS = 1 << 16;

    private static final int CHAINS = 8;
    private static final int STEPS = 1024;

    /** Floats of an array that no cache holds. */
    private static final long FAR = 16L << 20;

    /** Floats of all arrays together that a cache may hold, from the smallest on. */
    private static final List<Long> NEAR = List.of(256L << 10, 1L << 20);

    private static final int GROUP = 64;
    private static final List<Integer> WIDTHS = List.of(1, 16);

    public DeviceRoofs {
        roofs = List.copyOf(roofs);
    }

    /**
     * One limit.
     *
     * @param name such as {@code FMA f32} or {@code memory triad}
     * @param value flop/s, or byte/s
     * @param spread distance of the quartiles of all rounds, relative to their median
     * @param bytes that the arrays of the kernel took; 0 for arithmetic
     */
    public record DeviceRoof(
            String name, boolean isArithmetic, double value, double spread, long bytes, String source) {}

    /** Measures the device of this number, in a second or two. */
    public static DeviceRoofs measure(Worker worker, int number, Limit limit) throws BackendException {
        var backend = new GpuBackend(worker, number);
        var description = backend.device();
        try {
            var devices = worker.devices().devices();
            if (number >= devices.size()) {
                throw new BackendException(BackendException.Kind.DEVICE_MISSING, String.valueOf(description.missing()));
            }
            var roofs = switch (devices.get(number).api()) {
                case OPENCL -> new Measurement(worker, devices.get(number), limit).all();
                case CUDA -> ofNvidia(worker, backend, number, limit);
            };
            return new DeviceRoofs(description, roofs);
        } catch (WorkerException e) {
            throw Failures.backendException(e);
        }
    }

    /** By PTX for arithmetic, and a compiled addition of arrays for memory. */
    private static List<DeviceRoof> ofNvidia(Worker worker, GpuBackend backend, int number, Limit limit)
            throws BackendException {
        var module = HloParser.parseOrThrow(DeviceCeilings.BANDWIDTH);
        long bytes = 2 * module.entry().root().shape().bytes();
        var options = new RunOptions(ROUNDS, 1, limit.timeout());
        try (var executable = backend.compile(module, limit.cancellation())) {
            var timing = executable
                    .run(GeneratedInputs.of(module, 1), options, limit.cancellation())
                    .profile()
                    .kernels()
                    .getFirst()
                    .timing();
            var peak = DeviceCeilings.peak(worker, number);
            return List.of(
                    roof("FMA f32", true, DeviceCeilings.FLOPS, peak, 0, "PTX, 8 chains an item"),
                    new DeviceRoof(
                            "memory copy",
                            false,
                            bytes / (timing.minNanos() * 1e-9),
                            (timing.maxNanos() - timing.minNanos()) / timing.medianNanos(),
                            bytes,
                            source(timing.runs(), "one array read and one written, %,d MiB".formatted(bytes >> 20))));
        }
    }

    private static DeviceRoof roof(
            String name, boolean isArithmetic, double work, Sample sample, long bytes, String how) {
        return new DeviceRoof(
                name,
                isArithmetic,
                work / (sample.minimum() * 1e-9),
                sample.spread(),
                bytes,
                source(sample.nanoseconds().size(), how));
    }

    private static String source(int rounds, String how) {
        return "measured: best of %d rounds by the device's own clock, %s".formatted(rounds, how);
    }

    /** By OpenCL C. */
    private record Measurement(Worker worker, GpuDevice device, Limit limit) {

        List<DeviceRoof> all() {
            List<DeviceRoof> roofs = new ArrayList<>();
            roofs.add(best(WIDTHS.stream().map(this::peak).toList()));
            for (long floats : NEAR) {
                roofs.add(
                        best(WIDTHS.stream().map(width -> cache(width, floats)).toList()));
            }
            roofs.add(best(WIDTHS.stream().map(this::triad).toList()));
            return roofs;
        }

        private static DeviceRoof best(List<DeviceRoof> roofs) {
            return roofs.stream()
                    .max(Comparator.comparingDouble(DeviceRoof::value))
                    .orElseThrow();
        }

        private DeviceRoof peak(int width) {
            var type = type(width);
            var text = """
                    __kernel void peak(__global %1$s *out) {
                        %1$s s = (%1$s)(0.5f);
                        %1$s t = (%1$s)((float) get_global_id(0));
                    %2$s
                        for (int i = 0; i < %3$d; i++) {
                    %4$s
                        }
                        out[get_global_id(0)] = %5$s;
                    }
                    """.formatted(
                            type,
                            each("    %1$s a%2$d = (%1$s)(%2$d.0f);", type),
                            STEPS,
                            each("        a%2$d = fma(a%2$d, s, t);", type),
                            IntStream.range(0, CHAINS).mapToObj(i -> "a" + i).collect(Collectors.joining(" + ")));
            long items = ITEMS / width;
            var room = new Room(0, (long) ITEMS * Float.BYTES);
            var launch = launch("peak", List.of(room), items);
            double flops = 2.0 * CHAINS * STEPS * ITEMS;
            return roof(
                    "FMA f32",
                    true,
                    flops,
                    time(text, launch, room.bytes()),
                    0,
                    "%d chains of %s an item in OpenCL C".formatted(CHAINS, type));
        }

        private DeviceRoof triad(int width) {
            var type = type(width);
            var text = """
                    __kernel void triad(__global %1$s *a, __global const %1$s *b, __global const %1$s *c) {
                        size_t i = get_global_id(0);
                        a[i] = b[i] + 3.0f * c[i];
                    }
                    """.formatted(type);
            long bytes = FAR * Float.BYTES;
            var rooms = IntStream.range(0, 3)
                    .mapToObj(i -> new Room(i * bytes, bytes))
                    .toList();
            return roof(
                    "memory triad",
                    false,
                    3.0 * bytes,
                    time(text, launch("triad", rooms, FAR / width), 3 * bytes),
                    3 * bytes,
                    "two arrays read and one written as %s in OpenCL C, %,d MiB; lines fetched to be written are not counted"
                            .formatted(type, (3 * bytes) >> 20));
        }

        /** Each group goes over the same small array again and again. */
        private DeviceRoof cache(int width, long floats) {
            var type = type(width);
            long elements = floats / width;
            int passes = (int) Math.max(1, (8L << 20) / floats);
            var text = """
                    __kernel void near(__global %1$s *a, __global const %1$s *b) {
                        size_t i = get_global_id(0);
                        %1$s sum = (%1$s)(0.0f);
                        for (int pass = 0; pass < %2$d; pass++) {
                            sum += b[(i + pass * %3$dl) %% %4$dl];
                        }
                        a[i] = sum;
                    }
                    """.formatted(type, passes, elements / 2 + GROUP, elements);
            long bytes = floats * Float.BYTES;
            var rooms = List.of(new Room(0, bytes), new Room(bytes, bytes));
            return roof(
                    "cache read, %,d KiB".formatted((2 * bytes) >> 10),
                    false,
                    (double) passes * bytes + bytes,
                    time(text, launch("near", rooms, elements), 2 * bytes),
                    2 * bytes,
                    "an array of %,d KiB read %d times as %s in OpenCL C".formatted(bytes >> 10, passes, type));
        }

        private static DeviceLaunch launch(String symbol, List<Room> rooms, long items) {
            return new DeviceLaunch(symbol, symbol, rooms, items / GROUP, GROUP, 0);
        }

        private Sample time(String text, DeviceLaunch launch, long memory) {
            var kernel = new KernelSource(launch.symbol(), launch.symbol(), text);
            var source = new DeviceSource(device.number(), "", List.of(kernel), "");
            try (var program = worker.program(new DeviceImage(source, memory, List.of(launch)), List.of())) {
                return program.run(List.of(), 0, 1, List.of(), OPTIONS, limit)
                        .units()
                        .getFirst();
            }
        }

        private static String type(int width) {
            return width == 1 ? "float" : "float" + width;
        }

        private static String each(String format, String type) {
            return IntStream.range(0, CHAINS)
                    .mapToObj(i -> format.formatted(type, i))
                    .collect(Collectors.joining("\n"));
        }
    }
}
