package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.PrimitiveType;

/** An element-wise operation as its definition has it, one element after the other. */
final class ScalarBlocks implements BlockOperation {
    private final ScalarProgram program;
    private final PrimitiveType[] types;
    private final PrimitiveType resultType;

    ScalarBlocks(HloInstruction instruction, List<PrimitiveType> types) {
        this.program = ScalarProgram.ofElement(instruction, types);
        this.types = types.toArray(PrimitiveType[]::new);
        this.resultType = instruction.shape().asArray().elementType();
    }

    @Override
    public void run(Object[] arrays, Object out, int count) {
        var registers = program.newRegisters();
        int result = program.resultRegister(0);
        for (int i = 0; i < count; i++) {
            for (int operand = 0; operand < types.length; operand++) {
                registers.load(operand, types[operand], arrays[operand], i);
            }
            program.run(registers);
            registers.store(result, resultType, out, i);
        }
    }
}
