package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;

/** Looks for NVIDIA's driver, and asks it for its devices. */
final class CudaProbe {
    private static final int NO_DEVICE = 100;
    private static final int STUB_LIBRARY = 34;

    private CudaProbe() {}

    /** What became of it, in words that begin with the library's name. */
    static String finding() {
        var name = DriverLibrary.nameHere("libcuda.so.1", "nvcuda.dll", "libcuda.dylib");
        try {
            return name + " "
                    + DriverLibrary.open(name)
                            .map(CudaProbe::devices)
                            .orElse("(NVIDIA's driver) is not on this machine");
        } catch (DriverException e) {
            return "%s is there, but %s".formatted(name, e.getMessage());
        }
    }

    private static String devices(DriverLibrary library) {
        int status = library.function("cuInit", JAVA_INT, JAVA_INT).status(0);
        if (status != 0) {
            return switch (status) {
                case NO_DEVICE -> "is there, but finds no NVIDIA GPU";
                case STUB_LIBRARY -> "is a stub for linking, without a driver";
                default -> "is there, but does not start (error %d)".formatted(status);
            };
        }
        try (var arena = Arena.ofConfined()) {
            var count = arena.allocate(JAVA_INT);
            status = library.function("cuDeviceGetCount", JAVA_INT, ADDRESS).status(count);
            return status == 0
                    ? "is there, with %d device(s)".formatted(count.get(JAVA_INT, 0))
                    : "is there, but does not count its devices (error %d)".formatted(status);
        }
    }
}
