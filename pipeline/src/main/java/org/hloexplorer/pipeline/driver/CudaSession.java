package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session with NVIDIA's driver, which compiles PTX for the device. Everything goes through the default stream. */
final class CudaSession implements DeviceSession {
    private static final int LOG_BYTES = 64 << 10;
    private static final int INFO_LOG = 3;
    private static final int INFO_LOG_BYTES = 4;
    private static final int ERROR_LOG = 5;
    private static final int ERROR_LOG_BYTES = 6;
    private static final int LOG_VERBOSE = 12;
    private static final int MOST_THREADS = 0;
    private static final int SHARED_BYTES = 1;
    private static final int LOCAL_BYTES = 3;
    private static final int REGISTERS = 4;
    private static final int WARP = 32;

    private final Cuda driver;
    private final GpuDevice device;
    private final int id;

    /** What times are counted from: an event, and its own time. A clock that starts anew now and then stays exact. */
    private MemorySegment origin;

    private double originTime;

    /** A module for each kernel. */
    private record Modules(Map<String, MemorySegment> handles, Map<String, String> logs) implements Program {
        @Override
        public String log(String symbol) {
            return logs.getOrDefault(symbol, "");
        }
    }

    /** A kernel with the addresses that it is launched with. */
    private record Callable(String symbol, MemorySegment handle, List<MemorySegment> arguments) implements Kernel {}

    private record Interval(MemorySegment begin, MemorySegment end) implements Event {}

    CudaSession(Cuda driver, GpuDevice device, int id) {
        this.driver = driver;
        this.device = device;
        this.id = id;
        try (var arena = Arena.ofConfined()) {
            var context = arena.allocate(ADDRESS);
            Cuda.check(driver.primaryContextRetain, context, id);
            Cuda.check(driver.contextSetCurrent, context.get(ADDRESS, 0));
        }
        this.origin = recorded();
    }

    @Override
    public GpuDevice device() {
        return device;
    }

    @Override
    public Program build(Source source) throws BuildFailure {
        Map<String, MemorySegment> modules = new HashMap<>();
        Map<String, String> logs = new HashMap<>();
        try {
            for (var kernel : source.kernels()) {
                load(kernel, modules, logs);
            }
            return new Modules(modules, logs);
        } catch (BuildFailure | RuntimeException e) {
            modules.values().forEach(driver.moduleUnload::status);
            throw e;
        }
    }

    private void load(Unit kernel, Map<String, MemorySegment> modules, Map<String, String> logs) throws BuildFailure {
        try (var arena = Arena.ofConfined()) {
            var info = arena.allocate(LOG_BYTES);
            var errors = arena.allocate(LOG_BYTES);
            var options =
                    arena.allocateFrom(JAVA_INT, INFO_LOG, INFO_LOG_BYTES, ERROR_LOG, ERROR_LOG_BYTES, LOG_VERBOSE);
            var values =
                    arena.allocateFrom(JAVA_LONG, info.address(), LOG_BYTES - 1L, errors.address(), LOG_BYTES - 1L, 1L);
            var module = arena.allocate(ADDRESS);
            int status = driver.moduleLoadData.status(module, arena.allocateFrom(kernel.text()), 5, options, values);
            if (status == 0) {
                modules.put(kernel.symbol(), module.get(ADDRESS, 0));
                logs.put(kernel.symbol(), info.getString(0).strip());
                return;
            }
            var failure = CudaErrors.exception(driver.moduleLoadData.name(), status);
            if (failure.isLost() || status == CudaErrors.OUT_OF_MEMORY) {
                throw failure;
            }
            var said = errors.getString(0).strip();
            throw new BuildFailure(said.isEmpty() ? String.valueOf(failure.getMessage()) : said);
        }
    }

    @Override
    public Kernel kernel(Program program, String symbol) {
        try (var arena = Arena.ofConfined()) {
            var function = arena.allocate(ADDRESS);
            var module = Objects.requireNonNull(((Modules) program).handles().get(symbol));
            Cuda.check(driver.moduleGetFunction, function, module, arena.allocateFrom(symbol));
            return new Callable(symbol, function.get(ADDRESS, 0), new ArrayList<>());
        }
    }

    @Override
    public Needs needs(Kernel kernel) {
        var function = ((Callable) kernel).handle();
        return new Needs(
                attribute(MOST_THREADS, function),
                attribute(SHARED_BYTES, function),
                attribute(LOCAL_BYTES, function),
                WARP,
                attribute(REGISTERS, function));
    }

    private int attribute(int what, MemorySegment function) {
        try (var arena = Arena.ofConfined()) {
            var number = arena.allocate(JAVA_INT);
            Cuda.check(driver.functionGetAttribute, number, what, function);
            return number.get(JAVA_INT, 0);
        }
    }

    @Override
    public void setArgument(Kernel kernel, int number, Buffer buffer) {
        var arguments = ((Callable) kernel).arguments();
        if (number != arguments.size()) {
            throw new IllegalArgumentException("argument %d comes after %d others".formatted(number, arguments.size()));
        }
        arguments.add(buffer.handle());
    }

