package org.hloexplorer.pipeline.backend.gpu;

import java.util.stream.Collectors;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.Executable;

/** Says what stands in the way of running on a graphics processor here; this version makes no code for any. */
public final class GpuBackend implements Backend {
    private final DeviceDescription device = describe();

    @Override
    public DeviceDescription device() {
        return device;
    }

    @Override
    public Executable compile(HloModule module, Cancellation cancellation) throws BackendException {
        throw new BackendException(BackendException.Kind.DEVICE_MISSING, String.valueOf(device.missing()));
    }

    private static DeviceDescription describe() {
        var drivers = GpuProbe.drivers();
        var findings = drivers.stream().map(GpuProbe.Driver::toString).collect(Collectors.joining(", "));
        var remedy = drivers.stream().anyMatch(GpuProbe.Driver::found)
                ? "This version makes no code for GPUs, so programs run with --device=cpu, tpu or reference."
                : "Programs run with --device=cpu, tpu or reference.";
        return new DeviceDescription(DeviceKind.GPU, "GPU", "No GPU to run on: %s. %s".formatted(findings, remedy));
    }
}
