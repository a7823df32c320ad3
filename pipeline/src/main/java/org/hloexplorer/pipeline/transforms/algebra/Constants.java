package org.hloexplorer.pipeline.transforms.algebra;

import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Literals;
import org.hloexplorer.pipeline.rewrite.Match;

/** What rules ask of constants, and do with them. */
final class Constants {
    private Constants() {}

    /** An operation on two constants of the same shape, spread over the root's shape; folding works it out later. */
    static HloInstruction combined(Match match, HloOpcode opcode, HloInstruction left, HloInstruction right) {
        return like(match, match.plain(opcode, left.shape(), left, right));
    }

    /** The value itself if it has the root's shape, or a scalar spread over it. */
    static HloInstruction like(Match match, HloInstruction value) {
        return value.shape().isCompatible(match.shape()) ? value : match.broadcastScalar(value, match.shape());
    }

    /** One over each element, worked out at once. */
    static Literal inverse(Literal literal, HloModule module) {
        var shape = literal.shape().asArray();
        var one = Literal.scalar(shape.elementType(), 1.0);
        var evaluator = new HloEvaluator();
        var ones = evaluator.evaluateInstruction(
                HloInstruction.of(0, "ones", new HloOp.WithDimensions(HloOpcode.BROADCAST, List.of()), shape, 1),
                List.of(one),
                module);
        return evaluator.evaluateInstruction(
                HloInstruction.of(0, "inverse", new HloOp.Plain(HloOpcode.DIVIDE), shape, 1, 2),
                List.of(ones, literal),
                module);
    }

    /** What an instruction yields for these operands, worked out at once. */
    static Literal evaluated(Match match, HloInstruction instruction, Literal... operands) {
        return new HloEvaluator()
                .evaluateInstruction(
                        instruction, List.of(operands), match.editor().module().module());
    }

    static boolean haveSameShape(Match match, Capture left, Capture right) {
        return match.get(left).shape().isCompatible(match.get(right).shape());
    }

    /** The literal of a constant, or of the constant that is broadcast. */
    static Literal literal(HloInstruction constant, Match match) {
        return switch (constant.op()) {
            case HloOp.Constant(var literal) -> literal;
            case HloOp.WithDimensions _ -> literal(match.operand(constant, 0), match);
            default -> throw new IllegalArgumentException(constant + " is no constant");
        };
    }

    static boolean isConstant(HloInstruction instruction, Match match) {
        return switch (instruction.opcode()) {
            case CONSTANT -> true;
            case BROADCAST -> match.operand(instruction, 0).opcode() == HloOpcode.CONSTANT;
            default -> false;
        };
    }

    /** Whether every element is the same power of two, be it a fraction or negative. */
    static boolean isPowerOfTwo(HloInstruction instruction, Match match) {
        if (!isConstant(instruction, match)) {
            return false;
        }
        var literal = literal(instruction, match);
        if (!literal.shape().asArray().elementType().isFloating() || !Literals.isAllEqual(literal)) {
            return false;
        }
        double value = literal.doubleAt(0);
        return Double.isFinite(value)
                && Math.abs(value) >= Double.MIN_NORMAL
                && Math.scalb(1.0, Math.getExponent(value)) == Math.abs(value);
    }

    /** The exponent of a positive power of two that all elements of an integer constant have. */
    static OptionalLong logOfPowerOfTwo(HloInstruction instruction, Match match) {
        if (!isConstant(instruction, match)) {
            return OptionalLong.empty();
        }
        var literal = literal(instruction, match);
        if (!literal.shape().asArray().elementType().isIntegral() || !Literals.isAllEqual(literal)) {
            return OptionalLong.empty();
        }
        long value = literal.bitsAt(0);
        return value > 0 && Long.bitCount(value) == 1
                ? OptionalLong.of(Long.numberOfTrailingZeros(value))
                : OptionalLong.empty();
    }

    static boolean isScalar(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array && array.isScalar();
    }
}
