package org.hloexplorer.pipeline.backend.gpu;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.hloexplorer.pipeline.worker.DeviceBuild;
import org.hloexplorer.pipeline.worker.DeviceSource;

/**
 * A plan with code for all its launches.
 *
 * @param builds by number in the set of kernels
 * @param compileTime wall time of everything: planning, printing, and the driver's compiler
 */
record GpuProgram(
        ExecutablePlan plan,
        KernelSet kernels,
        DeviceSource source,
        List<DeviceBuild.Built> builds,
        WorkGroups groups,
        Duration compileTime) {}
