package org.hloexplorer.pipeline.backend.gpu;

import java.util.OptionalLong;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.backend.planned.PlannedExecutable;
import org.hloexplorer.pipeline.driver.OpenClDevice;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.worker.DeviceImage;
import org.hloexplorer.pipeline.worker.Worker;

/** Puts a compiled plan's kernels and memory on a device. */
final class GpuExecutable {
    private GpuExecutable() {}

    private static final String CLOCK =
            "the device's own clock, from when a kernel starts to when it ends, after one run for warmth; the whole from the first start to the last end, without transfers";

    static Executable load(Worker worker, OpenClDevice device, HloModule module, GpuProgram program)
            throws BackendException {
        var memory = MemoryPlan.of(program.plan(), device.alignment());
        checkThatItFits(memory.bytes(), device);
        var steps = new DeviceSteps(program, memory).all();
        var image = new DeviceImage(program.source(), memory.bytes(), steps);
        var loaded =
                LoadedPlan.of(module, program.plan(), memory, constants -> worker.program(image, constants), CLOCK);
        var kernels = new GpuListings(
                        worker,
                        program.plan().module(),
                        program.kernels(),
                        program.groups(),
                        "OpenCL C on " + device.name(),
                        program.builds())
                .descriptions();
        return new PlannedExecutable(module, program.compileTime(), loaded, kernels, OptionalLong.of(memory.bytes()));
    }

    private static void checkThatItFits(long needed, OpenClDevice device) throws BackendException {
        long most = Math.min(device.memoryBytes(), device.allocationBytes());
        if (needed > most) {
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "the program needs %.2f GB for its arrays, and %s gives a program %.2f GB in one piece"
                            .formatted(needed / 1e9, device.name(), most / 1e9));
        }
    }
}
