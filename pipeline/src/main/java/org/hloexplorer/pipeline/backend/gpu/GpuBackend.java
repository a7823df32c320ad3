package org.hloexplorer.pipeline.backend.gpu;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.BackendException.Kind;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.backend.planned.StaticSizes;
import org.hloexplorer.pipeline.driver.DriverReport;
import org.hloexplorer.pipeline.driver.GpuDevice;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;
import org.jspecify.annotations.Nullable;

/**
 * Compiles modules to OpenCL C for a device of whatever vendor, or to PTX for one of NVIDIA's, and runs them there, as its
 * driver offers it: a kernel for each fusion or other instruction.
 */
public final class GpuBackend implements Backend {
    private final Worker worker;
    private final int number;
    private @Nullable DriverReport report;

    /** The device that is listed first. */
    public GpuBackend(Worker worker) {
        this(worker, 0);
    }

    /**
     * @param worker compiles and runs the kernels; whoever made it closes it
     * @param number of the device, as {@link #devices} lists them
     */
    public GpuBackend(Worker worker, int number) {
        this.worker = worker;
        this.number = number;
    }

    /** @throws WorkerException where the worker's process does not start */
    private synchronized DriverReport report() {
        if (report == null) {
            report = worker.devices();
        }
        return report;
    }

    @Override
    public DeviceDescription device() {
        try {
            var devices = report().devices();
            return number < devices.size()
                    ? description(devices.get(number))
                    : new DeviceDescription(DeviceKind.GPU, "GPU", missing(report()));
        } catch (WorkerException e) {
            return new DeviceDescription(DeviceKind.GPU, "GPU", e.getMessage());
        }
    }

    /** All devices, by number, and after them what was looked for and is not there; one at least. */
    public List<DeviceDescription> devices() {
        try {
            var found = report();
            List<DeviceDescription> devices = new ArrayList<>();
            found.devices().forEach(device -> devices.add(description(device)));
            found.findings().forEach(finding -> devices.add(new DeviceDescription(DeviceKind.GPU, "GPU", finding)));
            return devices;
        } catch (WorkerException e) {
            return List.of(device());
        }
    }

    private static DeviceDescription description(GpuDevice device) {
        return new DeviceDescription(DeviceKind.GPU, device.number(), device.description(), null);
    }

    private String missing(DriverReport found) {
        if (!found.devices().isEmpty()) {
            return "There is no GPU %d: those here have the numbers 0 to %d, as hlox machine lists them."
                    .formatted(number, found.devices().size() - 1);
        }
        return "No GPU to run on: %s. Programs run with --device=cpu, tpu or reference."
                .formatted(String.join(", ", found.findings()));
    }

    @Override
    public Executable compile(HloModule module, Cancellation cancellation) throws BackendException {
        try {
            var devices = report().devices();
            if (number >= devices.size()) {
                throw new BackendException(Kind.DEVICE_MISSING, missing(report()));
            }
            var device = devices.get(number);
            StaticSizes.check(module);
            var program = new GpuCompiler(worker, device, module, cancellation).compile();
            return GpuExecutable.load(worker, device, module, program);
        } catch (WorkerException e) {
            throw Failures.backendException(e, module);
        }
    }
}
