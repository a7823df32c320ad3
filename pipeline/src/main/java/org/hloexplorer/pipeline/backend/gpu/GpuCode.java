package org.hloexplorer.pipeline.backend.gpu;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;

/** Code for graphics processors to read, whether or not there is one here. */
public final class GpuCode {
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(1));

    private GpuCode() {}

    /**
     * A module's kernels with their code: OpenCL C, PTX and AMD's assembly. The latter two are made when asked for.
     *
     * @throws BackendException where the module cannot be made kernels of
     */
    public static List<KernelDescription> of(HloModule module, Worker worker) throws BackendException {
        var kernels = GpuCompiler.kernels(module, WorkGroups.COMMON, Map.of());
        var code = new DeviceCode(worker, kernels, WorkGroups.COMMON, LIMIT);
        return new GpuListings(code, "code for GPUs, not run", null, List.of(), List.of()).descriptions();
    }
}
