package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Custom calls whose meaning XLA itself fixes; all others live in some library and cannot be evaluated. */
final class CustomCalls {
    private CustomCalls() {}

    static Literal evaluate(
            HloInstruction instruction, HloOp.CustomCall call, List<Literal> operands, Cancellation cancellation) {
        if (Expectations.isOne(call.target())) {
            return Expectations.check(instruction, call, operands);
        }
        return switch (call.target()) {
            case "Sharding",
                    "SPMDFullToShardShape",
                    "SPMDShardToFullShape",
                    "xla.sdy.GlobalToLocalShape",
                    "xla.sdy.LocalToGlobalShape",
                    "xla.sdy.FuncResultSharding",
                    "xla.sdy.PropagationBarrier",
                    "annotate_device_placement",
                    "MoveToHost",
                    "MoveToDevice",
                    "LayoutConstraint",
                    "AssumeGatherIndicesInBound" -> unchanged(instruction, operands);
            case "AllocateBuffer", "CreateBuffer" -> Asynchronous.zero(instruction.shape());
            case "PadToStatic" -> DimensionSizes.padToStatic(instruction, operands.getFirst(), cancellation);
            case "SliceToDynamic" -> DimensionSizes.sliceToDynamic(instruction, operands, cancellation);
            case "TopK" -> topK(instruction, operands, cancellation);
            default ->
                throw new EvaluationException(
                        instruction,
                        "the meaning of the custom call \"%s\" lies in a library outside of HLO"
                                .formatted(call.target()));
        };
    }

    private static Literal unchanged(HloInstruction instruction, List<Literal> operands) {
        if (operands.size() == 1 && ShapeMatch.holds(operands.getFirst().shape(), instruction.shape())) {
            return operands.getFirst();
        }
        throw new EvaluationException(
                instruction, "it changes shapes, which only a program cut into partitions gives a meaning");
    }

    private static Literal topK(HloInstruction instruction, List<Literal> operands, Cancellation cancellation) {
        if (!(instruction.shape() instanceof Shape.Tuple(var elements))) {
            throw new EvaluationException(instruction, "its shape is no tuple of values and indices");
        }
        return Literal.tuple(
                TopElements.of(operands.getFirst(), true, elements.getFirst().asArray(), cancellation));
    }
}