    @Override
    public Buffer buffer(long bytes) {
        try (var arena = Arena.ofConfined()) {
            var address = arena.allocate(JAVA_LONG);
            int status = driver.memAlloc.status(address, bytes);
            if (status == CudaErrors.OUT_OF_MEMORY) {
                throw new DriverException("%s: %,d bytes were asked for, %s"
                        .formatted(CudaErrors.sentence(driver.memAlloc.name(), status), bytes, free(arena)));
            } else if (status != 0) {
                throw CudaErrors.exception(driver.memAlloc.name(), status);
            }
            return new Buffer(MemorySegment.ofAddress(address.get(JAVA_LONG, 0)), false);
        }
    }

    private String free(Arena arena) {
        var free = arena.allocate(JAVA_LONG);
        var all = arena.allocate(JAVA_LONG);
        return driver.memGetInfo.status(free, all) == 0
                ? "%,d of %,d are free".formatted(free.get(JAVA_LONG, 0), all.get(JAVA_LONG, 0))
                : "and the driver does not tell how many are free";
    }

    @Override
    public Buffer part(Buffer whole, long offset, long bytes) {
        return new Buffer(MemorySegment.ofAddress(whole.handle().address() + offset), true);
    }

    @Override
    public void release(Buffer buffer) {
        if (!buffer.isPart()) {
            driver.memFree.status(buffer.handle().address());
        }
    }

    @Override
    public void release(Kernel kernel) {
        // A function lives as long as its module.
    }

    @Override
    public void release(Program program) {
        ((Modules) program).handles().values().forEach(driver.moduleUnload::status);
    }

    @Override
    public Event launch(Kernel kernel, long groups, long groupSize) {
        var called = (Callable) kernel;
        try (var arena = Arena.ofConfined()) {
            var addresses =
                    arena.allocate(JAVA_LONG, Math.max(1, called.arguments().size()));
            var parameters =
                    arena.allocate(ADDRESS, Math.max(1, called.arguments().size()));
            for (int i = 0; i < called.arguments().size(); i++) {
                addresses.setAtIndex(JAVA_LONG, i, called.arguments().get(i).address());
                parameters.setAtIndex(ADDRESS, i, addresses.asSlice(i * JAVA_LONG.byteSize()));
            }
            return timed(() -> Cuda.check(
                    driver.launchKernel,
                    called.handle(),
                    Math.toIntExact(groups),
                    1,
                    1,
                    Math.toIntExact(groupSize),
                    1,
                    1,
                    0,
                    MemorySegment.NULL,
                    parameters,
                    MemorySegment.NULL));
        }
    }

    @Override
    public Event copy(Buffer buffer, long from, long to, long bytes) {
        long address = buffer.handle().address();
        return timed(() -> Cuda.check(driver.copyOnDevice, address + to, address + from, bytes));
    }

    @Override
    public Event write(Buffer buffer, long offset, MemorySegment bytes) {
        return timed(
                () -> Cuda.check(driver.copyToDevice, buffer.handle().address() + offset, bytes, bytes.byteSize()));
    }

    @Override
    public Event read(Buffer buffer, long offset, MemorySegment bytes) {
        return timed(() -> Cuda.check(driver.copyToHost, bytes, buffer.handle().address() + offset, bytes.byteSize()));
    }

    private Event timed(Runnable command) {
        var begin = recorded();
        command.run();
        return new Interval(begin, recorded());
    }

    private MemorySegment recorded() {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(ADDRESS);
            Cuda.check(driver.eventCreate, place, 0);
            var event = place.get(ADDRESS, 0);
            Cuda.check(driver.eventRecord, event, MemorySegment.NULL);
            return event;
        }
    }

    @Override
    public void finish() {
        Cuda.check(driver.contextSynchronize);
    }

    @Override
    public List<Span> spans(List<Event> events) {
        if (events.isEmpty()) {
            return List.of();
        }
        finish();
        List<Span> spans = new ArrayList<>();
        @Nullable MemorySegment last = null;
        for (var event : events) {
            var interval = (Interval) event;
            double begin = originTime + elapsed(origin, interval.begin());
            double length = elapsed(interval.begin(), interval.end());
            spans.add(new Span(Math.round(begin), Math.round(begin + length)));
            if (last != null) {
                driver.eventDestroy.status(last);
            }
            driver.eventDestroy.status(interval.begin());
            last = interval.end();
        }
        originTime += elapsed(origin, Objects.requireNonNull(last));
        driver.eventDestroy.status(origin);
        origin = last;
        return spans;
    }

    /** In nanoseconds; the driver gives milliseconds. */
    private double elapsed(MemorySegment begin, MemorySegment end) {
        try (var arena = Arena.ofConfined()) {
            var time = arena.allocate(JAVA_FLOAT);
            Cuda.check(driver.eventElapsedTime, time, begin, end);
            return 1e6 * time.get(JAVA_FLOAT, 0);
        }
    }

    @Override
    public void close() {
        driver.eventDestroy.status(origin);
        driver.primaryContextRelease.status(id);
    }
}
