package org.hloexplorer.app.workbench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.gpu.GpuBackend;

/** Where programs can run. */
public final class Devices {
    private final Map<DeviceKind, Backend> backends = new EnumMap<>(DeviceKind.class);

    public Devices() {
        backends.put(DeviceKind.GPU, new GpuBackend());
    }

    public Backend backend(DeviceKind kind) {
        var backend = backends.get(kind);
        if (backend == null) {
            throw new IllegalStateException("no backend for " + kind);
        }
        return backend;
    }

    /** All kinds, those included on which nothing can run here. */
    public List<DeviceDescription> descriptions() {
        var descriptions = new ArrayList<DeviceDescription>();
        backends.values().forEach(backend -> descriptions.add(backend.device()));
        return descriptions;
    }
}
