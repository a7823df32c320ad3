package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.KernelSource;

/**
 * A plan with code for all its launches.
 *
 * @param code by number in the set of kernels
 * @param fromCache kernels whose code was compiled before
 * @param compileTime wall time of everything: planning, printing, and the compiler
 */
record CpuProgram(
        ExecutablePlan plan,
        KernelSet kernels,
        List<CompileOutcome.Compiled> code,
        Set<KernelSource> fromCache,
        Duration compileTime) {
    CpuProgram {
        fromCache = Set.copyOf(fromCache);
    }

    CompileOutcome.Compiled code(PlanStep.Launch launch) {
        return code.get(kernels.number(launch));
    }
}
