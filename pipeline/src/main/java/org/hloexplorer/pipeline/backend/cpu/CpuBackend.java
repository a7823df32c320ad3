package org.hloexplorer.pipeline.backend.cpu;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/** Compiles modules to machine code of this processor, one kernel for each fusion or other instruction. */
public final class CpuBackend implements Backend {
    private final Worker worker;

    /** @param worker compiles and runs the kernels; whoever made it closes it */
    public CpuBackend(Worker worker) {
        this.worker = worker;
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
        try {
            var program = new CpuCompiler(worker, module, cancellation).compile();
            return new CpuExecutable(worker, program);
        } catch (WorkerException e) {
            throw Failures.backendException(e);
        }
    }
}
