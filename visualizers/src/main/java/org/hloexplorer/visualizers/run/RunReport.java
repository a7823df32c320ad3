package org.hloexplorer.visualizers.run;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.jspecify.annotations.Nullable;

/**
 * What a run gave.
 *
 * @param comparison with the reference; null where this was the reference itself or none was asked for
 */
public record RunReport(
        DeviceDescription device,
        long seed,
        List<Output> outputs,
        @Nullable LiteralComparison comparison,
        ExecutionProfile profile,
        Duration compileTime,
        List<KernelDescription> kernels) {

    /**
     * An output in a few numbers.
     *
     * @param shape such as {@code f32[512,2048]}
     * @param first the first elements, in row-major order
     */
    public record Output(String shape, Number sum, Number absSum, long nonfinite, List<Number> first) {
        public Output {
            first = List.copyOf(first);
        }
    }

    public RunReport {
        outputs = List.copyOf(outputs);
        kernels = List.copyOf(kernels);
    }

    /** The kernels of which there is something to say besides: who computes a dot, and why. */
    public List<KernelDescription> remarks() {
        return kernels.stream().filter(each -> each.remark() != null).toList();
    }

    /** The kernels that the device did not run itself. */
    public List<KernelDescription> fallbacks() {
        return kernels.stream().filter(each -> each.fallback() != null).toList();
    }
}
