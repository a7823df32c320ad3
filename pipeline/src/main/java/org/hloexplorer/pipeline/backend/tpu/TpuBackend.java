package org.hloexplorer.pipeline.backend.tpu;

import java.time.Duration;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;

/** A simulated TPU. It is always there. */
public final class TpuBackend implements Backend {
    private final TpuConfig config;

    public TpuBackend(TpuConfig config) {
        this.config = config;
    }

    public TpuConfig config() {
        return config;
    }

    @Override
    public DeviceDescription device() {
        var units = config.matrixUnits() == 1 ? "" : config.matrixUnits() + " arrays of ";
        var name = "simulated TPU %s, %s%s, %s"
                .formatted(
                        config.name().equals(config.array()) ? "array" : config.name(),
                        units,
                        config.array(),
                        config.timing().flag());
        return new DeviceDescription(DeviceKind.TPU, name, null);
    }

    @Override
    public TpuExecutable compile(HloModule module, Cancellation cancellation) {
        cancellation.check();
        long start = System.nanoTime();
        var program = TpuProgram.of(module, config);
        return new TpuExecutable(program, Duration.ofNanos(System.nanoTime() - start));
    }
}
