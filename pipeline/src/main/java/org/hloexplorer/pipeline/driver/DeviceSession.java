package org.hloexplorer.pipeline.driver;

import java.io.Serial;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A queue of commands on one device, done in order and timed by its clock. For one thread at a time.
 *
 * <p>Methods throw a {@link DriverException} where the driver says no.
 */
public sealed interface DeviceSession extends AutoCloseable permits OpenClSession, CudaSession {

    /**
     * A program in the device's language.
     *
     * @param library what the kernels call, before all of them
     * @param options of the device's compiler
     */
    record Source(String library, List<Unit> kernels, String options) {
        public Source {
            kernels = List.copyOf(kernels);
        }
    }

    /** One kernel's text, and the name of the function to call. */
    record Unit(String symbol, String text) {}

    /** A compiled program. */
    interface Program {

        /** What the compiler said about a kernel, or about the program that it is in. */
        String log(String symbol);
    }

    /** A kernel of a program, whose arguments are set once. */
    interface Kernel {}

    /** @param isPart whether it lies in another buffer */
    record Buffer(MemorySegment handle, boolean isPart) {}

    /** A command's times are to be had from it, once the queue is finished. */
    interface Event {}

    /** When a command ran, by the device's clock, in nanoseconds. */
    record Span(long start, long end) {
        public long length() {
            return end - start;
        }
    }

    /**
     * What a kernel takes, as the driver tells.
     *
     * @param registers for each item; 0 where the driver does not tell
     */
    record Needs(long groupSize, long localBytes, long privateBytes, long multiple, int registers) {}

    /** A program that does not compile. */
    final class BuildFailure extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        BuildFailure(String log) {
            super(log);
        }

        /** What the compiler says. */
        public String log() {
            return String.valueOf(getMessage());
        }
    }

    GpuDevice device();

    /** Compiles a program. */
    Program build(Source source) throws BuildFailure;

    Kernel kernel(Program program, String symbol);

    Needs needs(Kernel kernel);

    void setArgument(Kernel kernel, int number, Buffer buffer);

    Buffer buffer(long bytes);

    /** A part of a buffer; it begins at a multiple of the device's alignment. */
    Buffer part(Buffer whole, long offset, long bytes);

    void release(Buffer buffer);

    void release(Kernel kernel);

    void release(Program program);

    Event launch(Kernel kernel, long groups, long groupSize);

    Event copy(Buffer buffer, long from, long to, long bytes);

    /** Copies to the device, and is done when it returns. */
    Event write(Buffer buffer, long offset, MemorySegment bytes);

    /** Copies from the device, after everything before it, and is done when it returns. */
    Event read(Buffer buffer, long offset, MemorySegment bytes);

    /** Waits for everything. */
    void finish();

    /** When the commands of these events ran, in their order. The events are gone then. */
    List<Span> spans(List<Event> events);

    @Override
    void close();
}
