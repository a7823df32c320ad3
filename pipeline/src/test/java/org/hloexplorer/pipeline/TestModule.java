package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;

/** Builds a module of one computation over {@code f32[4]}; the last instruction is the root. */
public final class TestModule {
    private static final Shape.Array SHAPE = Shape.array(PrimitiveType.F32, 4);

    private final List<HloInstruction> instructions = new ArrayList<>();

    public HloInstruction parameter(String name) {
        int number = (int) instructions.stream()
                .filter(each -> each.op() instanceof HloOp.Parameter)
                .count();
        return add(name, new HloOp.Parameter(number));
    }

    /** A constant with the same value four times. */
    public HloInstruction constant(String name, float value) {
        return add(name, new HloOp.Constant(Literal.ofFloats(new float[] {value, value, value, value}, 4)));
    }

    public HloInstruction plain(String name, HloOpcode opcode, HloInstruction... operands) {
        return add(name, new HloOp.Plain(opcode), operands);
    }

    public HloInstruction add(String name, HloOp op, HloInstruction... operands) {
        var ids = new int[operands.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = operands[i].id();
        }
        var instruction = HloInstruction.of(instructions.size() + 1, name, op, SHAPE, ids);
        instructions.add(instruction);
        return instruction;
    }

    public HloModule build() {
        var main = new HloComputation(
                0, "main", instructions, instructions.getLast().id());
        return new HloModule(
                "test", ModuleAttributes.DEFAULT, StackFrames.NONE, List.of(main), 0, instructions.size() + 1);
    }
}
