package org.hloexplorer.pipeline.buffers;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.hloexplorer.hlo.HloInstruction;

/** Puts the instructions of a draft behind their operands and what they wait for, and else leaves them in their order. */
final class DraftOrder {
    private final Map<Integer, HloInstruction> byId = new HashMap<>();
    private final Map<Integer, HloInstruction> sorted = new LinkedHashMap<>();

    private DraftOrder(List<HloInstruction> list) {
        list.forEach(each -> byId.put(each.id(), each));
    }

    /** @param isMade whether an instruction was made for the draft: those go where they are needed */
    static List<HloInstruction> of(List<HloInstruction> list, IntPredicate isMade) {
        var order = new DraftOrder(list);
        list.stream().filter(each -> !isMade.test(each.id())).forEach(order::place);
        list.forEach(order::place);
        return List.copyOf(order.sorted.values());
    }

    private void place(HloInstruction instruction) {
        if (sorted.containsKey(instruction.id())) {
            return;
        }
        for (int operand : instruction.operandIds()) {
            placeIfKnown(operand);
        }
        for (int before : instruction.annotations().controlPredecessors()) {
            placeIfKnown(before);
        }
        sorted.put(instruction.id(), instruction);
    }

    private void placeIfKnown(int id) {
        var known = byId.get(id);
        if (known != null) {
            place(known);
        }
    }
}
