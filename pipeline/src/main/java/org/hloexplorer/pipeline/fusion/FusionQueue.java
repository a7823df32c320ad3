package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/**
 * The order in which consumers are looked at: from the results backwards, a fusion again right after it has grown.
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

    /** The numbers of the operands to consider, in order. */
    List<Integer> operandsOf(HloInstruction consumer) {
        return IntStream.range(0, consumer.operandCount())
                .filter(i -> positions.containsKey(consumer.operandId(i)))
                .boxed()
                .sorted(Comparator.comparing(
                        (Integer i) -> positions.getOrDefault(consumer.operandId(i), -1), Comparator.reverseOrder()))
                .toList();
    }
}
