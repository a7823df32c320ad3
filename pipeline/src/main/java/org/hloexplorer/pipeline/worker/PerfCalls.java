package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The calls of the system that counting takes. */
interface PerfCalls {

    /**
     * Opens a counter of the calling thread.
     *
     * @return its number, or the negative of the system's {@code errno}
     */
    int open(PerfEvent event);

    /** What a counter has come to. */
    long read(int counter);

    /** What {@code perf_event_paranoid} says; nothing where it cannot be read. */
    Optional<String> paranoia();

    /** Those of this machine; nothing where it is not Linux on a processor whose numbers of calls are known. */
    static Optional<PerfCalls> ofThisSystem() {
        var number = Map.of("amd64", 298L, "x86_64", 298L, "aarch64", 241L)
                .get(System.getProperty("os.arch").toLowerCase(Locale.ROOT));
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        return isLinux && number != null ? Optional.of(new Linux(number)) : Optional.empty();
    }

    /**
     * By the functions of the C library.
     *
     * @param number of {@code perf_event_open}, which the library has no function for
     */
    record Linux(long number) implements PerfCalls {
        private static final Path PARANOIA = Path.of("/proc/sys/kernel/perf_event_paranoid");
        private static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();

        @Override
        public int open(PerfEvent event) {
            var linker = Linker.nativeLinker();
            var handle = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("syscall"),
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG),
                    Linker.Option.firstVariadicArg(1),
                    Linker.Option.captureCallState("errno"));
            try (var arena = Arena.ofConfined()) {
                var state = arena.allocate(ERRNO);
                // This thread, whatever processor it is on, in no group.
                long opened = (long) handle.invokeExact(state, number, event.in(arena), 0, -1, -1, 0L);
                return opened >= 0 ? (int) opened : -errno(state);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError("a native function threw", e);
            }
        }

        private static int errno(MemorySegment state) {
            return state.get(JAVA_INT, ERRNO.byteOffset(MemoryLayout.PathElement.groupElement("errno")));
        }

        @Override
        public long read(int counter) {
            try (var arena = Arena.ofConfined()) {
                var value = arena.allocate(JAVA_LONG);
                long bytes = (long) Read.HANDLE.invokeExact(counter, value, JAVA_LONG.byteSize());
                if (bytes != JAVA_LONG.byteSize()) {
                    throw new IllegalStateException("a hardware counter gives no value");
                }
                return value.get(JAVA_LONG, 0);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError("a native function threw", e);
            }
        }

        @Override
        public Optional<String> paranoia() {
            try {
                return Optional.of(Files.readString(PARANOIA).strip());
            } catch (IOException _) {
                return Optional.empty();
            }
        }

        /** Linked once: it is called around each kernel. */
        private static final class Read {
            static final MethodHandle HANDLE = Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().findOrThrow("read"),
                            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
        }
    }
}
