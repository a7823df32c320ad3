package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/** One operation of a {@link ScalarProgram}: where its operands lie, and where its result goes. */
record ScalarStep(
        HloOp op,
        HloOpcode opcode,
        PrimitiveType operandType,
        int first,
        int second,
        int third,
        PrimitiveType resultType,
        int result) {

    ScalarStep(HloOp op, List<PrimitiveType> operandTypes, int[] operands, PrimitiveType resultType, int result) {
        this(
                op,
                op.opcode(),
                operandTypes.isEmpty() ? resultType : operandTypes.getFirst(),
                operand(operands, 0),
                operand(operands, 1),
                operand(operands, 2),
                resultType,
                result);
    }

    private static int operand(int[] operands, int index) {
        return index < operands.length ? operands[index] : -1;
    }
}
