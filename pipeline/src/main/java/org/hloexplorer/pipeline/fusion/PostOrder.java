package org.hloexplorer.pipeline.fusion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/** The order in which XLA walks a computation: depth first from what has no users, first operands first. */
public final class PostOrder {
    private PostOrder() {}

    public static List<HloInstruction> of(HloComputation computation) {
        var order = new ArrayList<HloInstruction>(computation.instructions().size());
        var visiting = new HashSet<Integer>();
        var visited = new HashSet<Integer>();
        for (var start : computation.instructions()) {
            if (computation.users(start).isEmpty()) {
                walk(start, computation, visiting, visited, order);
            }
        }
        return order;
    }

    private static void walk(
            HloInstruction start,
            HloComputation computation,
            Set<Integer> visiting,
            Set<Integer> visited,
            List<HloInstruction> order) {
        var stack = new ArrayDeque<HloInstruction>();
        stack.push(start);
        while (!stack.isEmpty()) {
            var instruction = stack.peek();
            if (visiting.add(instruction.id())) {
                pushOperands(instruction, computation, visiting, stack);
            } else {
                stack.pop();
                if (visited.add(instruction.id())) {
                    order.add(instruction);
                }
            }
        }
    }

    /** The last pushed is walked first: control predecessors, then the operands in order. */
    private static void pushOperands(
            HloInstruction instruction,
            HloComputation computation,
            Set<Integer> visiting,
            ArrayDeque<HloInstruction> stack) {
        for (int i = instruction.operandCount() - 1; i >= 0; i--) {
            if (!visiting.contains(instruction.operandId(i))) {
                stack.push(computation.operand(instruction, i));
            }
        }
        for (int predecessor : instruction.annotations().controlPredecessors()) {
            if (!visiting.contains(predecessor)) {
                computation.find(predecessor).ifPresent(stack::push);
            }
        }
    }
}
