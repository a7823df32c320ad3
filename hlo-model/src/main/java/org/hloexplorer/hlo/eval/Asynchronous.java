package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Operations in two halves: the first does the work, the second hands out the result. */
final class Asynchronous {
    private Asynchronous() {}

    /** A start yields ((operands), result, state …); updates pass it on; done takes the result out. */
    static Literal evaluate(
            Evaluation evaluation,
            HloModule module,
            HloInstruction instruction,
            HloOp.Async async,
            List<Literal> operands) {
        return switch (async.opcode()) {
            case ASYNC_START -> {
                var result = evaluation.evaluate(module, module.computation(async.computation()), operands);
                yield started(instruction, Literal.tuple(operands), result);
            }
            case ASYNC_UPDATE -> operands.getFirst();
            case ASYNC_DONE -> operands.getFirst().elements().get(1);
            default -> throw InstructionEvaluator.unknown(instruction);
        };
    }

    static Literal plain(HloInstruction instruction, List<Literal> operands) {
        var operand = operands.getFirst();
        return switch (instruction.opcode()) {
            case COPY_START -> started(instruction, operand, operand);
            case COPY_DONE -> operand.elements().getFirst();
            case COLLECTIVE_PERMUTE_DONE, ALL_GATHER_DONE -> operand.elements().get(1);
            case ALL_REDUCE_DONE -> operand;
            default -> throw InstructionEvaluator.unknown(instruction);
        };
    }

    /** What a start yields; whatever its shape holds beyond operands and result is zero. */
    static Literal started(HloInstruction instruction, Literal operands, Literal result) {
        if (!(instruction.shape() instanceof Shape.Tuple(var elements)) || elements.size() < 2) {
            throw new EvaluationException(instruction, "its shape is not that of an asynchronous operation");
        }
        var parts = new ArrayList<Literal>();
        parts.add(operands);
        parts.add(result);
        elements.subList(2, elements.size()).forEach(each -> parts.add(zero(each)));
        return Literal.tuple(parts);
    }

    /** A value of zeros. */
    static Literal zero(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> Storage.literal(array, Storage.allocate(array));
            case Shape.Buffer(var contents) -> Storage.literal(contents, Storage.allocate(contents));
            case Shape.Tuple(var elements) ->
                Literal.tuple(elements.stream().map(Asynchronous::zero).toList());
            case Shape.Token _, Shape.Opaque _ -> Literal.token();
        };
    }
}
