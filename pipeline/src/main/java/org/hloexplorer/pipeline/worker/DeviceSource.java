package org.hloexplorer.pipeline.worker;

import java.util.List;
import org.hloexplorer.pipeline.driver.DeviceSession;

/**
 * A program in a device's language.
 *
 * @param device the number of the device
 * @param library what the kernels call, before all of them
 * @param options of the device's compiler
 */
public record DeviceSource(int device, String library, List<KernelSource> kernels, String options) {
    public DeviceSource {
        kernels = List.copyOf(kernels);
    }

    /** As the driver takes it. */
    DeviceSession.Source text() {
        var units = kernels.stream()
                .map(kernel -> new DeviceSession.Unit(kernel.symbol(), kernel.ir()))
                .toList();
        return new DeviceSession.Source(library, units, options);
    }

    DeviceSource of(KernelSource kernel) {
        return new DeviceSource(device, library, List.of(kernel), options);
    }
}
