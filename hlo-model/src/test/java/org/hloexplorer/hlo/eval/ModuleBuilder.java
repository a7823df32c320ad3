package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;

/** Builds small modules instruction by instruction. */
final class ModuleBuilder {
    private final List<HloComputation> computations = new ArrayList<>();
    private List<HloInstruction> instructions = new ArrayList<>();
    private int nextId = 1;

    HloInstruction parameter(int number, Shape shape) {
        return add(new HloOp.Parameter(number), shape);
    }

    HloInstruction constant(Literal literal) {
        return add(new HloOp.Constant(literal), literal.shape());
    }

    HloInstruction plain(HloOpcode opcode, Shape shape, HloInstruction... operands) {
        return add(new HloOp.Plain(opcode), shape, operands);
    }

    HloInstruction add(HloOp op, Shape shape, HloInstruction... operands) {
        int[] ids = Arrays.stream(operands).mapToInt(HloInstruction::id).toArray();
        var instruction = HloInstruction.of(nextId, op.mnemonic() + "." + nextId, op, shape, ids);
        nextId++;
        instructions.add(instruction);
        return instruction;
    }

    /** Ends the computation with the instruction added last as its root; returns its id. */
    int endComputation() {
        int id = nextId++;
        computations.add(new HloComputation(
                id, "computation." + id, instructions, instructions.getLast().id()));
        instructions = new ArrayList<>();
        return id;
    }

    HloModule build() {
        int entry = endComputation();
        return new HloModule("test", ModuleAttributes.DEFAULT, StackFrames.NONE, computations, entry, nextId);
    }
}
