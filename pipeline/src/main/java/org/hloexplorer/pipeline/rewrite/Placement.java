package org.hloexplorer.pipeline.rewrite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.jspecify.annotations.Nullable;

/**
 * Where added instructions stand: before the one they were made for, or at the end.
 *
 * <p>What was there before keeps its order as far as operands allow, so that text differences stay small.
 */
final class Placement {
    private final Map<Integer, List<Integer>> before = new HashMap<>();
    private final List<Integer> atEnd = new ArrayList<>();

    /** Puts an instruction before {@code anchor}, which may be one that was removed since; null means at the end. */
    void add(int id, @Nullable Integer anchor) {
        var place = anchor == null ? atEnd : before.computeIfAbsent(anchor, _ -> new ArrayList<>());
        place.add(id);
    }

    /** All instructions of the editor, operands and control predecessors before those that need them. */
    List<HloInstruction> order(HloComputation base, ComputationEditor editor) {
        var candidates = new ArrayList<Integer>(base.instructions().size());
        for (var instruction : base.instructions()) {
            expand(instruction.id(), candidates);
        }
        atEnd.forEach(id -> expand(id, candidates));
        var ordered = new ArrayList<HloInstruction>(candidates.size());
        var visited = HashSet.<Integer>newHashSet(candidates.size());
        for (int id : candidates) {
            if (editor.contains(id)) {
                visit(editor.instruction(id), editor, visited, ordered);
            }
        }
        return ordered;
    }

    private void expand(int id, List<Integer> candidates) {
        var added = before.get(id);
        if (added != null) {
            added.forEach(each -> expand(each, candidates));
        }
        candidates.add(id);
    }

    private static void visit(
            HloInstruction start, ComputationEditor editor, Set<Integer> visited, List<HloInstruction> ordered) {
        if (visited.contains(start.id())) {
            return;
        }
        var stack = new ArrayDeque<HloInstruction>();
        stack.push(start);
        while (!stack.isEmpty()) {
            var instruction = stack.peek();
            int height = stack.size();
            pushMissing(instruction, editor, visited, stack);
            if (stack.size() == height) {
                stack.pop();
                if (visited.add(instruction.id())) {
                    ordered.add(instruction);
                }
            } else if (stack.size() > 4 * editor.size() + 16) {
                throw new IllegalStateException("there is a cycle through " + instruction);
            }
        }
    }

    private static void pushMissing(
            HloInstruction instruction,
            ComputationEditor editor,
            Set<Integer> visited,
            ArrayDeque<HloInstruction> stack) {
        for (int i = instruction.operandCount() - 1; i >= 0; i--) {
            if (!visited.contains(instruction.operandId(i))) {
                stack.push(editor.operand(instruction, i));
            }
        }
        for (int predecessor : instruction.annotations().controlPredecessors()) {
            if (!visited.contains(predecessor) && editor.contains(predecessor)) {
                stack.push(editor.instruction(predecessor));
            }
        }
    }
}
