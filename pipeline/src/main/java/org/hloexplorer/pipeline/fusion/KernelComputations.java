package org.hloexplorer.pipeline.fusion;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/** The computations whose instructions run one after the other: the entry, and what it calls as a whole. */
public final class KernelComputations {
    private KernelComputations() {}

    /** In the module's order, callees first. */
    public static List<HloComputation> of(HloModule module) {
        var reached = new HashSet<Integer>();
        reach(module, module.entry(), reached);
        return module.computations().stream()
                .filter(each -> reached.contains(each.id()))
                .toList();
    }

    private static void reach(HloModule module, HloComputation computation, Set<Integer> reached) {
        if (!reached.add(computation.id())) {
            return;
        }
        for (var instruction : computation.instructions()) {
            switch (instruction.op()) {
                case HloOp.While _, HloOp.Conditional _, HloOp.Call _ ->
                    instruction.calledComputations().forEach(id -> reach(module, module.computation(id), reached));
                default -> {}
            }
        }
    }
}
