package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A driver of NVIDIA's that is none: its functions are Java's, called through native code as the real ones are. It has one
 * device, whose memory is this machine's; its kernels are known by name, whatever their PTX says.
 *
 * <p>Public methods are named as the driver's functions, in which underlines stand for what Java does not allow.
 */
@SuppressWarnings({"unused", "checkstyle:MethodName", "MemberName"}) // Called by name.
public final class FakeCuda {
    private static final Pattern ENTRY = Pattern.compile("\\.entry (\\w+)");
    private static final long MEMORY = 1 << 20;
    private static final long WHOLE = Integer.MAX_VALUE;

    /** What kernels do with the addresses that they are given. */
    interface Body {
        void run(List<MemorySegment> arguments, int groups, int items);
    }

    private final Arena arena = Arena.ofShared();
    private final Map<String, Body> bodies;
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, Long> clocks = new HashMap<>();
    private final Map<Long, Long> blocks = new HashMap<>();
    private long time;
    private long used;
    private long handles = 1000;
    private int failure;

    FakeCuda(Map<String, Body> bodies) {
        this.bodies = bodies;
    }

    /** One with a kernel {@code twice}, which doubles floats. */
    public static FakeCuda doubling() {
        return new FakeCuda(Map.of("twice", FakeCuda::twice));
    }

    private static void twice(List<MemorySegment> arguments, int groups, int items) {
        for (int i = 0; i < groups * items; i++) {
            arguments.get(1).setAtIndex(JAVA_FLOAT, i, 2 * arguments.get(0).getAtIndex(JAVA_FLOAT, i));
        }
    }

    /** A session on its device. */
    public DeviceSession session() {
        return CudaDevices.find(driver(), new ArrayList<>())
                .getFirst()
                .session()
                .get();
    }

    /** From now on, launches succeed, and then every call fails with this. */
    public void failWith(int code) {
        failure = code;
    }

    int liveEvents() {
        return clocks.size();
    }

    public long usedBytes() {
        return used;
    }

    Cuda driver() {
        return new Cuda(new DriverLibrary("a driver of tests", this::find));
    }

