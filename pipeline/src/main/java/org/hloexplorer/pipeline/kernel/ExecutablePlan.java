package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.kernel.library.LibraryRefusal;

/**
 * A program as a device runs it: kernels in order, and calls of the reference evaluator for what has no kernel.
 *
 * @param buffers by id
 * @param parameters one for each parameter of the entry computation
 * @param result of the entry computation
 * @param notForLibrary why the library that was asked for does not compute an instruction, by its id
 */
public record ExecutablePlan(
        HloModule module,
        List<PlanBuffer> buffers,
        List<PlanStep> steps,
        List<PlanValue> parameters,
        PlanValue result,
        Map<Integer, String> notForLibrary) {
    public ExecutablePlan {
        buffers = List.copyOf(buffers);
        steps = List.copyOf(steps);
        parameters = List.copyOf(parameters);
        notForLibrary = Map.copyOf(notForLibrary);
    }

    /** A plan without a library. */
    public ExecutablePlan(
            HloModule module,
            List<PlanBuffer> buffers,
            List<PlanStep> steps,
            List<PlanValue> parameters,
            PlanValue result) {
        this(module, buffers, steps, parameters, result, Map.of());
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
        var wanted = options;
        while (true) {
            try {
                return new PlanBuilder(module, wanted, excluded).build();
            } catch (LibraryRefusal e) {
                // What the library has no words for is known only where layouts are: the plan is made once more
                // without.
                wanted = wanted.with(Objects.requireNonNull(wanted.library()).without(e));
            }
        }
    }

    /** The calls of a library. */
    public List<PlanStep.LibraryCall> libraryCalls() {
        return units().filter(PlanStep.LibraryCall.class::isInstance)
                .map(PlanStep.LibraryCall.class::cast)
                .toList();
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
