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
final class OpenClSession implements DeviceSession {
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
    private final GpuDevice device;
    private final MemorySegment id;
    private final MemorySegment context;
    private final MemorySegment queue;

    private record Compiled(MemorySegment handle, String log) implements Program {
        @Override
        public String log(String symbol) {
            return log;
        }
    }

    private record Callable(MemorySegment handle) implements Kernel {}

    private record Command(MemorySegment handle) implements Event {}

    OpenClSession(OpenCl driver, GpuDevice device, MemorySegment id) {
        this.driver = driver;
        this.device = device;
        this.id = id;
        try (var arena = Arena.ofConfined()) {
            var devices = arena.allocateFrom(ADDRESS, id);
            this.context = created(
                    driver.createContext, MemorySegment.NULL, 1, devices, MemorySegment.NULL, MemorySegment.NULL);
            this.queue = created(driver.createCommandQueue, context, id, PROFILING);
        }
    }

    @Override
    public GpuDevice device() {
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
                throw OpenClErrors.exception(function.name(), status.get(JAVA_INT, 0));
            }
            return object;
        }
    }

    /** All of it as one text. Lines are counted for each kernel anew, under its name. */
    private static String text(Source source) {
        var text = new StringBuilder(source.library());
        for (var kernel : source.kernels()) {
            text.append("#line 1 \"%s\"\n".formatted(kernel.symbol())).append(kernel.text());
        }
        return text.toString();
    }

    @Override
    public Program build(Source source) throws BuildFailure {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(text(source), StandardCharsets.UTF_8);
            var program = created(
                    driver.createProgramWithSource, context, 1, arena.allocateFrom(ADDRESS, text), MemorySegment.NULL);
            int status = driver.buildProgram.status(
                    program,
                    1,
                    arena.allocateFrom(ADDRESS, id),
                    arena.allocateFrom(source.options(), StandardCharsets.UTF_8),
                    MemorySegment.NULL,
                    MemorySegment.NULL);
            var log = log(program, arena);
            if (status != 0) {
                driver.releaseProgram.status(program);
                throw new BuildFailure(log.isBlank() ? OpenClErrors.sentence(driver.buildProgram.name(), status) : log);
            }
            return new Compiled(program, log);
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

    @Override
    public Kernel kernel(Program program, String symbol) {
        try (var arena = Arena.ofConfined()) {
            return new Callable(
                    created(driver.createKernel, ((Compiled) program).handle(), arena.allocateFrom(symbol)));
        }
    }

    @Override
    public Needs needs(Kernel kernel) {
        return new Needs(
                needs(kernel, KERNEL_GROUP_SIZE),
                needs(kernel, KERNEL_LOCAL_BYTES),
                needs(kernel, KERNEL_PRIVATE_BYTES),
                needs(kernel, KERNEL_MULTIPLE),
                0);
    }

    private long needs(Kernel kernel, int what) {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(JAVA_LONG);
            OpenCl.check(
                    driver.getKernelWorkGroupInfo,
                    ((Callable) kernel).handle(),
                    id,
                    what,
                    8L,
                    place,
                    MemorySegment.NULL);
            return place.get(JAVA_LONG, 0);
        }
    }

    @Override
    public void setArgument(Kernel kernel, int number, Buffer buffer) {
        try (var arena = Arena.ofConfined()) {
            OpenCl.check(
                    driver.setKernelArg,
                    ((Callable) kernel).handle(),
                    number,
                    ADDRESS.byteSize(),
                    arena.allocateFrom(ADDRESS, buffer.handle()));
        }
    }

    @Override
    public Buffer buffer(long bytes) {
        return new Buffer(created(driver.createBuffer, context, READ_WRITE, bytes, MemorySegment.NULL), false);
    }

    @Override
    public Buffer part(Buffer whole, long offset, long bytes) {
        try (var arena = Arena.ofConfined()) {
            var region = arena.allocateFrom(JAVA_LONG, offset, bytes);
            return new Buffer(created(driver.createSubBuffer, whole.handle(), READ_WRITE, REGION, region), true);
        }
    }

    @Override
    public void release(Buffer buffer) {
        driver.releaseMemObject.status(buffer.handle());
    }

    @Override
    public void release(Kernel kernel) {
        driver.releaseKernel.status(((Callable) kernel).handle());
    }

    @Override
    public void release(Program program) {
        driver.releaseProgram.status(((Compiled) program).handle());
    }

    @Override
    public Event launch(Kernel kernel, long groups, long groupSize) {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(ADDRESS);
            OpenCl.check(
                    driver.enqueueKernel,
                    queue,
                    ((Callable) kernel).handle(),
                    1,
                    MemorySegment.NULL,
                    arena.allocateFrom(JAVA_LONG, groups * groupSize),
                    arena.allocateFrom(JAVA_LONG, groupSize),
                    0,
                    MemorySegment.NULL,
                    event);
            return new Command(event.get(ADDRESS, 0));
        }
    }

    @Override
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
            return new Command(event.get(ADDRESS, 0));
        }
    }

    @Override
    public Event write(Buffer buffer, long offset, MemorySegment bytes) {
        return transfer(driver.enqueueWriteBuffer, buffer, offset, bytes);
    }

    @Override
    public Event read(Buffer buffer, long offset, MemorySegment bytes) {
        return transfer(driver.enqueueReadBuffer, buffer, offset, bytes);
    }

    private Event transfer(Function function, Buffer buffer, long offset, MemorySegment bytes) {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(ADDRESS);
            OpenCl.check(
                    function, queue, buffer.handle(), 1, offset, bytes.byteSize(), bytes, 0, MemorySegment.NULL, event);
            return new Command(event.get(ADDRESS, 0));
        }
    }

    @Override
    public void finish() {
        OpenCl.check(driver.finish, queue);
    }

    @Override
    public List<Span> spans(List<Event> events) {
        return events.stream().map(this::span).toList();
    }

    private Span span(Event event) {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(JAVA_LONG);
            var span = new Span(time(event, EVENT_START, place), time(event, EVENT_END, place));
            driver.releaseEvent.status(((Command) event).handle());
            return span;
        }
    }

    private long time(Event event, int what, MemorySegment place) {
        OpenCl.check(driver.getEventProfilingInfo, ((Command) event).handle(), what, 8L, place, MemorySegment.NULL);
        return place.get(JAVA_LONG, 0);
    }

    @Override
    public void close() {
        driver.releaseCommandQueue.status(queue);
        driver.releaseContext.status(context);
    }
}