    private Optional<MemorySegment> find(String name) {
        return Arrays.stream(FakeCuda.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .map(this::stub);
    }

    private MemorySegment stub(Method method) {
        try {
            MethodHandle handle = MethodHandles.lookup().unreflect(method).bindTo(this);
            MethodType type = handle.type();
            var parameters = type.parameterList().stream().map(FakeCuda::layout).toArray(MemoryLayout[]::new);
            return Linker.nativeLinker().upcallStub(handle, FunctionDescriptor.of(JAVA_INT, parameters), arena);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static MemoryLayout layout(Class<?> type) {
        return type == int.class ? JAVA_INT : type == long.class ? JAVA_LONG : ADDRESS;
    }

    private static MemorySegment at(MemorySegment pointer) {
        return pointer.reinterpret(WHOLE);
    }

    private static MemorySegment at(long address) {
        return at(MemorySegment.ofAddress(address));
    }

    public int cuInit(int flags) {
        return 0;
    }

    public int cuDriverGetVersion(MemorySegment version) {
        at(version).set(JAVA_INT, 0, 12080);
        return 0;
    }

    public int cuDeviceGetCount(MemorySegment count) {
        at(count).set(JAVA_INT, 0, 1);
        return 0;
    }

    public int cuDeviceGet(MemorySegment device, int ordinal) {
        at(device).set(JAVA_INT, 0, 7 + ordinal);
        return 0;
    }

    public int cuDeviceGetName(MemorySegment name, int length, int device) {
        at(name).setString(0, device == 7 ? "Test GPU" : "?");
        return 0;
    }

    public int cuDeviceGetAttribute(MemorySegment value, int attribute, int device) {
        at(value)
                .set(
                        JAVA_INT,
                        0,
                        switch (attribute) {
                            case 1 -> 1024;
                            case 8 -> 49152;
                            case 16 -> 4;
                            case 75 -> 9;
                            default -> 0;
                        });
        return 0;
    }

    public int cuDeviceTotalMem_v2(MemorySegment bytes, int device) {
        at(bytes).set(JAVA_LONG, 0, MEMORY);
        return 0;
    }

    public int cuDevicePrimaryCtxRetain(MemorySegment context, int device) {
        at(context).set(JAVA_LONG, 0, 77);
        return device == 7 ? 0 : 101;
    }

    public int cuDevicePrimaryCtxRelease_v2(int device) {
        return 0;
    }

    public int cuCtxSetCurrent(MemorySegment context) {
        return context.address() == 77 ? 0 : 201;
    }

    public int cuCtxSynchronize() {
        return failure;
    }

    /** Takes what has an entry, and says what it is told to say. */
    public int cuModuleLoadDataEx(
            MemorySegment module, MemorySegment image, int count, MemorySegment options, MemorySegment values) {
        var text = at(image).getString(0);
        var entry = ENTRY.matcher(text);
        boolean isFine = entry.find();
        for (int i = 0; i < count; i++) {
            int option = at(options).getAtIndex(JAVA_INT, i);
            long value = at(values).getAtIndex(JAVA_LONG, i);
            if (option == 3 && isFine) {
                at(value).setString(0, "ptxas info : Used 10 registers");
            } else if (option == 5 && !isFine) {
                at(value).setString(0, "ptxas application ptx input, line 2; error   : Unknown symbol");
            }
        }
        if (!isFine) {
            return 218;
        }
        long handle = handles++;
        names.put(handle, entry.group(1));
        at(module).set(JAVA_LONG, 0, handle);
        return 0;
    }

    public int cuModuleUnload(MemorySegment module) {
        return names.remove(module.address()) == null ? 400 : 0;
    }

    public int cuModuleGetFunction(MemorySegment function, MemorySegment module, MemorySegment name) {
        at(function).set(JAVA_LONG, 0, module.address());
        return at(name).getString(0).equals(names.get(module.address())) ? 0 : 500;
    }

    public int cuFuncGetAttribute(MemorySegment value, int attribute, MemorySegment function) {
        at(value)
                .set(
                        JAVA_INT,
                        0,
                        switch (attribute) {
                            case 0 -> 1024;
                            case 1 -> 512;
                            case 3 -> 16;
                            case 4 -> 10;
                            default -> -1;
                        });
        return 0;
    }

    public int cuMemAlloc_v2(MemorySegment address, long bytes) {
        if (used + bytes > MEMORY) {
            return 2;
        }
        used += bytes;
        long place = arena.allocate(bytes, 256).address();
        blocks.put(place, bytes);
        at(address).set(JAVA_LONG, 0, place);
        return 0;
    }

    public int cuMemFree_v2(long address) {
        var bytes = blocks.remove(address);
        used -= bytes == null ? 0 : bytes;
        return bytes == null ? 1 : 0;
    }

    public int cuMemGetInfo_v2(MemorySegment free, MemorySegment all) {
        at(free).set(JAVA_LONG, 0, MEMORY - used);
        at(all).set(JAVA_LONG, 0, MEMORY);
        return 0;
    }

    public int cuMemcpyHtoD_v2(long to, MemorySegment from, long bytes) {
        MemorySegment.copy(at(from), 0, at(to), 0, bytes);
        time += 100;
        return failure;
    }

    public int cuMemcpyDtoH_v2(MemorySegment to, long from, long bytes) {
        MemorySegment.copy(at(from), 0, at(to), 0, bytes);
        time += 100;
        return failure;
    }

    public int cuMemcpyDtoD_v2(long to, long from, long bytes) {
        MemorySegment.copy(at(from), 0, at(to), 0, bytes);
        time += 100;
        return failure;
    }

    public int cuLaunchKernel(
            MemorySegment function,
            int groups,
            int groupsY,
            int groupsZ,
            int items,
            int itemsY,
            int itemsZ,
            int shared,
            MemorySegment stream,
            MemorySegment parameters,
            MemorySegment extra) {
        if (groupsY * groupsZ * itemsY * itemsZ != 1 || stream.address() != 0 || extra.address() != 0) {
            return 1;
        }
        var body = Objects.requireNonNull(bodies.get(Objects.requireNonNull(names.get(function.address()))));
        List<MemorySegment> arguments = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            arguments.add(at(at(at(parameters).getAtIndex(ADDRESS, i)).get(JAVA_LONG, 0)));
        }
        body.run(arguments, groups, items);
        time += 1000;
        return 0;
    }

    public int cuEventCreate(MemorySegment event, int flags) {
        long handle = handles++;
        clocks.put(handle, -1L);
        at(event).set(JAVA_LONG, 0, handle);
        return 0;
    }

    public int cuEventRecord(MemorySegment event, MemorySegment stream) {
        clocks.put(event.address(), time);
        return 0;
    }

    /** A launch takes a microsecond, anything else a tenth. */
    public int cuEventElapsedTime(MemorySegment milliseconds, MemorySegment begin, MemorySegment end) {
        at(milliseconds).set(JAVA_FLOAT, 0, (at(end, clocks) - at(begin, clocks)) / 1e6f);
        return 0;
    }

    private static long at(MemorySegment event, Map<Long, Long> clocks) {
        return Objects.requireNonNull(clocks.get(event.address()));
    }

    public int cuEventDestroy_v2(MemorySegment event) {
        return clocks.remove(event.address()) == null ? 400 : 0;
    }
}
