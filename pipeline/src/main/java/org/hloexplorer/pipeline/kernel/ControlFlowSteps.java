package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/** Loops and branches as steps around the steps of the computations they call. */
final class ControlFlowSteps {
    private final PlanBuilder plan;
    private final HloInstruction instruction;
    private final String name;

    ControlFlowSteps(PlanBuilder plan, HloInstruction instruction) {
        this.plan = plan;
        this.instruction = instruction;
        this.name = plan.unique(instruction.name());
    }

    /** What a loop carries lies in one place all along, and what no repetition changes stays where it is. */
    PlanValue loop(HloOp.While loop, PlanValue initial) {
        var body = plan.module().computation(loop.body());
        Set<Integer> carried = new HashSet<>();
        var state = state(initial, body, carried);
        var step = step(loop, body, state, carried);
        var missing = missing(List.of(step));
        if (missing.isPresent()) {
            return reference(List.of(initial), missing.get());
        }
        move(initial, state);
        plan.add(step);
        return state;
    }

    private PlanStep.Loop step(HloOp.While loop, HloComputation body, PlanValue state, Set<Integer> carried) {
        var predicate = new ArrayList<PlanValue>();
        var condition = plan.collected(() ->
                predicate.add(new ComputationSteps(plan, plan.module().computation(loop.condition()), Set.of())
                        .build(List.of(state))));
        var steps = plan.collected(() -> {
            var next = new ComputationSteps(plan, body, carried).build(List.of(state));
            move(next, state);
        });
        int place = predicate.getFirst().arrays().findFirst().orElseThrow().buffer();
        return new PlanStep.Loop(name, instruction, condition, place, steps);
    }

    private PlanValue state(PlanValue initial, HloComputation body, Set<Integer> carried) {
        if (!(initial instanceof PlanValue.Tuple(var elements))) {
            return ownPlace(initial, carried);
        }
        List<PlanValue> places = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            places.add(isInvariant(body, i) ? elements.get(i) : ownPlace(elements.get(i), carried));
        }
        return new PlanValue.Tuple(places);
    }

    /** Whether the body gives an element of its parameter on as it is. */
    private static boolean isInvariant(HloComputation body, int element) {
        var root = body.root();
        if (root.opcode() == HloOpcode.PARAMETER) {
            return true;
        }
        if (root.opcode() != HloOpcode.TUPLE) {
            return false;
        }
        var next = body.operand(root, element);
        return next.op() instanceof HloOp.GetTupleElement(int index)
                && index == element
                && body.operand(next, 0).op() instanceof HloOp.Parameter;
    }

    private PlanValue ownPlace(PlanValue like, Set<Integer> carried) {
        return switch (like) {
            case PlanValue.Array(int _, var shape) -> {
                var place = plan.computed(shape);
                carried.addAll(ComputationSteps.buffers(place));
                yield place;
            }
            case PlanValue.Tuple(var elements) ->
                new PlanValue.Tuple(
                        elements.stream().map(each -> ownPlace(each, carried)).toList());
            case PlanValue.Nothing nothing -> nothing;
        };
    }

    PlanValue branch(HloOp.Conditional conditional, List<PlanValue> operands) {
        var result = plan.computed(instruction.shape());
        List<List<PlanStep>> branches = new ArrayList<>();
        for (int i = 0; i < conditional.branches().size(); i++) {
            var computation = plan.module().computation(conditional.branches().get(i));
            var arguments = computation.parameters().isEmpty() ? List.<PlanValue>of() : List.of(operands.get(i + 1));
            branches.add(plan.collected(
                    () -> move(new ComputationSteps(plan, computation, Set.of()).build(arguments), result)));
        }
        var missing = missing(branches.stream().flatMap(List::stream).toList());
        if (missing.isPresent()) {
            return reference(operands, missing.get());
        }
        var selector = (PlanValue.Array) operands.getFirst();
        var byPredicate = selector.shape().elementType() == PrimitiveType.PRED;
        plan.add(new PlanStep.Branch(name, instruction, selector.buffer(), byPredicate, branches));
        return result;
    }

    private void move(PlanValue from, PlanValue to) {
        var sources = from.arrays().toList();
        var targets = to.arrays().toList();
        List<Runnable> last = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            var source = sources.get(i);
            var target = targets.get(i);
            if (source.equals(target)) {
                continue;
            }
            if (isWrittenAmong(targets, sources, source.buffer())) {
                var aside = (PlanValue.Array) plan.computed(source.shape());
                plan.copy(instruction, what(), source, aside);
                last.add(() -> plan.copy(instruction, what(), aside, target));
            } else {
                last.add(() -> plan.copy(instruction, what(), source, target));
            }
        }
        last.forEach(Runnable::run);
    }

    private static boolean isWrittenAmong(List<PlanValue.Array> targets, List<PlanValue.Array> sources, int source) {
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i).buffer() == source && !sources.get(i).equals(targets.get(i))) {
                return true;
            }
        }
        return false;
    }

    private String what() {
        return "the state of " + instruction.name();
    }

    /** Why it cannot run natively: one of its steps does not. */
    private static Optional<String> missing(List<PlanStep> steps) {
        return PlanStep.units(steps)
                .filter(PlanStep.Reference.class::isInstance)
                .map(PlanStep.Reference.class::cast)
                .findFirst()
                .map(step -> "it runs `%s`, and %s".formatted(step.instruction().name(), step.reason()));
    }

    private PlanValue reference(List<PlanValue> operands, String reason) {
        var result = plan.computed(instruction.shape());
        plan.add(new PlanStep.Reference(name, instruction, operands, result, reason));
        return result;
    }
}
