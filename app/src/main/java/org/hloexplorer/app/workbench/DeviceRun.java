package org.hloexplorer.app.workbench;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.jspecify.annotations.Nullable;

/**
 * A finished run.
 *
 * @param module what was compiled
 * @param comparison with the reference; null where this is the reference, or none was asked for
 * @param recorded comparison with the result that the file recorded; null where it has none for these arguments
 * @param simulation cycle by cycle, on a simulated TPU; null elsewhere
 */
public record DeviceRun(
        DeviceDescription device,
        HloModule module,
        long seed,
        Duration compileTime,
        List<KernelDescription> kernels,
        ExecutionResult result,
        @Nullable ReferenceComparison comparison,
        @Nullable ReferenceComparison recorded,
        @Nullable TpuSimulation simulation) {
    public DeviceRun {
        kernels = List.copyOf(kernels);
    }

    /** The kernels that the device did not run itself. */
    public List<KernelDescription> fallbacks() {
        return kernels.stream().filter(each -> each.fallback() != null).toList();
    }

    /** Whether the output is that of the reference and the recorded one, as far as it was compared. */
    public boolean agrees() {
        return agrees(comparison) && agrees(recorded);
    }

    private static boolean agrees(@Nullable ReferenceComparison made) {
        return made == null || made.comparison().agrees();
    }

    /** What ran most kernels, among those that the device ran itself where there are any. */
    public String engine() {
        return mostFrequentEngine().orElse(device.name());
    }

    private Optional<String> mostFrequentEngine() {
        return kernels.stream().map(KernelDescription::engine).max((a, b) -> Long.compare(count(a), count(b)));
    }

    private long count(String engine) {
        return kernels.stream().filter(each -> each.engine().equals(engine)).count();
    }
}
