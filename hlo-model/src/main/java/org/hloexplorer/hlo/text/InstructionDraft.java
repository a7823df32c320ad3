package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** What is known of an instruction while it is read. */
final class InstructionDraft {
    static final int NO_NAME = -1;

    int start;
    boolean isRoot;
    int name = NO_NAME;
    int nameStart;
    int nameEnd;

    @Nullable
    Shape shape;

    String mnemonic = "unknown";
    int opcodeStart;
    int opcodeEnd;

    /** Whether something it refers to, or it itself, could not be read. */
    boolean isIncomplete;

    private final List<HloInstruction> operands = new ArrayList<>(3);

    InstructionDraft(int start) {
        this.start = start;
    }

    void addOperand(HloInstruction operand) {
        operands.add(operand);
    }

    List<HloInstruction> operands() {
        return operands;
    }

    int[] operandIds() {
        var ids = new int[operands.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = operands.get(i).id();
        }
        return ids;
    }

    List<Shape> operandShapes() {
        var shapes = new ArrayList<Shape>(operands.size());
        for (var operand : operands) {
            shapes.add(operand.shape());
        }
        return shapes;
    }

    ParseFailure failureAtOpcode(DiagnosticCode code, String message) {
        return TokenReader.failure(code, opcodeStart, opcodeEnd, message);
    }
}
