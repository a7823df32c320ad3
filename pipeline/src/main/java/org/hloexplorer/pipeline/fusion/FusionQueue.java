package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/**
 * The order in which consumers are looked at: from the results backwards.
 *
 * <p>The operands of a consumer come in the same order, the last computed first, so that an instruction which feeds
 * another operand as well is considered after it, and not fused twice.
 */
final class FusionQueue {
    private final List<Integer> order = new ArrayList<>();
    private final Map<Integer, Integer> positions = new HashMap<>();

    FusionQueue(HloComputation computation) {
        PostOrder.of(computation).forEach(instruction -> push(instruction.id()));
    }

    /** Puts an instruction where it comes next. */
    void push(int id) {
        positions.put(id, order.size());
        order.add(id);
    }

    void remove(int id) {
        positions.remove(id);
    }

    /** The next consumer, which leaves the queue. */
    OptionalInt poll() {
        while (!order.isEmpty()) {
            int position = order.size() - 1;
            int id = order.removeLast();
            if (positions.remove(id, position)) {
                return OptionalInt.of(id);
            }
        }
        return OptionalInt.empty();
    }

    /** The operands that may be considered for this consumer, the last computed first. */
    Candidates candidates(HloInstruction consumer) {
        var candidates = new Candidates();
        candidates.addOperands(consumer);
        return candidates;
    }

    /** Operands of a consumer that were not asked yet; each comes once. */
    final class Candidates {
        private final Set<Integer> known = new HashSet<>();
        private final PriorityQueue<Integer> waiting =
                new PriorityQueue<>(Comparator.comparing((Integer id) -> positions.getOrDefault(id, -1))
                        .reversed());

        private Candidates() {}

        /** Adds what this instruction reads. */
        void addOperands(HloInstruction instruction) {
            for (int i = 0; i < instruction.operandCount(); i++) {
                int id = instruction.operandId(i);
                if (positions.containsKey(id) && known.add(id)) {
                    waiting.add(id);
                }
            }
        }

        /** The next one's id. */
        OptionalInt poll() {
            var next = waiting.poll();
            return next == null ? OptionalInt.empty() : OptionalInt.of(next);
        }
    }
}
