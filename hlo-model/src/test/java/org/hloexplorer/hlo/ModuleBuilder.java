package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builds small modules instruction by instruction. */
public final class ModuleBuilder {
    private final List<HloComputation> computations = new ArrayList<>();
    private List<HloInstruction> instructions = new ArrayList<>();
    private int nextId = 1;

    public HloInstruction parameter(int number, Shape shape) {
        return add(new HloOp.Parameter(number), shape);
    }

    public HloInstruction constant(Literal literal) {
        return add(new HloOp.Constant(literal), literal.shape());
    }

    public HloInstruction plain(HloOpcode opcode, Shape shape, HloInstruction... operands) {
        return add(new HloOp.Plain(opcode), shape, operands);
    }

    public HloInstruction add(HloOp op, Shape shape, HloInstruction... operands) {
        int[] ids = Arrays.stream(operands).mapToInt(HloInstruction::id).toArray();
        var instruction = HloInstruction.of(nextId, op.mnemonic() + "." + nextId, op, shape, ids);
        nextId++;
        instructions.add(instruction);
        return instruction;
    }

    /** Ends the computation with the instruction added last as its root; returns its id. */
    public int endComputation() {
        int id = nextId++;
        computations.add(new HloComputation(
                id, "computation." + id, instructions, instructions.getLast().id()));
        instructions = new ArrayList<>();
        return id;
    }

    public HloModule build() {
        int entry = endComputation();
        return new HloModule("test", ModuleAttributes.DEFAULT, StackFrames.NONE, computations, entry, nextId);
    }
}
