package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.hloexplorer.pipeline.driver.DriverLibrary.Function;

/** A context on one device, with a queue that keeps order and takes times. For one thread at a time. */
public final class OpenClSession implements AutoCloseable {
    private static final long PROFILING = 2;
    private static final int BUILD_LOG = 0x1183;
    private static final int KERNEL_GROUP_SIZE = 0x11B0;
    private static final int KERNEL_LOCAL_BYTES = 0x11B2;
    private static final int KERNEL_MULTIPLE = 0x11B3;
    private static final int KERNEL_PRIVATE_BYTES = 0x11B4;
    private static final long READ_WRITE = 1;
    private static final int REGION = 0x1220;
    private static final int EVENT_START = 0x1282;
    private static final int EVENT_END = 0x1283;

    private final OpenCl driver;
    private final OpenClDevice device;
    private final MemorySegment id;
    private final MemorySegment context;
    private final MemorySegment queue;

    /** A compiled program. */
    public record Program(MemorySegment handle, String log) {}

    /** A kernel of a program, whose arguments are set once. */
    public record Kernel(String name, MemorySegment handle) {}

    public record Buffer(MemorySegment handle) {}

    /** A command's times are to be had from it, once the queue is finished. */
    public record Event(MemorySegment handle) {}

    /** When a command ran, by the device's clock, in nanoseconds. */
    public record Span(long start, long end) {
        public long length() {
            return end - start;
        }
    }

    /** What a kernel takes, as the driver tells. */
    public record Needs(long groupSize, long localBytes, long privateBytes, long multiple) {}

    /** A program that does not compile. */
    public static final class BuildFailure extends Exception {
        private static final long serialVersionUID = 1L;

        BuildFailure(String log) {
            super(log);
        }

        /** What the compiler says. */
        public String log() {
            return String.valueOf(getMessage());
        }
    }

    private OpenClSession(OpenCl driver, OpenClDevices.Handle found) {
        this.driver = driver;
        this.device = found.device();
        this.id = found.id();
        try (var arena = Arena.ofConfined()) {
            var devices = arena.allocateFrom(ADDRESS, id);
            this.context = created(
                    driver.createContext, MemorySegment.NULL, 1, devices, MemorySegment.NULL, MemorySegment.NULL);
            this.queue = created(driver.createCommandQueue, context, id, PROFILING);
        }
    }

    /**
     * A session on the device of this number.
     *
     * @throws DriverException where there is none, or it cannot be used now
     */
    public static OpenClSession open(int number) {
        var driver =
                OpenCl.open().orElseThrow(() -> new DriverException(OpenCl.libraryName() + " is not on this machine"));
        return new OpenClSession(driver, OpenClDevices.find(driver, number));
    }

    public OpenClDevice device() {
        return device;
    }

