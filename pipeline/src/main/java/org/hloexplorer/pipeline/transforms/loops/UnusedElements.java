package org.hloexplorer.pipeline.transforms.loops;

import static org.hloexplorer.hlo.HloOpcode.GET_TUPLE_ELEMENT;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Elements of a loop's tuple that neither the outside nor any element that is needed looks at. */
record UnusedElements(HloInstruction loop, ComputationEditor editor) {

    /** The elements to keep, in order; nothing where all are needed or the loop is not taken apart by elements. */
    Optional<List<Integer>> kept() {
        var op = (HloOp.While) loop.op();
        var module = editor.module();
        var body = module.current(op.body());
        var condition = module.current(op.condition());
        if (!(loop.shape() instanceof Shape.Tuple(var elements))
                || editor.operand(loop, 0).opcode() != TUPLE
                || body.root().opcode() != TUPLE
                || editor.isRoot(loop)
                || !isTakenApart(editor.users(loop))
                || !isTakenApart(body.users(body.parameters().getFirst()))
                || !isTakenApart(condition.users(condition.parameters().getFirst()))) {
            return Optional.empty();
        }
        var needed = new TreeSet<>(indices(editor.users(loop)));
        needed.addAll(indices(condition.users(condition.parameters().getFirst())));
        closeUnderBody(needed, body);
        return needed.size() < elements.size() && !needed.isEmpty()
                ? Optional.of(List.copyOf(needed))
                : Optional.empty();
    }

    private static boolean isTakenApart(List<HloInstruction> users) {
        return users.stream().allMatch(user -> user.opcode() == GET_TUPLE_ELEMENT);
    }

    private static Set<Integer> indices(List<HloInstruction> elements) {
        return elements.stream()
                .map(each -> ((HloOp.GetTupleElement) each.op()).index())
                .collect(Collectors.toSet());
    }

    /** Adds what the needed elements of the next round are made from. */
    private void closeUnderBody(Set<Integer> needed, HloComputation body) {
        var open = new ArrayDeque<HloInstruction>();
        needed.forEach(index -> open.add(body.operand(body.root(), index)));
        var seen = new HashSet<Integer>();
        while (!open.isEmpty()) {
            var instruction = open.poll();
            if (!seen.add(instruction.id())) {
                continue;
            }
            WhileTripCount.element(body, instruction)
                    .filter(needed::add)
                    .ifPresent(index -> open.add(body.operand(body.root(), index)));
            open.addAll(body.operands(instruction));
        }
        body.instructions().stream()
                .filter(each -> editor.module().sideEffects().of(each))
                .flatMap(each -> body.operands(each).stream())
                .forEach(each -> WhileTripCount.element(body, each).ifPresent(needed::add));
    }
}
