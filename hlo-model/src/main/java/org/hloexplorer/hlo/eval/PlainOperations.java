package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Operations that have no attributes of their own. */
final class PlainOperations {
    private final Communication communication;
    private final Elementwise elementwise;
    private final DataMovement movement;

    PlainOperations(Communication communication, Elementwise elementwise, DataMovement movement) {
        this.communication = communication;
        this.elementwise = elementwise;
        this.movement = movement;
    }

    Literal evaluate(HloInstruction instruction, List<Literal> operands) {
        return switch (instruction.opcode()) {
            case TUPLE -> Literal.tuple(operands);
            case RESHAPE -> operands.getFirst().reshaped(instruction.shape().asArray());
            case COPY, OPTIMIZATION_BARRIER, ADD_DEPENDENCY -> operands.getFirst();
            case BITCAST -> bitcast(instruction, operands.getFirst());
            case BITCAST_CONVERT ->
                BitcastConversion.of(operands.getFirst(), instruction.shape().asArray());
            case DYNAMIC_UPDATE_SLICE -> dynamicUpdateSlice(operands);
            case DYNAMIC_RESHAPE -> DimensionSizes.reshape(instruction, operands);
            case AFTER_ALL -> Literal.token();
            case REPLICA_ID -> Literal.scalar(PrimitiveType.U32, (long) communication.replica());
            case PARTITION_ID -> Literal.scalar(PrimitiveType.U32, (long) communication.partition());
            case COPY_START, COPY_DONE, COLLECTIVE_PERMUTE_DONE, ALL_GATHER_DONE, ALL_REDUCE_DONE ->
                Asynchronous.plain(instruction, operands);
            default -> {
                if (!instruction.opcode().isElementwise()) {
                    throw InstructionEvaluator.unknown(instruction);
                }
                yield elementwise.evaluate(instruction, operands);
            }
        };
    }

    private Literal dynamicUpdateSlice(List<Literal> operands) {
        int rank = operands.getFirst().shape().asArray().rank();
        long[] starts = StartIndices.of(operands.subList(2, operands.size()), rank);
        return movement.dynamicUpdateSlice(operands.get(0), operands.get(1), starts);
    }

    private Literal bitcast(HloInstruction instruction, Literal operand) {
        var to = instruction.shape().asArray();
        var from = operand.shape().asArray();
        if (to.elementType() == from.elementType()) {
            return movement.bitcast(operand, from, to);
        }
        var plain = Shape.array(to.elementType(), to.dimensions());
        return movement.bitcast(BitcastConversion.of(operand, plain), plain, to);
    }
}
