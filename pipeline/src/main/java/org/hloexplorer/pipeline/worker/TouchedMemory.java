package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/** Memory for kernels: aligned, zeroed, and touched, so that no run pays for page faults. */
final class TouchedMemory {
    private static final long ALIGNMENT = 64;
    private static final long HUGE_PAGE = 2 << 20;
    private static final int MADV_HUGEPAGE = 14;

    private TouchedMemory() {}

    static MemorySegment allocate(Arena arena, long bytes) {
        return bytes >= 2 * HUGE_PAGE && isLinux() ? huge(arena, bytes) : arena.allocate(Math.max(bytes, 1), ALIGNMENT);
    }

    /** In pages of 2 MiB where the system grants them: fewer misses of the page tables. It must be told before the first touch. */
    private static MemorySegment huge(Arena arena, long bytes) {
        var linker = Linker.nativeLinker();
        var library = linker.defaultLookup();
        try {
            var allocate = linker.downcallHandle(
                    library.findOrThrow("aligned_alloc"), FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG));
            var advise = linker.downcallHandle(
                    library.findOrThrow("madvise"), FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
            var free = linker.downcallHandle(library.findOrThrow("free"), FunctionDescriptor.ofVoid(ADDRESS));
            long rounded = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
            var address = (MemorySegment) allocate.invokeExact(HUGE_PAGE, rounded);
            if (address.address() == 0) {
                throw new IllegalArgumentException(
                        "the program needs %,d bytes, which the system refuses".formatted(bytes));
            }
            // Advice: where it is not taken, pages are small and all else is the same.
            var _ = (int) advise.invokeExact(address, rounded, MADV_HUGEPAGE);
            return address.reinterpret(bytes, arena, memory -> release(free, memory))
                    .fill((byte) 0);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function threw", e);
        }
    }

    private static void release(java.lang.invoke.MethodHandle free, MemorySegment memory) {
        try {
            free.invokeExact(memory);
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
