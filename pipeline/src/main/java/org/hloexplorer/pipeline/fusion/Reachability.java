package org.hloexplorer.pipeline.fusion;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/** Which instructions of a computation depend on which, as a row of bits per instruction; kept while kernels merge. */
public final class Reachability {
    private final Map<Integer, Integer> positions;
    private final BitSet[] rows;

    public Reachability(HloComputation computation) {
        var instructions = computation.instructions();
        positions = HashMap.newHashMap(instructions.size());
        rows = new BitSet[instructions.size()];
        for (var instruction : instructions) {
            int position = positions.size();
            positions.put(instruction.id(), position);
            rows[position] = rowOf(instruction, position);
        }
    }

    private BitSet rowOf(HloInstruction instruction, int position) {
        var row = new BitSet(position + 1);
        row.set(position);
        for (int operand : instruction.operandIds()) {
            add(operand, row);
        }
        instruction.annotations().controlPredecessors().forEach(id -> add(id, row));
        return row;
    }

    private void add(int id, BitSet row) {
        var position = positions.get(id);
        if (position != null) {
            row.or(rows[position]);
        }
    }

    /** Whether {@code to} is, or depends on, {@code from}. */
    public boolean isReachable(HloInstruction from, HloInstruction to) {
        var source = positions.get(from.id());
        var target = positions.get(to.id());
        return source != null && target != null && rows[target].get(source);
    }

    /** Takes up that two instructions have become one, on which all depends that depended on either. */
    public void merge(HloInstruction first, HloInstruction second, HloInstruction merged) {
        int one = position(first);
        int other = position(second);
        var row = rows[one];
        row.or(rows[other]);
        rows[other] = row;
        positions.put(merged.id(), one);
        for (var each : rows) {
            if (each.get(one) || each.get(other)) {
                each.or(row);
            }
        }
    }

    /** Takes up an instruction that depends on another one, and on nothing else. */
    public void follow(HloInstruction instruction, HloInstruction other) {
        positions.put(instruction.id(), position(other));
    }

    private int position(HloInstruction instruction) {
        var position = positions.get(instruction.id());
        if (position == null) {
            throw new IllegalArgumentException(instruction + " is not in the computation");
        }
        return position;
    }
}
