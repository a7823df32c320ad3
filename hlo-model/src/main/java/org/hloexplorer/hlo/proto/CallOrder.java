package org.hloexplorer.hlo.proto;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;

/** The order XLA prints computations in: each behind those it calls, which stand in the order of their calls. */
final class CallOrder {
    private final Map<Integer, HloComputation> byId = new LinkedHashMap<>();
    private final Map<Integer, List<Integer>> calls;
    private final Set<HloComputation> ordered = new LinkedHashSet<>();
    private final Set<Integer> begun = new HashSet<>();

    /**
     * The order of these computations.
     *
     * @param calls by id of the computation, whom its instructions call, in the order XLA made them
     */
    CallOrder(List<HloComputation> computations, Map<Integer, List<Integer>> calls) {
        this.calls = calls;
        computations.forEach(each -> byId.put(each.id(), each));
    }

    List<HloComputation> sorted() {
        var called = new HashSet<Integer>();
        byId.values().forEach(each -> called.addAll(called(each)));
        byId.values().stream().filter(each -> !called.contains(each.id())).forEach(this::visit);
        byId.values().forEach(this::visit);
        return new ArrayList<>(ordered);
    }

    /** Calls may be nested deeper than the stack of this thread. */
    private void visit(HloComputation computation) {
        var open = new ArrayDeque<HloComputation>();
        open.push(computation);
        while (!open.isEmpty()) {
            var top = open.peek();
            boolean isFirstVisit = begun.add(top.id());
            if (!isFirstVisit) {
                ordered.add(open.pop());
                continue;
            }
            for (int callee : called(top).reversed()) {
                var next = byId.get(callee);
                if (next != null && !begun.contains(callee)) {
                    open.push(next);
                }
            }
        }
    }

    private List<Integer> called(HloComputation computation) {
        return calls.getOrDefault(computation.id(), List.of());
    }
}
