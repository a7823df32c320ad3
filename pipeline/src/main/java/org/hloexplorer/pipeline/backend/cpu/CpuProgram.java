package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.onednn.Implementation;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.CompileTier;
import org.hloexplorer.pipeline.worker.KernelSource;

/**
 * A plan with code for all its launches.
 *
 * @param code by number in the set of kernels
 * @param fromCache kernels whose code was compiled before
 * @param keptQuick why a kernel of this number stays as quick code
 * @param contractions what was asked to compute dots and convolutions
 * @param primitives what oneDNN chose for each that the plan calls
 */
record CpuProgram(
        ExecutablePlan plan,
        KernelSet kernels,
        List<CompileOutcome.Compiled> code,
        Set<KernelSource> fromCache,
        Map<Integer, String> keptQuick,
        ContractionEngine contractions,
        Map<Primitive, Implementation> primitives) {
    CpuProgram {
        code = List.copyOf(code);
        fromCache = Set.copyOf(fromCache);
        keptQuick = Map.copyOf(keptQuick);
        primitives = Map.copyOf(primitives);
    }

    /** The same plan with other code. */
    CpuProgram with(List<CompileOutcome.Compiled> other, Map<Integer, String> reasons) {
        return new CpuProgram(plan, kernels, other, fromCache, reasons, contractions, primitives);
    }

    CompileOutcome.Compiled code(PlanStep.Launch launch) {
        return code.get(kernels.number(launch));
    }

    /** The numbers of the kernels that O3 has not compiled. */
    List<Integer> quick() {
        return IntStream.range(0, code.size())
                .filter(number -> code.get(number).tier() != CompileTier.OPTIMIZED)
                .boxed()
                .toList();
    }
}
