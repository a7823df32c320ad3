package org.hloexplorer.pipeline.rewrite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;

/** Puts every computation behind those it calls, and otherwise keeps the order. */
final class CalleesFirst {
    private CalleesFirst() {}

    static List<HloComputation> sort(List<HloComputation> computations) {
        Map<Integer, HloComputation> byId =
                computations.stream().collect(Collectors.toMap(HloComputation::id, Function.identity()));
        var sorted = new ArrayList<HloComputation>(computations.size());
        var visited = new HashSet<Integer>();
        for (var computation : computations) {
            visit(computation, byId, visited, sorted);
        }
        return sorted;
    }

    private static void visit(
            HloComputation start,
            Map<Integer, HloComputation> byId,
            Set<Integer> visited,
            List<HloComputation> sorted) {
        var stack = new ArrayDeque<HloComputation>(List.of(start));
        while (!stack.isEmpty()) {
            var computation = stack.peek();
            var callees = callees(computation).stream()
                    .filter(id -> !visited.contains(id))
                    .map(byId::get)
                    .filter(Objects::nonNull)
                    .toList();
            if (callees.isEmpty()) {
                stack.pop();
                if (visited.add(computation.id())) {
                    sorted.add(computation);
                }
            }
            callees.reversed().forEach(stack::push);
        }
    }

    private static Collection<Integer> callees(HloComputation computation) {
        return computation.instructions().stream()
                .flatMap(instruction -> instruction.calledComputations().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
