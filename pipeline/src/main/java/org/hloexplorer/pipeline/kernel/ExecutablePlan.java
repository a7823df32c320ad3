package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;

/**
 * A program as a device runs it: kernels in order, and calls of the reference evaluator for what has no kernel.
 *
 * @param buffers by id
 * @param parameters one for each parameter of the entry computation
 * @param result of the entry computation
 */
public record ExecutablePlan(
        HloModule module,
        List<PlanBuffer> buffers,
        List<PlanStep> steps,
        List<PlanValue> parameters,
        PlanValue result) {
    public ExecutablePlan {
        buffers = List.copyOf(buffers);
        steps = List.copyOf(steps);
        parameters = List.copyOf(parameters);
    }

    /** A plan for a module. */
    public static ExecutablePlan of(HloModule module, LoweringOptions options) {
        return of(module, options, Map.of());
    }

    /**
     * A plan that leaves some instructions to the reference.
     *
     * @param excluded reasons by instruction id
     */
    public static ExecutablePlan of(HloModule module, LoweringOptions options, Map<Integer, String> excluded) {
        return new PlanBuilder(module, options, excluded).build();
    }

    /** The steps that run on the reference evaluator. */
    public List<PlanStep.Reference> fallbacks() {
        return units().filter(PlanStep.Reference.class::isInstance)
                .map(PlanStep.Reference.class::cast)
                .toList();
    }

    /** The steps that do work, those inside of loops and branches included. */
    public Stream<PlanStep> units() {
        return PlanStep.units(steps);
    }
}
