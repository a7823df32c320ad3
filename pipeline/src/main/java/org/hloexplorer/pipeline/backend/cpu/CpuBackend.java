package org.hloexplorer.pipeline.backend.cpu;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.backend.planned.StaticSizes;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * Compiles modules to machine code of this processor: a kernel for each fusion or other instruction, or for several that
 * pass rows to one another.
 */
public final class CpuBackend implements Backend {
    private final Worker worker;
    private final CacheSizes sizes;
    private final CompileCache cache;
    private final boolean joinsRows;
    private final TierChoice tiers;
    private final ContractionEngine contractions;

    /** @param worker compiles and runs the kernels; whoever made it closes it */
    public CpuBackend(Worker worker) {
        this(worker, CompileCache.none());
    }

    /** @param cache keeps code for the next time */
    public CpuBackend(Worker worker, CompileCache cache) {
        this(worker, cache, true, TierChoice.BEST, ContractionEngine.GENERATED);
    }

    private CpuBackend(
            Worker worker, CompileCache cache, boolean joinsRows, TierChoice tiers, ContractionEngine contractions) {
        this.worker = worker;
        this.sizes = new CacheSizes(worker);
        this.cache = cache;
        this.joinsRows = joinsRows;
        this.tiers = tiers;
        this.contractions = contractions;
    }

    /** The same with dots and convolutions computed by this. */
    public CpuBackend contracting(ContractionEngine engine) {
        return new CpuBackend(worker, cache, joinsRows, tiers, engine);
    }

    /** The same with programs that start as soon as there is any code, and get the best when it is there. */
    public CpuBackend quickFirst() {
        return new CpuBackend(worker, cache, joinsRows, TierChoice.SOONEST, contractions);
    }

    /** The same without joining kernels: each fusion and each other instruction is timed for itself. */
    public CpuBackend kernelByKernel() {
        return new CpuBackend(worker, cache, false, tiers, contractions);
    }

    /** This machine's processor as LLVM knows it. Starts the worker, which takes a moment the first time. */
    @Override
    public DeviceDescription device() {
        try {
            var machine = worker.machine();
            var name = "%s, %d thread%s, %d-bit vectors"
                    .formatted(
                            machine.target().cpu(),
                            machine.processors(),
                            machine.processors() == 1 ? "" : "s",
                            machine.target().vectorBits());
            return new DeviceDescription(DeviceKind.CPU, name, null);
        } catch (WorkerException e) {
            return new DeviceDescription(DeviceKind.CPU, "this machine's processor", e.getMessage());
        }
    }

    @Override
    public Executable compile(HloModule module, Cancellation cancellation) throws BackendException {
        StaticSizes.check(module);
        try {
            worker.warmUp();
            worker.machine();
            long start = System.nanoTime();
            var program =
                    new CpuCompiler(worker, cache, module, joinsRows, tiers, contractions, cancellation).compile();
            var memory = MemoryPlan.of(program.plan());
            checkThatItFits(memory.bytes(), totalMemory());
            return CpuExecutable.load(worker, sizes, cache, module, program, memory, start);
        } catch (WorkerException e) {
            throw Failures.backendException(e);
        }
    }

    /** A program that {@link CpuExecutable#save} wrote, ready to run. */
    public SavedExecutable load(Path file) throws BackendException {
        return ExecutableFile.load(worker, file);
    }

    static long totalMemory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    /** More than there is would be granted, and the worker killed when it touches it. */
    static void checkThatItFits(long needed, long total) throws BackendException {
        if (needed > total) {
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "the program needs %.1f GB for its arrays and this machine has %.1f GB"
                            .formatted(needed / 1e9, total / 1e9));
        }
    }
}
