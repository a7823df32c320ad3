package org.hloexplorer.visualizers.graph;

import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/**
 * Which boxes are open: what the user said, and small fusions where he said nothing.
 *
 * @param said by the id of the instruction, which survives from version to version
 */
public record Openness(Map<Integer, Boolean> said) {

    /** Nothing was said yet. */
    public static final Openness DEFAULT = new Openness(Map.of());

    /** Larger fusions, and fusions of larger modules, start closed. */
    private static final int SMALL_FUSION = 24;

    private static final int SMALL_MODULE = 400;

    public Openness {
        said = Map.copyOf(said);
    }

    boolean isOpen(HloInstruction instruction, HloModule module) {
        return said.getOrDefault(instruction.id(), isOpenByItself(instruction, module));
    }

    private static boolean isOpenByItself(HloInstruction instruction, HloModule module) {
        return instruction.op() instanceof HloOp.Fusion
                && module.instructionCount() <= SMALL_MODULE
                && module.called(instruction).stream()
                        .allMatch(body -> body.instructions().size() <= SMALL_FUSION);
    }

    Openness with(int instructionId, boolean open) {
        var changed = new HashMap<>(said);
        changed.put(instructionId, open);
        return new Openness(changed);
    }
}
