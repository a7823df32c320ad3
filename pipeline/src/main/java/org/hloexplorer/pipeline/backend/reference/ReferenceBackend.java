package org.hloexplorer.pipeline.backend.reference;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.Executable;

/** Runs programs by their definition, instruction by instruction: what all other devices are compared with. */
public final class ReferenceBackend implements Backend {

    @Override
    public DeviceDescription device() {
        return new DeviceDescription(DeviceKind.REFERENCE, "reference evaluator", null);
    }

    @Override
    public Executable compile(HloModule module, Cancellation cancellation) {
        return new ReferenceExecutable(module);
    }
}
