package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/** Until which instruction of a computation each value is used, whatever names it passes through. */
final class LastUses {
    private static final int AFTER_ALL = Integer.MAX_VALUE;

    private final Map<Integer, Integer> lastUses = new HashMap<>();

    LastUses(HloComputation computation) {
        lastUses.put(computation.rootId(), AFTER_ALL);
        var instructions = computation.instructions();
        for (int place = instructions.size() - 1; place >= 0; place--) {
            var instruction = instructions.get(place);
            int use = isAlias(instruction) ? Math.max(place, of(instruction)) : place;
            for (int operand : instruction.operandIds()) {
                lastUses.merge(operand, use, Math::max);
            }
        }
    }

    /** The place of the last instruction that uses the value, 0 where none does. */
    int of(HloInstruction instruction) {
        return lastUses.getOrDefault(instruction.id(), 0);
    }

    /** Whether the value is, or is part of, the result. */
    boolean escapes(StoredValue value) {
        return value.lastUse() == AFTER_ALL;
    }

    /** Whether the instruction yields what its operands are. */
    static boolean isAlias(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case TUPLE, GET_TUPLE_ELEMENT -> true;
            case BITCAST, OPTIMIZATION_BARRIER, COPY_DONE, ADD_DEPENDENCY, DOMAIN -> instruction.operandCount() > 0;
            default -> false;
        };
    }
}
