package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;

/** Products, transforms, factorizations and normalizations. */
final class LinearOperations {
    private LinearOperations() {}

    static Literal evaluate(HloInstruction instruction, List<Literal> operands, Cancellation cancellation) {
        var first = operands.getFirst();
        return switch (instruction.op()) {
            case HloOp.Dot(var dimensions, var _) -> {
                var meeting = RuntimeSizes.cutToMeet(dimensions, operands, new DataMovement(cancellation));
                yield new DotProduct(cancellation)
                        .evaluate(meeting.get(0), meeting.get(1), dimensions, InstructionEvaluator.array(instruction));
            }
            case HloOp.RaggedDot dot ->
                new DotVariants(cancellation).ragged(dot, operands, InstructionEvaluator.array(instruction));
            case HloOp.ScaledDot dot ->
                new DotVariants(cancellation).scaled(dot, operands, InstructionEvaluator.array(instruction));
            case HloOp.Convolution convolution ->
                new ConvolutionProduct(cancellation)
                        .evaluate(first, operands.get(1), convolution, InstructionEvaluator.array(instruction));
            case HloOp.Fft fft ->
                new Fourier(cancellation).evaluate(first, fft, InstructionEvaluator.array(instruction));
            case HloOp.Cholesky(boolean lower) -> new LinearSolve(cancellation).cholesky(first, lower);
            case HloOp.TriangularSolve solve ->
                new LinearSolve(cancellation).triangularSolve(first, operands.get(1), solve);
            case HloOp.BatchNorm norm -> batchNorm(instruction, norm, operands, cancellation);
            default -> throw InstructionEvaluator.unknown(instruction);
        };
    }

    private static Literal batchNorm(
            HloInstruction instruction, HloOp.BatchNorm norm, List<Literal> operands, Cancellation cancellation) {
        var normalization = new BatchNormalization(operands.getFirst(), norm, new Elementwise(cancellation));
        return switch (norm.opcode()) {
            case BATCH_NORM_TRAINING ->
                Literal.tuple(normalization.training(operands.get(0), operands.get(1), operands.get(2)));
            case BATCH_NORM_INFERENCE ->
                normalization.inference(
                        operands.get(0), operands.get(1), operands.get(2), operands.get(3), operands.get(4));
            case BATCH_NORM_GRAD ->
                Literal.tuple(normalization.gradients(
                        operands.get(0), operands.get(1), operands.get(2), operands.get(3), operands.get(4)));
            default -> throw InstructionEvaluator.unknown(instruction);
        };
    }
}
