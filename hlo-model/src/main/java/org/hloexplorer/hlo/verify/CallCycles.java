package org.hloexplorer.hlo.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;

/** Finds computations that call themselves, in time linear in the calls and without recursion. */
final class CallCycles {
    private final HloModule module;
    private final Findings findings;
    private final Map<Integer, List<Integer>> callees = new HashMap<>();
    private final Map<Integer, Integer> openCallers = new HashMap<>();

    CallCycles(HloModule module, Findings findings) {
        this.module = module;
        this.findings = findings;
    }

    /** Takes away computations that nobody calls any more, again and again; what stays is in a cycle or called from one. */
    void check() {
        for (var computation : module.computations()) {
            var called = computation.instructions().stream()
                    .flatMap(each -> each.calledComputations().stream())
                    .toList();
            callees.put(computation.id(), called);
            called.forEach(callee -> openCallers.merge(callee, 1, Integer::sum));
        }
        Deque<Integer> free = new ArrayDeque<>();
        for (var computation : module.computations()) {
            if (openCallers.getOrDefault(computation.id(), 0) == 0) {
                free.add(computation.id());
            }
        }
        takeAway(free);
    }

    private void takeAway(Deque<Integer> free) {
        var left = new ArrayList<>(module.computations());
        var taken = new HashSet<Integer>();
        while (!free.isEmpty()) {
            int id = free.remove();
            taken.add(id);
            for (int callee : callees.getOrDefault(id, List.of())) {
                if (openCallers.merge(callee, -1, Integer::sum) == 0) {
                    free.add(callee);
                }
            }
        }
        left.removeIf(computation -> taken.contains(computation.id()));
        left.stream()
                .filter(computation -> reachesItself(computation, left))
                .forEach(computation -> findings.add(
                        FindingCode.CALL_CYCLE,
                        computation,
                        "computation %s calls itself, directly or through others".formatted(computation.name())));
    }

    private boolean reachesItself(HloComputation start, List<HloComputation> left) {
        if (left.size() > 1000) {
            return true;
        }
        Deque<Integer> open = new ArrayDeque<>(callees.getOrDefault(start.id(), List.of()));
        var seen = new HashSet<Integer>();
        while (!open.isEmpty()) {
            int id = open.remove();
            if (id == start.id()) {
                return true;
            }
            if (seen.add(id)) {
                open.addAll(callees.getOrDefault(id, List.of()));
            }
        }
        return false;
    }
}
