package org.hloexplorer.pipeline.transforms.algebra;

import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.rewrite.Match;

/** The functions that reductions apply, where they are a single operation. */
final class Reducers {
    private Reducers() {}

    /** The operation a reduction combines two elements with, if it is just one of both parameters. */
    static Optional<HloOpcode> of(HloInstruction reduce, Match match) {
        var function =
                match.editor().module().current(reduce.calledComputations().getFirst());
        var root = function.root();
        boolean combinesParameters = function.instructions().size() == 3
                && root.operandCount() == 2
                && root.operandId(0) != root.operandId(1)
                && function.operands(root).stream().allMatch(each -> each.op() instanceof HloOp.Parameter);
        return combinesParameters && root.opcode().isCommutative() ? Optional.of(root.opcode()) : Optional.empty();
    }

    /** Whether combining a value with itself gives the value. */
    static boolean isIdempotent(HloOpcode opcode) {
        return switch (opcode) {
            case MAXIMUM, MINIMUM, AND, OR -> true;
            default -> false;
        };
    }

    /** Whether combining any value with this one gives the value. */
    static boolean isIdentity(HloOpcode opcode, HloInstruction value, Match match) {
        if (!(value.op() instanceof HloOp.Constant(var literal))) {
            return false;
        }
        return switch (opcode) {
            case ADD, OR, XOR -> literal.doubleAt(0) == 0;
            case MULTIPLY -> literal.doubleAt(0) == 1;
            case MAXIMUM -> Extremes.isLowest(literal);
            case MINIMUM -> Extremes.isHighest(literal);
            case AND -> literal.shape().asArray().elementType().isPredicate() && literal.bitsAt(0) == 1;
            default -> false;
        };
    }
}
