package org.hloexplorer.pipeline.backend.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** Looks for the drivers of graphics processors, and asks those that are there for their devices. */
public final class GpuProbe {

    /**
     * What became of one driver.
     *
     * @param library the file that was looked for
     * @param found whether it could be loaded
     * @param finding what it said, in words that follow the library's name
     */
    public record Driver(String library, boolean found, String finding) {
        @Override
        public String toString() {
            return library + " " + finding;
        }
    }

    private GpuProbe() {}

    /** The drivers of NVIDIA's CUDA and of OpenCL. */
    public static List<Driver> drivers() {
        return List.of(
                probe(libraryName("libcuda.so.1", "nvcuda.dll", "libcuda.dylib"), GpuProbe::cudaDevices),
                probe(
                        libraryName(
                                "libOpenCL.so.1", "OpenCL.dll", "/System/Library/Frameworks/OpenCL.framework/OpenCL"),
                        GpuProbe::openClPlatforms));
    }

    /** Asks a loaded driver what it has. */
    interface Question {
        String ask(SymbolLookup library, Arena arena) throws Throwable;
    }

    static Driver probe(String library, Question question) {
        try (var arena = Arena.ofConfined()) {
            return ask(library, SymbolLookup.libraryLookup(library, arena), question, arena);
        } catch (IllegalArgumentException e) {
            return new Driver(library, false, "is not on this machine");
        }
    }

    private static Driver ask(String library, SymbolLookup loaded, Question question, Arena arena) {
        try {
            return new Driver(library, true, question.ask(loaded, arena));
        } catch (Throwable e) {
            return new Driver(library, true, "is there, but could not be asked: " + e);
        }
    }

    private static String cudaDevices(SymbolLookup library, Arena arena) throws Throwable {
        var init = function(library, "cuInit", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        var count = function(library, "cuDeviceGetCount", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        int status = (int) init.invokeExact(0);
        if (status != 0) {
            return "is there, but cuInit failed with error " + status;
        }
        MemorySegment devices = arena.allocate(JAVA_INT);
        status = (int) count.invokeExact(devices);
        return status == 0
                ? "is there, with devices: " + devices.get(JAVA_INT, 0)
                : "is there, but cuDeviceGetCount failed with error " + status;
    }

    private static String openClPlatforms(SymbolLookup library, Arena arena) throws Throwable {
        var query = function(library, "clGetPlatformIDs", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        MemorySegment platforms = arena.allocate(JAVA_INT);
        int status = (int) query.invokeExact(0, MemorySegment.NULL, platforms);
        return status == 0
                ? "is there, with platforms: " + platforms.get(JAVA_INT, 0)
                : "is there, but names no platform (error %d)".formatted(status);
    }

    private static MethodHandle function(SymbolLookup library, String name, FunctionDescriptor descriptor) {
        var address = Optional.of(name)
                .flatMap(library::find)
                .orElseThrow(() -> new IllegalStateException("it has no function " + name));
        return Linker.nativeLinker().downcallHandle(address, descriptor);
    }

    private static String libraryName(String linux, String windows, String mac) {
        var system = System.getProperty("os.name", "");
        if (system.startsWith("Windows")) {
            return windows;
        }
        return system.startsWith("Mac") ? mac : linux;
    }
}
