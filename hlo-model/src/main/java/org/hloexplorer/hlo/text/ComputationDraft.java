package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.jspecify.annotations.Nullable;

/** A computation while its instructions are read. */
final class ComputationDraft {
    private final List<HloInstruction> instructions = new ArrayList<>();
    private final int column;
    private @Nullable HloInstruction root;
    private boolean isBroken;

    /** A computation whose head begins in this column. */
    ComputationDraft(int column) {
        this.column = column;
    }

    int column() {
        return column;
    }

    void add(HloInstruction instruction, boolean isRoot) {
        instructions.add(instruction);
        if (isRoot && root == null) {
            root = instruction;
        }
    }

    /** Remembers that an instruction was wrong and perhaps left out. */
    void markBroken() {
        isBroken = true;
    }

    boolean isBroken() {
        return isBroken;
    }

    boolean hasRoot() {
        return root != null;
    }

    boolean isEmpty() {
        return instructions.isEmpty();
    }

    List<HloInstruction> instructions() {
        return instructions;
    }

    /** The instruction marked ROOT, else the last one. */
    HloInstruction root() {
        return root == null ? instructions.getLast() : root;
    }
}
