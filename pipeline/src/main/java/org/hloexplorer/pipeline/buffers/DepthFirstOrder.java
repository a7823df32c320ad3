package org.hloexplorer.pipeline.buffers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.jspecify.annotations.Nullable;

/** Orders in which each instruction comes as soon as all it needs is there, operand by operand. */
final class DepthFirstOrder {
    private final HloComputation computation;
    private final Map<Integer, Long> extraUsers = new HashMap<>();
    private final Map<Integer, Long> totalSizes = new HashMap<>();

    private DepthFirstOrder(HloComputation computation) {
        this.computation = computation;
    }

    /** XLA's {@code MakeInstructionPostOrder}: operands as they are written. */
    static List<HloInstruction> postOrder(HloComputation computation) {
        return new DepthFirstOrder(computation).walk(null);
    }

    /**
     * XLA's {@code DFSMemoryScheduler}: of several operands the one first that is used most elsewhere, then the one with
     * the largest values above it, then by name.
     */
    static List<HloInstruction> byUsersAndSizes(HloComputation computation) {
        var order = new DepthFirstOrder(computation);
        order.measure();
        return order.walk(
                Comparator.comparingLong((HloInstruction each) -> -order.extraUsers.getOrDefault(each.id(), 0L))
                        .thenComparingLong(each -> -order.totalSizes.getOrDefault(each.id(), 0L))
                        .thenComparing(HloInstruction::name));
    }

    private void measure() {
        long most = computation.instructions().stream()
                .mapToLong(ScheduledBytes::of)
                .sum();
        for (var instruction : postOrder(computation)) {
            long users = Math.max(0, computation.users(instruction).size() - 1);
            long size = ScheduledBytes.of(instruction);
            for (int operand : new HashSet<>(ids(instruction))) {
                users += extraUsers.getOrDefault(operand, 0L);
                size += totalSizes.getOrDefault(operand, 0L);
            }
            // What is reached by several ways is counted several times, but never above what there is.
            extraUsers.put(
                    instruction.id(), Math.min(users, computation.instructions().size()));
            totalSizes.put(instruction.id(), Math.min(size, most));
        }
    }

    private static List<Integer> ids(HloInstruction instruction) {
        var ids = new ArrayList<Integer>();
        for (int operand : instruction.operandIds()) {
            ids.add(operand);
        }
        return ids;
    }

    private List<HloInstruction> walk(@Nullable Comparator<HloInstruction> operandOrder) {
        var done = new HashSet<Integer>();
        var order = new ArrayList<HloInstruction>();
        for (var instruction : computation.instructions()) {
            if (computation.users(instruction).isEmpty() && instruction.id() != computation.rootId()) {
                visit(instruction, operandOrder, done, order);
            }
        }
        visit(computation.root(), operandOrder, done, order);
        computation.instructions().forEach(each -> visit(each, operandOrder, done, order));
        return order;
    }

    /** Without recursion: chains may be longer than any stack. */
    private void visit(
            HloInstruction start,
            @Nullable Comparator<HloInstruction> operandOrder,
            Set<Integer> done,
            List<HloInstruction> order) {
        var open = new ArrayDeque<HloInstruction>();
        open.push(start);
        while (!open.isEmpty()) {
            var instruction = open.getFirst();
            if (done.contains(instruction.id())) {
                open.pop();
                continue;
            }
            var before = new ArrayList<HloInstruction>();
            instruction.annotations().controlPredecessors().forEach(id -> before.add(computation.instruction(id)));
            var operands = new ArrayList<>(computation.operands(instruction));
            if (operandOrder != null) {
                operands.sort(operandOrder);
            }
            before.addAll(operands);
            before.removeIf(each -> done.contains(each.id()));
            if (before.isEmpty()) {
                open.pop();
                done.add(instruction.id());
                order.add(instruction);
            } else {
                before.reversed().forEach(open::push);
            }
        }
    }
}
