package org.hloexplorer.pipeline.transforms.loops;

import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Copies of computations' instructions in other places. */
public final class Inlined {
    private Inlined() {}

    /** Copies the instructions into the editor, with these values for the parameters; gives the result. */
    public static HloInstruction copyOf(
            HloComputation computation, List<HloInstruction> arguments, ComputationEditor editor) {
        var ids = new HashMap<Integer, Integer>();
        for (var instruction : computation.instructions()) {
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                ids.put(instruction.id(), arguments.get(number).id());
            } else {
                var module = editor.module();
                var copy = instruction.copiedAs(module.newId(), module.newName(instruction.name()));
                ids.put(instruction.id(), copy.id());
                editor.insert(ModuleEditor.renumbered(copy, ids));
            }
        }
        return editor.instruction(Objects.requireNonNull(ids.get(computation.rootId())));
    }
}
