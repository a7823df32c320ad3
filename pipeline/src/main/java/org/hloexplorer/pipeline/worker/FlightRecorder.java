package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What each thread of a child is at, in memory that the parent maps too.
 *
 * <p>The child writes the number of a kernel before it launches it. That is one store, so it is done for every launch,
 * timed ones included, and is still there when the child is not.
 */
final class FlightRecorder implements AutoCloseable {
    /** Threads beyond these go unrecorded. */
    private static final int SLOTS = 64;

    /** A cache line each, so that threads do not slow one another. */
    private static final int STRIDE = 64;

    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final int IDLE = 0;

    private final Arena arena;
    private final MemorySegment slots;

    private FlightRecorder(Arena arena, MemorySegment slots) {
        this.arena = arena;
        this.slots = slots;
    }

    /** Maps the file, which is made where it is not there. */
    @SuppressWarnings("MustBeClosedChecker") // close() does
    static FlightRecorder map(Path file) throws IOException {
        var arena = Arena.ofShared();
        try (var channel = FileChannel.open(file, CREATE, READ, WRITE)) {
            return new FlightRecorder(arena, channel.map(MapMode.READ_WRITE, 0, (long) SLOTS * STRIDE, arena));
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    /** A thread is about to work on the kernel of this number. */
    void enter(int thread, int kernel) {
        write(thread, kernel + 1);
    }

    void leave(int thread) {
        write(thread, IDLE);
    }

    private void write(int thread, int value) {
        if (thread < SLOTS) {
            INT.setRelease(slots, (long) thread * STRIDE, value);
        }
    }

    /** Numbers of the kernels that are being worked on, ascending, each once. */
    List<Integer> inFlight() {
        return IntStream.range(0, SLOTS)
                .map(thread -> (int) INT.getAcquire(slots, (long) thread * STRIDE))
                .filter(value -> value != IDLE)
                .map(value -> value - 1)
                .distinct()
                .sorted()
                .boxed()
                .toList();
    }

    @Override
    public void close() {
        arena.close();
    }
}
