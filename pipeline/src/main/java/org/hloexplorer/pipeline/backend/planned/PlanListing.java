package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.PlanStep;

/** What there is to see of a plan's steps, whichever device runs its kernels. */
public record PlanListing(ExecutablePlan plan) {

    /** All steps that do work, in order, of a plan that calls no library. */
    public List<KernelDescription> descriptions(Function<PlanStep.Launch, KernelDescription> kernel) {
        return descriptions(kernel, call -> plain(call, call.primitive().text(), null));
    }

    /** All steps that do work, in order. */
    public List<KernelDescription> descriptions(
            Function<PlanStep.Launch, KernelDescription> kernel,
            Function<PlanStep.LibraryCall, KernelDescription> library) {
        List<KernelDescription> descriptions = new ArrayList<>();
        for (var step : plan.units().toList()) {
            descriptions.add(
                    switch (step) {
                        case PlanStep.Launch launch -> kernel.apply(launch);
                        case PlanStep.LibraryCall call -> library.apply(call);
                        case PlanStep.Reference reference ->
                            plain(reference, "reference evaluator", reference.reason());
                        case PlanStep.Copy copy ->
                            plain(
                                    copy,
                                    "copy of %,d bytes"
                                            .formatted(plan.buffers()
                                                    .get(copy.to())
                                                    .bytes()),
                                    null);
                        case PlanStep.Loop _, PlanStep.Branch _ ->
                            throw new IllegalStateException(step.name() + " is not a unit of work");
                    });
        }
        return descriptions;
    }

    private static KernelDescription plain(
            PlanStep step, String engine, @org.jspecify.annotations.Nullable String fallback) {
        int instruction = step.instruction().id();
        return new KernelDescription(step.name(), instruction, List.of(instruction), engine, fallback, List.of());
    }

    /** Gives an instruction's name from its id. */
    public IntFunction<String> names() {
        var names = plan.module().computations().stream()
                .map(HloComputation::instructions)
                .flatMap(List::stream)
                .collect(Collectors.toMap(HloInstruction::id, HloInstruction::name));
        return id -> names.getOrDefault(id, "?");
    }

    /** Instructions that a step computes and everything fused into them; what is only read is the work of others. */
    public List<Integer> computedBy(List<HloInstruction> instructions) {
        return instructions.stream()
                .map(this::computedBy)
                .flatMap(Set::stream)
                .distinct()
                .toList();
    }

    private Set<Integer> computedBy(HloInstruction instruction) {
        Set<Integer> ids = new LinkedHashSet<>();
        ids.add(instruction.id());
        if (instruction.op() instanceof HloOp.Fusion fusion) {
            plan.module().computation(fusion.computation()).instructions().stream()
                    .filter(inner -> !(inner.op() instanceof HloOp.Parameter))
                    .forEach(inner -> ids.addAll(computedBy(inner)));
        }
        return ids;
    }
}
