package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** The devices of NVIDIA's driver, or in words why there are none. */
final class CudaDevices {
    private static final int THREADS_PER_BLOCK = 1;
    private static final int SHARED_PER_BLOCK = 8;
    private static final int MULTIPROCESSORS = 16;
    private static final int CAPABILITY_MAJOR = 75;
    private static final int CAPABILITY_MINOR = 76;
    private static final int NAME_BYTES = 256;

    /** What the driver aligns allocations to, and kernels may rely on. */
    private static final int ALIGNMENT = 256;

    private final Cuda driver;
    private final Arena arena;

    private CudaDevices(Cuda driver, Arena arena) {
        this.driver = driver;
        this.arena = arena;
    }

    /** All devices; what became of the search for them is added to the findings, in words that begin with a name. */
    static List<Drivers.Found> find(List<String> findings) {
        var name = Cuda.libraryName();
        try {
            var driver = Cuda.open();
            if (driver.isEmpty()) {
                findings.add(name + " (NVIDIA's driver) is not on this machine");
                return List.of();
            }
            return find(driver.get(), findings);
        } catch (DriverException e) {
            findings.add("%s is there, but %s".formatted(name, e.getMessage()));
            return List.of();
        }
    }

    static List<Drivers.Found> find(Cuda driver, List<String> findings) {
        int status = driver.init.status(0);
        if (status == CudaErrors.NO_DEVICE) {
            findings.add(Cuda.libraryName() + " is there, but finds no NVIDIA GPU");
            return List.of();
        } else if (status != 0) {
            throw CudaErrors.exception(driver.init.name(), status);
        }
        try (var arena = Arena.ofConfined()) {
            return new CudaDevices(driver, arena).all(findings);
        }
    }

    private List<Drivers.Found> all(List<String> findings) {
        var number = arena.allocate(JAVA_INT);
        Cuda.check(driver.deviceGetCount, number);
        int count = number.get(JAVA_INT, 0);
        List<Drivers.Found> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Cuda.check(driver.deviceGet, number, i);
            int id = number.get(JAVA_INT, 0);
            var device = describe(id);
            if (attribute(CAPABILITY_MAJOR, id) < 7) {
                findings.add("%s is too old for PTX of this kind: it is of compute capability %s, and 7.0 is needed"
                        .formatted(device.name(), device.extensions().getFirst()));
            } else {
                found.add(new Drivers.Found(device, () -> new CudaSession(driver, device, id)));
            }
        }
        return found;
    }

    private GpuDevice describe(int id) {
        var name = arena.allocate(NAME_BYTES);
        Cuda.check(driver.deviceGetName, name, NAME_BYTES, id);
        var memory = arena.allocate(JAVA_LONG);
        Cuda.check(driver.deviceTotalMem, memory, id);
        var version = arena.allocate(JAVA_INT);
        Cuda.check(driver.driverGetVersion, version);
        int number = version.get(JAVA_INT, 0);
        long bytes = memory.get(JAVA_LONG, 0);
        return new GpuDevice(
                GpuDevice.Api.CUDA,
                0,
                "PTX",
                name.getString(0),
                "CUDA %d.%d".formatted(number / 1000, number % 1000 / 10),
                "GPU",
                attribute(MULTIPROCESSORS, id),
                bytes,
                bytes,
                attribute(SHARED_PER_BLOCK, id),
                attribute(THREADS_PER_BLOCK, id),
                ALIGNMENT,
                true,
                List.of("sm_%d%d".formatted(attribute(CAPABILITY_MAJOR, id), attribute(CAPABILITY_MINOR, id))));
    }

    private int attribute(int what, int id) {
        var number = arena.allocate(JAVA_INT);
        Cuda.check(driver.deviceGetAttribute, number, what, id);
        return number.get(JAVA_INT, 0);
    }
}
