package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.driver.DriverLibrary.Function;

/** The devices of all platforms, and what is wrong with those that cannot be used. */
final class OpenClDevices {
    private static final int PLATFORM_NAME = 0x0902;
    private static final long ALL_DEVICES = 0xFFFFFFFFL;
    private static final int DEVICE_TYPE = 0x1000;
    private static final int COMPUTE_UNITS = 0x1002;
    private static final int GROUP_SIZE = 0x1004;
    private static final int ALLOCATION_BYTES = 0x1010;
    private static final int ALIGNMENT_BITS = 0x1019;
    private static final int SINGLE_FLOATS = 0x101B;
    private static final int MEMORY_BYTES = 0x101F;
    private static final int LOCAL_BYTES = 0x1023;
    private static final int IS_LITTLE = 0x1026;
    private static final int IS_AVAILABLE = 0x1027;
    private static final int HAS_COMPILER = 0x1028;
    private static final int DEVICE_NAME = 0x102B;
    private static final int DEVICE_VERSION = 0x102F;
    private static final int EXTENSIONS = 0x1030;
    private static final long EXACT_DIVISION = 1 << 7;
    private static final long TYPE_CPU = 2;
    private static final long TYPE_GPU = 4;

    private final OpenCl driver;
    private final Arena arena;
    private final List<Drivers.Found> found = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    private OpenClDevices(OpenCl driver, Arena arena) {
        this.driver = driver;
        this.arena = arena;
    }

    /** All devices; what became of the search for them is added to the findings, in words that begin with a name. */
    static List<Drivers.Found> find(List<String> findings) {
        try (var arena = Arena.ofConfined()) {
            var driver = OpenCl.open();
            if (driver.isEmpty()) {
                findings.add(OpenCl.libraryName() + " (the loader of OpenCL drivers) is not on this machine");
                return List.of();
            }
            var search = new OpenClDevices(driver.get(), arena);
            var devices = search.search();
            findings.addAll(search.findings);
            return devices;
        } catch (DriverException e) {
            findings.add("%s is there, but %s".formatted(OpenCl.libraryName(), e.getMessage()));
            return List.of();
        }
    }

    private List<Drivers.Found> search() {
        for (var platform : platforms()) {
            var name = text(driver.getPlatformInfo, platform, PLATFORM_NAME);
            var devices = devices(platform);
            if (devices.isEmpty()) {
                findings.add("the OpenCL platform %s has no device".formatted(name));
            }
            devices.forEach(device -> add(name, device));
        }
        return found;
    }

    private List<MemorySegment> platforms() {
        var count = arena.allocate(JAVA_INT);
        int status = driver.getPlatformIds.status(0, MemorySegment.NULL, count);
        if (status == OpenClErrors.PLATFORM_NOT_FOUND || (status == 0 && count.get(JAVA_INT, 0) == 0)) {
            findings.add(OpenCl.libraryName()
                    + " is there, but knows no platform: a driver for the device has to be installed");
            return List.of();
        }
        int length = count.get(JAVA_INT, 0);
        var ids = arena.allocate(ADDRESS, length);
        OpenCl.check(driver.getPlatformIds, length, ids, MemorySegment.NULL);
        return addresses(ids, length);
    }

    private List<MemorySegment> devices(MemorySegment platform) {
        var count = arena.allocate(JAVA_INT);
        int status = driver.getDeviceIds.status(platform, ALL_DEVICES, 0, MemorySegment.NULL, count);
        if (status != 0) {
            return List.of();
        }
        int length = count.get(JAVA_INT, 0);
        var ids = arena.allocate(ADDRESS, Math.max(1, length));
        OpenCl.check(driver.getDeviceIds, platform, ALL_DEVICES, length, ids, MemorySegment.NULL);
        return addresses(ids, length);
    }

    private static List<MemorySegment> addresses(MemorySegment array, int length) {
        List<MemorySegment> addresses = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            addresses.add(array.getAtIndex(ADDRESS, i));
        }
        return addresses;
    }

    private void add(String platform, MemorySegment id) {
        var device = describe(platform, id);
        var unfit = unfit(device, id);
        if (unfit.isEmpty()) {
            found.add(new Drivers.Found(device, () -> new OpenClSession(driver, device, id)));
        } else {
            findings.add("%s (%s) %s".formatted(device.name(), platform, unfit));
        }
    }

    private String unfit(GpuDevice device, MemorySegment id) {
        if (number(id, IS_AVAILABLE, 4) == 0) {
            return "is not available";
        } else if (number(id, HAS_COMPILER, 4) == 0) {
            return "has no compiler";
        } else if (number(id, IS_LITTLE, 4) == 0) {
            return "stores numbers the other way round";
        }
        return device.version().matches("OpenCL 1\\.[01].*") ? "has only " + device.version() : "";
    }

    private GpuDevice describe(String platform, MemorySegment id) {
        long type = number(id, DEVICE_TYPE, 8);
        return new GpuDevice(
                GpuDevice.Api.OPENCL,
                0,
                platform,
                text(driver.getDeviceInfo, id, DEVICE_NAME).strip(),
                text(driver.getDeviceInfo, id, DEVICE_VERSION).strip(),
                (type & TYPE_GPU) != 0 ? "GPU" : (type & TYPE_CPU) != 0 ? "CPU" : "accelerator",
                (int) number(id, COMPUTE_UNITS, 4),
                number(id, MEMORY_BYTES, 8),
                number(id, ALLOCATION_BYTES, 8),
                number(id, LOCAL_BYTES, 8),
                number(id, GROUP_SIZE, 8),
                (int) number(id, ALIGNMENT_BITS, 4) / Byte.SIZE,
                (number(id, SINGLE_FLOATS, 8) & EXACT_DIVISION) != 0,
                List.of(text(driver.getDeviceInfo, id, EXTENSIONS).strip().split("\\s+")));
    }

    private long number(MemorySegment id, int what, int bytes) {
        var place = arena.allocate(JAVA_LONG);
        OpenCl.check(driver.getDeviceInfo, id, what, (long) bytes, place, MemorySegment.NULL);
        return place.get(JAVA_LONG, 0);
    }

    private String text(Function query, MemorySegment object, int what) {
        var size = arena.allocate(JAVA_LONG);
        OpenCl.check(query, object, what, 0L, MemorySegment.NULL, size);
        long bytes = size.get(JAVA_LONG, 0);
        var text = arena.allocate(Math.max(1, bytes));
        OpenCl.check(query, object, what, bytes, text, MemorySegment.NULL);
        return text.getString(0, StandardCharsets.UTF_8);
    }
}
