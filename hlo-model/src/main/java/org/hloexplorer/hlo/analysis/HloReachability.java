package org.hloexplorer.hlo.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/**
 * Which instructions of a computation depend on which, through operands and control predecessors.
 *
 * <p>Answers at once, from a row of bits per instruction; the rows of n instructions take n²/16 bytes.
 */
public final class HloReachability {
    private final HloComputation computation;
    private final BitSet[] sources;

    private HloReachability(HloComputation computation) {
        this.computation = computation;
        this.sources = new BitSet[computation.instructions().size()];
        for (int position = 0; position < sources.length; position++) {
            var row = new BitSet(position + 1);
            row.set(position);
            forPredecessors(position, predecessor -> row.or(sources[predecessor]));
            sources[position] = row;
        }
    }

    public static HloReachability of(HloComputation computation) {
        return new HloReachability(computation);
    }

    /** Whether {@code to} is, or depends on, {@code from}. */
    public boolean isReachable(HloInstruction from, HloInstruction to) {
        return sources[computation.position(to.id())].get(computation.position(from.id()));
    }

    /** Whether one of the two depends on the other. */
    public boolean isConnected(HloInstruction a, HloInstruction b) {
        return isReachable(a, b) || isReachable(b, a);
    }

    /** A shortest chain of instructions from one to the other, both ends included. */
    public Optional<List<HloInstruction>> path(HloInstruction from, HloInstruction to) {
        return search(from, to, false);
    }

    /**
     * A way from a producer to one of its consumers through other instructions, both ends included: fused into one, the two
     * would wait for themselves.
     */
    public Optional<List<HloInstruction>> detour(HloInstruction producer, HloInstruction consumer) {
        return search(producer, consumer, true);
    }

    /** Walks backwards, only through instructions that depend on {@code from}. */
    private Optional<List<HloInstruction>> search(HloInstruction from, HloInstruction to, boolean notDirect) {
        int source = computation.position(from.id());
        int target = computation.position(to.id());
        if (!sources[target].get(source)) {
            return Optional.empty();
        }
        var next = new HashMap<Integer, Integer>();
        var queue = new ArrayDeque<Integer>();
        queue.add(target);
        while (!queue.isEmpty()) {
            int position = queue.remove();
            if (position == source) {
                return Optional.of(chain(source, target, next));
            }
            forPredecessors(position, predecessor -> {
                boolean direct = position == target && predecessor == source;
                boolean leads = sources[predecessor].get(source) && !(notDirect && direct);
                if (leads && next.putIfAbsent(predecessor, position) == null) {
                    queue.add(predecessor);
                }
            });
        }
        return Optional.empty();
    }

    private List<HloInstruction> chain(int source, int target, Map<Integer, Integer> next) {
        var chain = new ArrayList<HloInstruction>();
        var position = Integer.valueOf(source);
        while (position != null) {
            chain.add(computation.instructions().get(position));
            position = position == target ? null : next.get(position);
        }
        return Collections.unmodifiableList(chain);
    }

    private void forPredecessors(int position, IntConsumer action) {
        var instruction = computation.instructions().get(position);
        for (int operand = 0; operand < instruction.operandCount(); operand++) {
            action.accept(computation.position(instruction.operandId(operand)));
        }
        for (int predecessor : instruction.annotations().controlPredecessors()) {
            action.accept(computation.position(predecessor));
        }
    }
}
