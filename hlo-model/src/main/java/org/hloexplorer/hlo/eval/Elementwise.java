package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/** Element-wise operations on whole arrays; a scalar operand among arrays serves all elements. */
final class Elementwise {
    private final Cancellation cancellation;

    Elementwise(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    Literal evaluate(HloInstruction instruction, List<Literal> operands) {
        var shape = instruction.shape().asArray();
        var types = operands.stream()
                .map(each -> each.shape().asArray().elementType())
                .toList();
        var operation = BlockOperation.of(instruction, types);
        var known = operands.stream()
                .<LazyElements.Operand>map(each -> new LazyElements.Operand.Known(Span.of(each, shape.elements())))
                .toList();
        return new LazyElements(instruction, operation, known, false).literal(cancellation);
    }

    /** The same elements in another type. */
    Literal convert(Literal operand, PrimitiveType type) {
        var from = operand.shape().asArray();
        if (from.elementType() == type) {
            return operand;
        }
        var shape = from.withElementType(type);
        return evaluate(
                HloInstruction.of(0, "convert", new HloOp.Plain(HloOpcode.CONVERT), shape, 0), List.of(operand));
    }
}
