package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/** How each computation is run: one after the other with its caller, or once per element within a kernel. */
final class ComputationContexts {

    /** How a computation is run. */
    enum Context {
        /** The entry, and what loops, branches and calls run. */
        SEQUENTIAL,
        /** The inside of a fusion, whose values stay in registers. */
        FUSED,
        /** What a reduction, sort and the like apply to elements. */
        EMBEDDED
    }

    /** Who calls a computation. */
    record CallSite(HloComputation computation, HloInstruction instruction) {}

    private final HloModule module;
    private final Map<Integer, Context> contexts = new HashMap<>();
    private final Map<Integer, List<CallSite>> callers = new HashMap<>();

    ComputationContexts(HloModule module) {
        this.module = module;
        visit(module.entry(), Context.SEQUENTIAL);
    }

    private void visit(HloComputation computation, Context context) {
        if (contexts.putIfAbsent(computation.id(), context) != null) {
            return;
        }
        for (var instruction : computation.instructions()) {
            for (int callee : instruction.calledComputations()) {
                callers.computeIfAbsent(callee, _ -> new ArrayList<>(1)).add(new CallSite(computation, instruction));
                visit(module.computation(callee), ofCallee(instruction, context));
            }
        }
    }

    private static Context ofCallee(HloInstruction caller, Context context) {
        return switch (caller.op()) {
            case HloOp.While _, HloOp.Call _, HloOp.Conditional _ -> context;
            case HloOp.Fusion _ -> Context.FUSED;
            default -> Context.EMBEDDED;
        };
    }

    /** The context; {@code EMBEDDED} for one that nothing calls. */
    Context of(HloComputation computation) {
        return contexts.getOrDefault(computation.id(), Context.EMBEDDED);
    }

    boolean isSequential(HloComputation computation) {
        return of(computation) == Context.SEQUENTIAL;
    }

    /** The computations that run one after the other, the callees before their callers. */
    List<HloComputation> sequential() {
        return module.computations().stream().filter(this::isSequential).toList();
    }

    List<HloComputation> embedded() {
        return module.computations().stream()
                .filter(each -> contexts.get(each.id()) == Context.EMBEDDED)
                .toList();
    }

    List<CallSite> callers(HloComputation computation) {
        return callers.getOrDefault(computation.id(), List.of());
    }

    /** A computation that runs in sequence and is called from several places, whose values would lie in one place for all. */
    Optional<HloComputation> calledTwice() {
        return sequential().stream().filter(each -> callers(each).size() > 1).findFirst();
    }
}
