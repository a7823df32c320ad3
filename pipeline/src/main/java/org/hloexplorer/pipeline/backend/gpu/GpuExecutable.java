package org.hloexplorer.pipeline.backend.gpu;

import java.time.Duration;
import java.util.OptionalLong;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.backend.planned.PlannedExecutable;
import org.hloexplorer.pipeline.driver.GpuDevice;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.worker.DeviceImage;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;

/** Puts a compiled plan's kernels and memory on a device. */
final class GpuExecutable {
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(1));

    private GpuExecutable() {}

    private static final String CLOCK =
            "the device's own clock, from when a kernel starts to when it ends, after one run for warmth; the whole from the first start to the last end, without transfers";

    static Executable load(Worker worker, GpuDevice device, HloModule module, GpuProgram program)
            throws BackendException {
        var memory = MemoryPlan.of(program.plan(), device.alignment());
        checkThatItFits(memory.bytes(), device);
        var steps = new DeviceSteps(program, memory).all();
        var image = new DeviceImage(program.source(), memory.bytes(), steps);
        var loaded =
                LoadedPlan.of(module, program.plan(), memory, constants -> worker.program(image, constants), CLOCK);
        var code = new DeviceCode(worker, program.kernels(), program.groups(), LIMIT);
        var language = device.language();
        var kernels = new GpuListings(
                        code,
                        "%s on %s".formatted(language, device.name()),
                        language,
                        program.source().kernels(),
                        program.builds())
                .descriptions();
        return new PlannedExecutable(module, program.compileTime(), loaded, kernels, OptionalLong.of(memory.bytes()));
    }

    private static void checkThatItFits(long needed, GpuDevice device) throws BackendException {
        long most = Math.min(device.memoryBytes(), device.allocationBytes());
        if (needed > most) {
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "the program needs %.2f GB for its arrays, and %s gives a program %.2f GB in one piece"
                            .formatted(needed / 1e9, device.name(), most / 1e9));
        }
    }
}
