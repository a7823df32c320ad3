package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;

/**
 * XLA's {@code ListScheduler}: of what could run next, that which frees most beyond what it takes; of equals, that with
 * the most users.
 */
final class ListOrder {
    private final HloComputation computation;
    /** The instructions whose values an instruction's value is, through tuples and the like. */
    private final Map<Integer, Set<HloInstruction>> makers = new HashMap<>();
    /** How many instructions that really read a value have still to run. */
    private final Map<Integer, Integer> readers = new HashMap<>();

    private final Map<Integer, Integer> waiting = new HashMap<>();
    private final Map<Integer, List<HloInstruction>> followers = new HashMap<>();
    private final TreeSet<Candidate> ready = new TreeSet<>(Comparator.comparingLong((Candidate each) -> -each.gain())
            .thenComparingInt(each -> -each.users())
            .thenComparingInt(Candidate::position));
    private final Map<Integer, Candidate> byInstruction = new HashMap<>();

    private record Candidate(HloInstruction instruction, long gain, int users, int position) {}

    ListOrder(HloComputation computation) {
        this.computation = computation;
        for (var instruction : computation.instructions()) {
            findMakers(instruction);
            var before = new HashSet<>(instruction.annotations().controlPredecessors());
            for (int operand : instruction.operandIds()) {
                before.add(operand);
            }
            waiting.put(instruction.id(), before.size());
            before.forEach(each ->
                    followers.computeIfAbsent(each, _ -> new ArrayList<>()).add(instruction));
            if (!Dataflow.passesOn(instruction)) {
                read(instruction).forEach(maker -> readers.merge(maker.id(), 1, Integer::sum));
            }
        }
        // What is given back is never free.
        makers.getOrDefault(computation.rootId(), Set.of())
                .forEach(maker -> readers.merge(maker.id(), 1, Integer::sum));
    }

    private void findMakers(HloInstruction instruction) {
        makers.put(instruction.id(), Dataflow.passesOn(instruction) ? read(instruction) : Set.of(instruction));
    }

    /** In the order of operands, as instructions have no order of their own, and what is refreshed when depends on it. */
    private Set<HloInstruction> read(HloInstruction instruction) {
        var all = new LinkedHashSet<HloInstruction>();
        for (int operand : instruction.operandIds()) {
            all.addAll(makers.getOrDefault(operand, Set.of()));
        }
        return all;
    }

    List<HloInstruction> order() {
        for (var instruction : computation.instructions()) {
            if (waiting.getOrDefault(instruction.id(), 0) == 0) {
                makeReady(instruction);
            }
        }
        var order = new ArrayList<HloInstruction>();
        while (!ready.isEmpty()) {
            var next = ready.pollFirst().instruction();
            byInstruction.remove(next.id());
            order.add(next);
            run(next);
        }
        return order;
    }

    private void run(HloInstruction instruction) {
        if (!Dataflow.passesOn(instruction)) {
            for (var maker : read(instruction)) {
                if (readers.merge(maker.id(), -1, Integer::sum) == 1) {
                    refreshReadersOf(maker);
                }
            }
        }
        for (var follower : followers.getOrDefault(instruction.id(), List.of())) {
            if (waiting.merge(follower.id(), -1, Integer::sum) == 0) {
                makeReady(follower);
            }
        }
    }

    private void makeReady(HloInstruction instruction) {
        var candidate = new Candidate(
                instruction,
                gain(instruction),
                computation.users(instruction).size(),
                computation.position(instruction.id()));
        byInstruction.put(instruction.id(), candidate);
        ready.add(candidate);
    }

    /** The last reader of a value frees it: it is worth more now. */
    private void refreshReadersOf(HloInstruction maker) {
        for (var user : computation.users(maker)) {
            var candidate = byInstruction.get(user.id());
            if (candidate != null) {
                ready.remove(candidate);
                makeReady(user);
            }
        }
    }

    /** Constants and parameters come first, as they cost nothing and may be needed by what frees most. */
    private long gain(HloInstruction instruction) {
        if (instruction.op() instanceof HloOp.Parameter || instruction.op() instanceof HloOp.Constant) {
            return Long.MAX_VALUE;
        }
        long freed = 0;
        if (!Dataflow.passesOn(instruction)) {
            for (var maker : read(instruction)) {
                freed += readers.getOrDefault(maker.id(), 0) == 1 ? ScheduledBytes.of(maker) : 0;
            }
        }
        return freed - ScheduledBytes.of(instruction);
    }
}
