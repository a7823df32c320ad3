package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** The computation of a fusion while it grows, with its parameters at hand by number. */
final class FusionBody {
    private final ComputationEditor editor;
    private final List<Integer> parameters = new ArrayList<>();

    FusionBody(ComputationEditor editor) {
        this.editor = editor;
        editor.commit().parameters().forEach(parameter -> parameters.add(parameter.id()));
    }

    ComputationEditor editor() {
        return editor;
    }

    HloInstruction root() {
        return editor.root();
    }

    /** All instructions, operands first. */
    List<HloInstruction> instructions() {
        return editor.instructions();
    }

    /** The parameter that stands for the n-th operand of the fusion. */
    HloInstruction parameter(int number) {
        return editor.instruction(parameters.get(number));
    }

    /** Adds a parameter behind the others. */
    HloInstruction addParameter(HloInstruction parameter) {
        parameters.add(parameter.id());
        return editor.insert(parameter);
    }

    /** Puts {@code instruction} in the place of a parameter; those behind move up. */
    void replaceParameter(int number, HloInstruction instruction) {
        var parameter = parameter(number);
        editor.replaceAllUses(parameter, instruction);
        editor.remove(parameter);
        parameters.subList(number, number + 1).clear();
        for (int i = number; i < parameters.size(); i++) {
            editor.update(parameter(i).withOp(new HloOp.Parameter(i)));
        }
    }
}
