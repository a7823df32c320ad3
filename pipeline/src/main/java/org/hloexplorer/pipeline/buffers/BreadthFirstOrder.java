package org.hloexplorer.pipeline.buffers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/** First all that needs nothing, then what needs only that, and so on: what could run at the same time stands together. */
final class BreadthFirstOrder {
    private BreadthFirstOrder() {}

    static List<HloInstruction> of(HloComputation computation) {
        var waiting = new HashMap<Integer, Integer>();
        var followers = new HashMap<Integer, List<HloInstruction>>();
        var ready = new ArrayDeque<HloInstruction>();
        for (var instruction : computation.instructions()) {
            var before = new HashSet<>(instruction.annotations().controlPredecessors());
            for (int operand : instruction.operandIds()) {
                before.add(operand);
            }
            waiting.put(instruction.id(), before.size());
            before.forEach(each ->
                    followers.computeIfAbsent(each, _ -> new ArrayList<>()).add(instruction));
            if (before.isEmpty()) {
                ready.add(instruction);
            }
        }
        var order = new ArrayList<HloInstruction>();
        while (!ready.isEmpty()) {
            var next = ready.remove();
            order.add(next);
            for (var follower : followers.getOrDefault(next.id(), List.of())) {
                if (waiting.merge(follower.id(), -1, Integer::sum) == 0) {
                    ready.add(follower);
                }
            }
        }
        return order;
    }
}