    /** Calls a function that gives an object, and tells in its last argument what went wrong. */
    private static MemorySegment created(Function function, Object... arguments) {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(JAVA_INT);
            var all = new Object[arguments.length + 1];
            System.arraycopy(arguments, 0, all, 0, arguments.length);
            all[arguments.length] = status;
            var object = (MemorySegment) function.call(all);
            if (status.get(JAVA_INT, 0) != 0) {
                throw new DriverException(OpenClErrors.sentence(function.name(), status.get(JAVA_INT, 0)));
            }
            return object;
        }
    }

    /** Compiles a program. */
    public Program build(String source, String options) throws BuildFailure {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(source, StandardCharsets.UTF_8);
            var program = created(
                    driver.createProgramWithSource, context, 1, arena.allocateFrom(ADDRESS, text), MemorySegment.NULL);
            int status = driver.buildProgram.status(
                    program,
                    1,
                    arena.allocateFrom(ADDRESS, id),
                    arena.allocateFrom(options, StandardCharsets.UTF_8),
                    MemorySegment.NULL,
                    MemorySegment.NULL);
            var log = log(program, arena);
            if (status != 0) {
                driver.releaseProgram.status(program);
                throw new BuildFailure(log.isBlank() ? OpenClErrors.sentence(driver.buildProgram.name(), status) : log);
            }
            return new Program(program, log);
        }
    }

    private String log(MemorySegment program, Arena arena) {
        var size = arena.allocate(JAVA_LONG);
        OpenCl.check(driver.getProgramBuildInfo, program, id, BUILD_LOG, 0L, MemorySegment.NULL, size);
        long bytes = size.get(JAVA_LONG, 0);
        var text = arena.allocate(Math.max(1, bytes));
        OpenCl.check(driver.getProgramBuildInfo, program, id, BUILD_LOG, bytes, text, MemorySegment.NULL);
        return text.getString(0, StandardCharsets.UTF_8).strip();
    }

    public Kernel kernel(Program program, String name) {
        try (var arena = Arena.ofConfined()) {
            return new Kernel(name, created(driver.createKernel, program.handle(), arena.allocateFrom(name)));
        }
    }

    public Needs needs(Kernel kernel) {
        return new Needs(
                needs(kernel, KERNEL_GROUP_SIZE),
                needs(kernel, KERNEL_LOCAL_BYTES),
                needs(kernel, KERNEL_PRIVATE_BYTES),
                needs(kernel, KERNEL_MULTIPLE));
    }

    private long needs(Kernel kernel, int what) {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(JAVA_LONG);
            OpenCl.check(driver.getKernelWorkGroupInfo, kernel.handle(), id, what, 8L, place, MemorySegment.NULL);
            return place.get(JAVA_LONG, 0);
        }
    }

    public void setArgument(Kernel kernel, int number, Buffer buffer) {
        try (var arena = Arena.ofConfined()) {
            OpenCl.check(
                    driver.setKernelArg,
                    kernel.handle(),
                    number,
                    ADDRESS.byteSize(),
                    arena.allocateFrom(ADDRESS, buffer.handle()));
        }
    }

    public Buffer buffer(long bytes) {
        return new Buffer(created(driver.createBuffer, context, READ_WRITE, bytes, MemorySegment.NULL));
    }

    /** A part of a buffer; it begins at a multiple of the device's alignment. */
    public Buffer part(Buffer whole, long offset, long bytes) {
        try (var arena = Arena.ofConfined()) {
            var region = arena.allocateFrom(JAVA_LONG, offset, bytes);
            return new Buffer(created(driver.createSubBuffer, whole.handle(), READ_WRITE, REGION, region));
        }
    }

    public void release(Buffer buffer) {
        driver.releaseMemObject.status(buffer.handle());
    }

    public void release(Kernel kernel) {
        driver.releaseKernel.status(kernel.handle());
    }

    public void release(Program program) {
        driver.releaseProgram.status(program.handle());
    }

    public Event launch(Kernel kernel, long groups, long groupSize) {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(ADDRESS);
            OpenCl.check(
                    driver.enqueueKernel,
                    queue,
                    kernel.handle(),
                    1,
                    MemorySegment.NULL,
                    arena.allocateFrom(JAVA_LONG, groups * groupSize),
                    arena.allocateFrom(JAVA_LONG, groupSize),
                    0,
                    MemorySegment.NULL,
                    event);
            return new Event(event.get(ADDRESS, 0));
        }
    }

    public Event copy(Buffer buffer, long from, long to, long bytes) {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(ADDRESS);
            OpenCl.check(
                    driver.enqueueCopyBuffer,
                    queue,
                    buffer.handle(),
                    buffer.handle(),
                    from,
                    to,
                    bytes,
                    0,
                    MemorySegment.NULL,
                    event);
            return new Event(event.get(ADDRESS, 0));
        }
    }

    /** Copies to the device, and is done when it returns. */
    public Event write(Buffer buffer, long offset, MemorySegment bytes) {
        return transfer(driver.enqueueWriteBuffer, buffer, offset, bytes);
    }

    /** Copies from the device, after everything before it, and is done when it returns. */
    public Event read(Buffer buffer, long offset, MemorySegment bytes) {
        return transfer(driver.enqueueReadBuffer, buffer, offset, bytes);
    }

    private Event transfer(Function function, Buffer buffer, long offset, MemorySegment bytes) {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(ADDRESS);
            OpenCl.check(
                    function, queue, buffer.handle(), 1, offset, bytes.byteSize(), bytes, 0, MemorySegment.NULL, event);
            return new Event(event.get(ADDRESS, 0));
        }
    }

    /** Waits for everything. */
    public void finish() {
        OpenCl.check(driver.finish, queue);
    }

    /** When the commands of these events ran, in their order. The events are gone then. */
    public List<Span> spans(List<Event> events) {
        return events.stream().map(this::span).toList();
    }

    private Span span(Event event) {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(JAVA_LONG);
            var span = new Span(time(event, EVENT_START, place), time(event, EVENT_END, place));
            driver.releaseEvent.status(event.handle());
            return span;
        }
    }

    private long time(Event event, int what, MemorySegment place) {
        OpenCl.check(driver.getEventProfilingInfo, event.handle(), what, 8L, place, MemorySegment.NULL);
        return place.get(JAVA_LONG, 0);
    }

    @Override
    public void close() {
        driver.releaseCommandQueue.status(queue);
        driver.releaseContext.status(context);
    }
}
