package org.hloexplorer.pipeline.transforms;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/** The computations that most passes look at: all but the bodies of fusions, which are one kernel each by now. */
public final class NonFusionComputations {
    private NonFusionComputations() {}

    /** In the module's order, callees first. */
    public static List<HloComputation> of(HloModule module) {
        var fused = fusedIds(module);
        return module.computations().stream()
                .filter(each -> !fused.contains(each.id()))
                .toList();
    }

    private static Set<Integer> fusedIds(HloModule module) {
        var ids = new HashSet<Integer>();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Fusion fusion) {
                    ids.add(fusion.computation());
                }
            }
        }
        return ids;
    }
}
