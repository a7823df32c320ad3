package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/** Collects findings. */
final class Findings {
    private final List<Finding> all = new ArrayList<>();

    void add(FindingCode code, String message) {
        all.add(new Finding(code, code.severity(), message, null, null));
    }

    void add(FindingCode code, HloComputation computation, String message) {
        all.add(new Finding(code, code.severity(), message, computation.id(), null));
    }

    void add(FindingCode code, HloComputation computation, HloInstruction instruction, String message) {
        all.add(new Finding(code, code.severity(), message, computation.id(), instruction.id()));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Those about the module first, then computation by computation, each with its instructions in order. */
    List<Finding> inOrderOf(HloModule module) {
        if (all.isEmpty()) {
            return List.of();
        }
        var positions = new HashMap<Integer, Integer>();
        for (var computation : module.computations()) {
            positions.putIfAbsent(computation.id(), positions.size());
            for (var instruction : computation.instructions()) {
                positions.putIfAbsent(instruction.id(), positions.size());
            }
        }
        all.sort(Comparator.comparing(finding -> {
            var id = finding.instructionId() != null ? finding.instructionId() : finding.computationId();
            return id == null ? -1 : positions.getOrDefault(id, -1);
        }));
        return List.copyOf(all);
    }
}
