package org.hloexplorer.pipeline.transforms.algebra;

import java.util.stream.LongStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Match;

/** What is known of the sign of a value, however it turns out at run time. */
final class Signs {
    private static final int DEPTH = 8;

    private Signs() {}

    /** Whether no element can be negative, where it is not NaN. */
    static boolean isNonNegative(HloInstruction instruction, Match match) {
        return isNonNegative(instruction, match, DEPTH);
    }

    private static boolean isNonNegative(HloInstruction instruction, Match match, int depth) {
        if (!(instruction.shape() instanceof Shape.Array array) || depth == 0) {
            return false;
        }
        if (array.elementType().isUnsigned() || array.elementType().isPredicate()) {
            return true;
        }
        return switch (instruction.opcode()) {
            case ABS, EXPONENTIAL, SQRT, LOGISTIC, IOTA, COSH -> true;
            case MULTIPLY -> instruction.operandId(0) == instruction.operandId(1);
            case MAXIMUM -> isOperand(instruction, 0, match, depth) || isOperand(instruction, 1, match, depth);
            case ADD, MINIMUM, DIVIDE ->
                isOperand(instruction, 0, match, depth) && isOperand(instruction, 1, match, depth);
            case SELECT -> isOperand(instruction, 1, match, depth) && isOperand(instruction, 2, match, depth);
            case CLAMP -> isOperand(instruction, 0, match, depth);
            case BROADCAST, RESHAPE, TRANSPOSE, SLICE, COPY, RSQRT, POWER, TANH, FLOOR, CEIL ->
                isOperand(instruction, 0, match, depth);
            case CONVERT ->
                isOperand(instruction, 0, match, depth) && !array.elementType().isIntegral();
            case CONSTANT -> isNonNegative(Match.literal(instruction));
            default -> false;
        };
    }

    private static boolean isOperand(HloInstruction instruction, int index, Match match, int depth) {
        return isNonNegative(match.operand(instruction, index), match, depth - 1);
    }

    private static boolean isNonNegative(Literal literal) {
        if (literal.shape().asArray().elementType().isComplex()) {
            return false;
        }
        return LongStream.range(0, literal.elementCount()).allMatch(i -> literal.doubleAt(i) >= 0);
    }
}
