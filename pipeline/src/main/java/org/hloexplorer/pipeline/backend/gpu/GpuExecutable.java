package org.hloexplorer.pipeline.backend.gpu;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RoundingPath;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.driver.OpenClDevice;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.worker.DeviceImage;
import org.hloexplorer.pipeline.worker.Worker;

/** A compiled plan whose kernels and memory are on a device. */
record GpuExecutable(
        HloModule module,
        GpuProgram program,
        LoadedPlan loaded,
        List<KernelDescription> kernels,
        OptionalLong memoryBytes)
        implements Executable {
    private static final String CLOCK =
            "the device's own clock, from when a kernel starts to when it ends, after one run for warmth; the whole from the first start to the last end, without transfers";

    static GpuExecutable load(Worker worker, OpenClDevice device, HloModule module, GpuProgram program)
            throws BackendException {
        var memory = MemoryPlan.of(program.plan(), device.alignment());
        checkThatItFits(memory.bytes(), device);
        var steps = new DeviceSteps(program, memory).of(program.plan().steps());
        var image = new DeviceImage(program.source(), memory.bytes(), steps);
        var loaded =
                LoadedPlan.of(module, program.plan(), memory, constants -> worker.program(image, constants), CLOCK);
        var kernels = new GpuListings(program, device.name()).descriptions();
        return new GpuExecutable(module, program, loaded, kernels, OptionalLong.of(memory.bytes()));
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

    @Override
    public Duration compileTime() {
        return program.compileTime();
    }

    @Override
    public Tolerance tolerance(PrimitiveType type) {
        return RoundingPath.tolerance(module, type);
    }

    @Override
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        return loaded.run(arguments, options, cancellation);
    }

    @Override
    public void close() {
        loaded.close();
    }
}
