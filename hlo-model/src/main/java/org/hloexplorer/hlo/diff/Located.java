package org.hloexplorer.hlo.diff;

import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/** An instruction with the computation that holds it. */
record Located(HloComputation computation, HloInstruction instruction) {

    /** All instructions of a module by id. */
    static Map<Integer, Located> all(HloModule module) {
        var all = HashMap.<Integer, Located>newHashMap(module.instructionCount());
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                all.put(instruction.id(), new Located(computation, instruction));
            }
        }
        return all;
    }

    int id() {
        return instruction.id();
    }

    boolean isRoot() {
        return computation.rootId() == instruction.id();
    }
}
