package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Binds the calling thread to one processor while several run together: left alone, the system may put two threads on
 * one processor for as long as a measurement takes. Only Linux can; elsewhere this does nothing.
 */
final class Affinity {
    private static final int MASK_BYTES = 128;

    /** What this process may use, read before anything is bound; empty where binding is not possible. */
    private static final List<Integer> PROCESSORS = isLinux() ? allowed() : List.of();

    private Affinity() {}

    /** Runs on the {@code thread}-th of the processors that this process may use, counted round. */
    static <T> T bound(int thread, Supplier<T> work) {
        if (PROCESSORS.isEmpty()) {
            return work.get();
        }
        bind(List.of(PROCESSORS.get(thread % PROCESSORS.size())));
        try {
            return work.get();
        } finally {
            bind(PROCESSORS);
        }
    }

    private static List<Integer> allowed() {
        try (var arena = Arena.ofConfined()) {
            var mask = arena.allocate(MASK_BYTES);
            call("sched_getaffinity", mask);
            return IntStream.range(0, MASK_BYTES * 8)
                    .filter(i -> (mask.get(JAVA_BYTE, i / 8) >> i % 8 & 1) != 0)
                    .boxed()
                    .toList();
        }
    }

    private static void bind(List<Integer> processors) {
        try (var arena = Arena.ofConfined()) {
            var mask = arena.allocate(MASK_BYTES);
            for (int i : processors) {
                mask.set(JAVA_BYTE, i / 8, (byte) (mask.get(JAVA_BYTE, i / 8) | 1 << i % 8));
            }
            call("sched_setaffinity", mask);
        }
    }

    /** A refusal changes nothing but the noise of the measurement, so it is not looked at. */
    private static void call(String function, MemorySegment mask) {
        var linker = Linker.nativeLinker();
        var handle = linker.downcallHandle(
                linker.defaultLookup().findOrThrow(function),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
        try {
            var _ = (int) handle.invokeExact(0, (long) MASK_BYTES, mask);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function threw", e);
        }
    }

    private static boolean isLinux() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
    }
}
