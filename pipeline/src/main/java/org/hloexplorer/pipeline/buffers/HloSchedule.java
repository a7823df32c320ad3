package org.hloexplorer.pipeline.buffers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/** The order in which the instructions of each computation run that is not inside a kernel. */
public final class HloSchedule {
    private final Map<Integer, List<HloInstruction>> sequences;

    HloSchedule(Map<Integer, List<HloInstruction>> sequences) {
        this.sequences = Map.copyOf(sequences);
    }

    /** The order in which the instructions are written, which each module has. */
    public static HloSchedule asWritten(HloModule module) {
        var sequences = new HashMap<Integer, List<HloInstruction>>();
        for (var computation : new ComputationContexts(module).sequential()) {
            sequences.put(computation.id(), computation.instructions());
        }
        return new HloSchedule(sequences);
    }

    /** The instructions of a computation in the order they run; as written where it is not scheduled. */
    public List<HloInstruction> sequence(HloComputation computation) {
        return sequences.getOrDefault(computation.id(), computation.instructions());
    }

    /** The module with its instructions in this order, and marked as scheduled. */
    public HloModule applyTo(HloModule module) {
        var computations = module.computations().stream()
                .map(each -> sequence(each).equals(each.instructions())
                        ? each
                        : each.withInstructions(sequence(each), each.rootId()))
                .toList();
        return module.withComputations(computations, module.nextId())
                .withAttributes(module.attributes().withScheduled(true));
    }
}
