package org.hloexplorer.pipeline.kernel;

import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/** Recognises reductions that may be done in any order: a computation of nothing but one such operation. */
final class Reducer {
    private Reducer() {}

    /** The operation of a computation that only adds, multiplies, takes the larger … of its two parameters. */
    static Optional<HloOpcode> plain(HloComputation computation) {
        var root = computation.root();
        if (computation.parameters().size() != 2
                || root.operandCount() != 2
                || root.operandId(0) == root.operandId(1)) {
            return Optional.empty();
        }
        var ofParameters = computation.operands(root).stream().allMatch(each -> each.op() instanceof HloOp.Parameter);
        return ofParameters && isAssociative(root.opcode()) ? Optional.of(root.opcode()) : Optional.empty();
    }

    private static boolean isAssociative(HloOpcode opcode) {
        return switch (opcode) {
            case ADD, MULTIPLY, MAXIMUM, MINIMUM, AND, OR, XOR -> true;
            default -> false;
        };
    }
}
