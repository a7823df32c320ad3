package org.hloexplorer.pipeline.fusion;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Which instructions cost so much that computing them twice is worse than storing their result. */
public final class InstructionCost {
    private InstructionCost() {}

    /** The judgement of XLA's instruction fusion for any target. */
    public static boolean isExpensive(HloInstruction instruction, ComputationEditor editor) {
        return switch (instruction.opcode()) {
            case ADD,
                    AND,
                    BITCAST,
                    BITCAST_CONVERT,
                    BROADCAST,
                    CEIL,
                    CLAMP,
                    COUNT_LEADING_ZEROS,
                    COMPARE,
                    COMPLEX,
                    CONCATENATE,
                    CONSTANT,
                    CONVERT,
                    COPY,
                    COPY_DONE,
                    COPY_START,
                    DYNAMIC_SLICE,
                    DYNAMIC_UPDATE_SLICE,
                    FLOOR,
                    GET_TUPLE_ELEMENT,
                    IMAG,
                    INFEED,
                    IOTA,
                    IS_FINITE,
                    MAXIMUM,
                    MINIMUM,
                    MULTIPLY,
                    MULHI,
                    NEGATE,
                    NOT,
                    OPTIMIZATION_BARRIER,
                    OR,
                    XOR,
                    OUTFEED,
                    PAD,
                    PARTITION_ID,
                    POPCNT,
                    REAL,
                    REDUCE_PRECISION,
                    REPLICA_ID,
                    RESHAPE,
                    DYNAMIC_RESHAPE,
                    REVERSE,
                    ROUND_NEAREST_AFZ,
                    ROUND_NEAREST_EVEN,
                    SELECT,
                    SHIFT_LEFT,
                    SHIFT_RIGHT_ARITHMETIC,
                    SHIFT_RIGHT_LOGICAL,
                    SLICE,
                    STOCHASTIC_CONVERT,
                    SUBTRACT,
                    TRANSPOSE,
                    TUPLE -> false;
            case ABS, COSINE, SIGN, SINE, SINH, TAN -> elementType(instruction).isComplex();
            case DIVIDE, REMAINDER -> !isCheapDivision(instruction, 1, editor);
            default -> true;
        };
    }

    /**
     * The judgement of XLA's fusion for the CPU. It looks for a constant where the dividend is, not the divisor, and
     * finds rounding to {@code bf16} expensive, which the CPU has no instruction for.
     */
    static boolean isExpensiveOnCpu(HloInstruction instruction, ComputationEditor editor) {
        return switch (instruction.opcode()) {
            case DIVIDE, REMAINDER -> !isCheapDivision(instruction, 0, editor);
            case CONVERT ->
                elementType(instruction) == PrimitiveType.BF16
                        && elementType(editor.operand(instruction, 0)) == PrimitiveType.F32;
            default -> isExpensive(instruction, editor);
        };
    }

    /** Integer division by a number that is known is a multiplication. */
    private static boolean isCheapDivision(HloInstruction division, int operand, ComputationEditor editor) {
        return elementType(division).isIntegral() && isScalarConstant(editor.operand(division, operand), editor);
    }

    private static boolean isScalarConstant(HloInstruction instruction, ComputationEditor editor) {
        return switch (instruction.opcode()) {
            case CONSTANT -> instruction.shape().asArray().elements() == 1;
            case BROADCAST -> isScalarConstant(editor.operand(instruction, 0), editor);
            default -> false;
        };
    }

    /** Whether a second copy costs nothing worth saving: it reads less than it yields. */
    static boolean isAlwaysDuplicable(HloInstruction instruction, ComputationEditor editor) {
        return switch (instruction.opcode()) {
            case BROADCAST -> true;
            case CONVERT ->
                elementType(instruction).bits()
                        > elementType(editor.operand(instruction, 0)).bits();
            default -> false;
        };
    }

    private static PrimitiveType elementType(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array ? array.elementType() : PrimitiveType.PRED;
    }
}
