package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/** Which instructions of a computation depend on which, as a row of bits per instruction. */
final class Reachability {
    private final Map<Integer, Integer> positions;
    private final long[][] rows;

    Reachability(HloComputation computation) {
        var instructions = computation.instructions();
        positions = HashMap.newHashMap(instructions.size());
        rows = new long[instructions.size()][];
        for (var instruction : instructions) {
            int position = positions.size();
            positions.put(instruction.id(), position);
            rows[position] = rowOf(instruction, position);
        }
    }

    private long[] rowOf(HloInstruction instruction, int position) {
        var row = new long[position / Long.SIZE + 1];
        row[position / Long.SIZE] |= 1L << position;
        for (int i = 0; i < instruction.operandCount(); i++) {
            merge(rows[positions.getOrDefault(instruction.operandId(i), position)], row);
        }
        for (int predecessor : instruction.annotations().controlPredecessors()) {
            merge(rows[positions.getOrDefault(predecessor, position)], row);
        }
        return row;
    }

    private static void merge(long @org.jspecify.annotations.Nullable [] from, long[] into) {
        for (int i = 0; from != null && i < from.length; i++) {
            into[i] |= from[i];
        }
    }

    /** Whether {@code to} is, or depends on, {@code from}. */
    boolean isReachable(HloInstruction from, HloInstruction to) {
        var source = positions.get(from.id());
        var target = positions.get(to.id());
        if (source == null || target == null || source > target) {
            return false;
        }
        return (rows[target][source / Long.SIZE] & 1L << source) != 0;
    }
}
