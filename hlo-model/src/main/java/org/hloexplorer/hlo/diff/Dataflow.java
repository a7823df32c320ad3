package org.hloexplorer.hlo.diff;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.jspecify.annotations.Nullable;

/** Where values go: from operands to users, from arguments to parameters, from roots to callers. Instructions by number. */
final class Dataflow {
    private final List<HloInstruction> instructions = new ArrayList<>();
    private final List<HloComputation> homes = new ArrayList<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private Edges successors = new Edges(0);
    private Edges predecessors = new Edges(0);

    private Dataflow() {}

    static Dataflow of(HloModule module) {
        var flow = new Dataflow();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                flow.numbers.put(instruction.id(), flow.instructions.size());
                flow.instructions.add(instruction);
                flow.homes.add(computation);
            }
        }
        flow.successors = new Edges(flow.instructions.size());
        flow.predecessors = new Edges(flow.instructions.size());
        flow.connect(module);
        return flow;
    }

    private void connect(HloModule module) {
        for (int user = 0; user < instructions.size(); user++) {
            var instruction = instructions.get(user);
            for (int i = 0; i < instruction.operandCount(); i++) {
                connect(numbers.get(instruction.operandId(i)), user);
            }
            for (int callee : instruction.calledComputations()) {
                var computation = module.find(callee);
                if (computation.isPresent()) {
                    connectCall(user, instruction, computation.get());
                }
            }
        }
    }

    /** A branch or loop has fewer parameters than its caller has operands; then any operand may be meant. */
    private void connectCall(int caller, HloInstruction instruction, HloComputation callee) {
        var parameters = callee.parameters();
        boolean isOneToOne = parameters.size() == instruction.operandCount();
        for (int i = 0; i < parameters.size(); i++) {
            for (int operand = 0; operand < instruction.operandCount(); operand++) {
                if (!isOneToOne || operand == i) {
                    connect(
                            numbers.get(instruction.operandId(operand)),
                            numbers.get(parameters.get(i).id()));
                }
            }
        }
        connect(numbers.get(callee.rootId()), caller);
    }

    private void connect(@Nullable Integer from, @Nullable Integer to) {
        if (from != null && to != null) {
            successors.add(from, to);
            predecessors.add(to, from);
        }
    }

    /** For each number those it leads to. */
    private static final class Edges {
        private final int[][] targets;
        private final int[] counts;

        Edges(int size) {
            targets = new int[size][2];
            counts = new int[size];
        }

        void add(int from, int to) {
            if (counts[from] == targets[from].length) {
                targets[from] = Arrays.copyOf(targets[from], counts[from] * 2);
            }
            targets[from][counts[from]++] = to;
        }

        void forEach(int from, IntConsumer action) {
            for (int i = 0; i < counts[from]; i++) {
                action.accept(targets[from][i]);
            }
        }
    }

    HloInstruction instruction(int number) {
        return instructions.get(number);
    }

    HloComputation home(int number) {
        return homes.get(number);
    }

    BitSet all() {
        var all = new BitSet();
        all.set(0, instructions.size());
        return all;
    }

    BitSet successors(BitSet from) {
        return neighbours(from, successors);
    }

    BitSet predecessors(BitSet from) {
        return neighbours(from, predecessors);
    }

    /** These and all that their values reach. */
    BitSet closure(BitSet from) {
        return closure(from, successors);
    }

    /** These and all whose values reach them. */
    BitSet backClosure(BitSet from) {
        return closure(from, predecessors);
    }

    private static BitSet neighbours(BitSet from, Edges edges) {
        var found = new BitSet();
        forEach(from, number -> edges.forEach(number, found::set));
        return found;
    }

    private static BitSet closure(BitSet from, Edges edges) {
        var found = (BitSet) from.clone();
        var open = new ArrayDeque<Integer>();
        forEach(from, open::add);
        while (!open.isEmpty()) {
            edges.forEach(open.remove(), next -> {
                if (!found.get(next)) {
                    found.set(next);
                    open.add(next);
                }
            });
        }
        return found;
    }

    private static void forEach(BitSet numbers, IntConsumer action) {
        for (int i = numbers.nextSetBit(0); i >= 0; i = numbers.nextSetBit(i + 1)) {
            action.accept(i);
        }
    }
}
