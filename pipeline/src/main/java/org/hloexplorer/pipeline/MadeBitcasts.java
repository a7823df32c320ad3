package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;

/** The bitcasts that the passes of a pipeline make, each with both its sides: whatever pass makes one, it is told here. */
final class MadeBitcasts {
    private final Map<Integer, String> layouts = new HashMap<>();

    /** Takes in why arrays lie as they do, for the bitcasts that later passes make of them. */
    void learn(PassRun run) {
        for (var event : run.events()) {
            if (event instanceof PassEvent.LayoutChosen chosen) {
                layouts.put(chosen.instruction(), chosen.reason());
            }
        }
    }

    /** An event for each bitcast that was none before, and is no clone of one. */
    List<PassEvent> between(HloModule before, HloModule after, RewriteOrdinal ordinal) {
        var events = new ArrayList<PassEvent>();
        for (var computation : after.computations()) {
            if (before.find(computation.id())
                    .filter(each -> each == computation)
                    .isEmpty()) {
                for (var instruction : computation.instructions()) {
                    if (instruction.opcode() == HloOpcode.BITCAST && isNew(instruction, before)) {
                        events.add(event(computation, instruction, ordinal));
                    }
                }
            }
        }
        return events;
    }

    private static boolean isNew(HloInstruction bitcast, HloModule before) {
        return !isBitcast(bitcast.id(), before)
                && bitcast.originIds().stream().noneMatch(origin -> isBitcast(origin, before));
    }

    private static boolean isBitcast(int id, HloModule module) {
        return module.findInstruction(id)
                .filter(each -> each.opcode() == HloOpcode.BITCAST)
                .isPresent();
    }

    private PassEvent event(HloComputation computation, HloInstruction bitcast, RewriteOrdinal ordinal) {
        int source = bitcast.operandId(0);
        return new PassEvent.BitcastMade(
                ordinal,
                bitcast.id(),
                source,
                bitcast.name(),
                BitcastReason.of(computation, bitcast, Optional.ofNullable(layouts.get(source))));
    }
}
