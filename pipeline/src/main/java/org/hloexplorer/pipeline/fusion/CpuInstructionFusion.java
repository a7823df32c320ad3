package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/** Joins instructions into loops that keep values in registers, by the rules of XLA's CPU compiler. */
public final class CpuInstructionFusion {
    private CpuInstructionFusion() {}

    public static final EdgeFusion PASS = new EdgeFusion(
            "fusion",
            "joins instructions into loops that keep intermediate values in registers",
            CpuFusionOptions.ALL,
            CpuInstructionFusion::computations,
            (graph, context) -> new CpuFusionChecks(graph, CpuFusionOptions.of(context)));

    /** All but the bodies of fusions, which are one kernel each already. */
    private static List<HloComputation> computations(HloModule module) {
        var bodies = module.computations().stream()
                .flatMap(computation -> computation.instructions().stream())
                .filter(FusionGraph::isFusion)
                .map(fusion -> ((HloOp.Fusion) fusion.op()).computation())
                .collect(Collectors.toSet());
        return module.computations().stream()
                .filter(computation -> !bodies.contains(computation.id()))
                .toList();
    }
}
