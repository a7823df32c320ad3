package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** What fusion asks of a computation while it changes: instructions, their users, and the bodies of fusions. */
public final class FusionGraph {
    private final ComputationEditor editor;
    private final Map<Integer, FusionBody> bodies = new HashMap<>();

    public FusionGraph(ComputationEditor editor) {
        this.editor = editor;
    }

    public ComputationEditor editor() {
        return editor;
    }

    public HloInstruction operand(HloInstruction instruction, int index) {
        return editor.operand(instruction, index);
    }

    public List<HloInstruction> operands(HloInstruction instruction) {
        return editor.operands(instruction);
    }

    public List<HloInstruction> users(HloInstruction instruction) {
        return editor.users(instruction);
    }

    public int userCount(HloInstruction instruction) {
        return editor.userCount(instruction);
    }

    public static boolean isFusion(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Fusion;
    }

    /** The computation a fusion calls. */
    public FusionBody body(HloInstruction fusion) {
        int id = ((HloOp.Fusion) fusion.op()).computation();
        return bodies.computeIfAbsent(id, _ -> new FusionBody(editor.module().edit(id)));
    }

    /** To be called when all is fused. */
    public void finish() {
        bodies.values().forEach(FusionBody::renumber);
    }

    /** The instruction itself, or those in its body if it is a fusion. */
    public Stream<HloInstruction> withBody(HloInstruction instruction) {
        return isFusion(instruction) ? body(instruction).instructions().stream() : Stream.of(instruction);
    }

    /** Whether XLA would ever put this into a fusion. */
    public boolean isFusible(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case DOMAIN, PARAMETER, WHILE, CONDITIONAL, CALL, UNKNOWN -> false;
            case FUSION, MAP, REDUCE, REDUCE_WINDOW -> true;
            case RNG -> userCount(instruction) <= 1;
            default -> !editor.module().sideEffects().of(instruction);
        };
    }

    /** Whether each element of the result needs only the same element of each operand. */
    public boolean isElementwise(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CONSTANT, COPY, MAP -> true;
            case BITCAST_CONVERT -> bits(instruction) == bits(operand(instruction, 0));
            default -> instruction.opcode().isElementwise();
        };
    }

    private static int bits(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array
                ? array.elementType().bits()
                : 0;
    }

    /** Whether the instruction can be written as what one iteration of a loop over its elements does. */
    public boolean runsAsLoop(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case BITCAST,
                    BROADCAST,
                    CONCATENATE,
                    DYNAMIC_SLICE,
                    DYNAMIC_UPDATE_SLICE,
                    GATHER,
                    IOTA,
                    PAD,
                    REDUCE,
                    RESHAPE,
                    REVERSE,
                    SLICE,
                    TRANSPOSE -> true;
            default -> isElementwise(instruction);
        };
    }
}
