package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hloexplorer.pipeline.driver.DriverLibrary.Function;

/** The devices of all platforms, and what is wrong with those that cannot be used. */
public final class OpenClDevices {
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
    private final List<Handle> found = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    /** A device and what the driver knows it by. */
    record Handle(OpenClDevice device, MemorySegment id) {}

    private OpenClDevices(OpenCl driver, Arena arena) {
        this.driver = driver;
        this.arena = arena;
    }

    /** Everything that is there, and the reasons for what is not. */
    public static DriverReport report() {
        List<String> findings = new ArrayList<>();
        findings.add(CudaProbe.finding());
        try (var arena = Arena.ofConfined()) {
            var driver = OpenCl.open();
            if (driver.isEmpty()) {
                findings.add(OpenCl.libraryName() + " (the loader of OpenCL drivers) is not on this machine");
                return new DriverReport(List.of(), findings);
            }
            var search = new OpenClDevices(driver.get(), arena);
            var devices = search.search().stream().map(Handle::device).toList();
            findings.addAll(search.findings);
            return new DriverReport(devices, findings);
        } catch (DriverException e) {
            findings.add("%s is there, but %s".formatted(OpenCl.libraryName(), e.getMessage()));
            return new DriverReport(List.of(), findings);
        }
    }

    /** The device of a number. */
    static Handle find(OpenCl driver, int number) {
        try (var arena = Arena.ofConfined()) {
            return new OpenClDevices(driver, arena)
                    .search().stream()
                            .filter(each -> each.device().number() == number)
                            .findFirst()
                            .orElseThrow(() -> new DriverException("there is no OpenCL device %d".formatted(number)));
        }
    }

    private List<Handle> search() {
        for (var platform : platforms()) {
            var name = text(driver.getPlatformInfo, platform, PLATFORM_NAME);
            var devices = devices(platform);
            if (devices.isEmpty()) {
                findings.add("the OpenCL platform %s has no device".formatted(name));
            }
            devices.forEach(device -> add(name, device));
        }
        found.sort(Comparator.comparingInt(each -> order(each.device().kind())));
        List<Handle> numbered = new ArrayList<>();
        for (var each : found) {
            numbered.add(new Handle(each.device().numbered(numbered.size()), each.id()));
        }
        return numbered;
    }

    private static int order(String kind) {
        return switch (kind) {
            case "GPU" -> 0;
            case "accelerator" -> 1;
            default -> 2;
        };
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
            found.add(new Handle(device, id));
        } else {
            findings.add("%s (%s) %s".formatted(device.name(), platform, unfit));
        }
    }

    private String unfit(OpenClDevice device, MemorySegment id) {
        if (number(id, IS_AVAILABLE, 4) == 0) {
            return "is not available";
        } else if (number(id, HAS_COMPILER, 4) == 0) {
            return "has no compiler";
        } else if (number(id, IS_LITTLE, 4) == 0) {
            return "stores numbers the other way round";
        }
        return device.version().matches("OpenCL 1\\.[01].*") ? "has only " + device.version() : "";
    }

    private OpenClDevice describe(String platform, MemorySegment id) {
        long type = number(id, DEVICE_TYPE, 8);
        return new OpenClDevice(
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
