package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.CompileOutcome;

/**
 * A plan with code for all its launches.
 *
 * @param code by number in the set of kernels
 * @param compileTime wall time of everything: planning, printing, and the compiler
 */
record CpuProgram(ExecutablePlan plan, KernelSet kernels, List<CompileOutcome.Compiled> code, Duration compileTime) {

    CompileOutcome.Compiled code(PlanStep.Launch launch) {
        return code.get(kernels.number(launch));
    }
}
