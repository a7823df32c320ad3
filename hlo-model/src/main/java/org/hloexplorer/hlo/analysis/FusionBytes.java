package org.hloexplorer.hlo.analysis;

import java.util.function.IntFunction;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/**
 * The bytes that a fusion moves between memory and its kernel: what it reads of each parameter, and what it writes.
 *
 * <p>Values inside cost nothing. A parameter is read once for all its ordinary users together, but a slice reads only
 * itself, and each broadcast or reshape reads the whole once more. What a dynamic-update-slice updates in place is neither
 * read nor written, except for the update.
 */
final class FusionBytes {
    private final IntFunction<HloComputation> computations;

    private FusionBytes(IntFunction<HloComputation> computations) {
        this.computations = computations;
    }

    static long of(HloComputation fused, IntFunction<HloComputation> computations) {
        var bytes = new FusionBytes(computations);
        long sum = bytes.written(fused, fused.root());
        for (var parameter : fused.parameters()) {
            sum += bytes.read(fused, parameter);
        }
        return sum;
    }

    private long written(HloComputation fused, HloInstruction root) {
        if (root.opcode() == HloOpcode.TUPLE) {
            return fused.operands(root).stream()
                    .mapToLong(each -> written(fused, each))
                    .sum();
        }
        if (root.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE) {
            return ShapeSize.of(fused.operand(root, 1).shape());
        }
        return ShapeSize.of(root.shape());
    }

    private long read(HloComputation fused, HloInstruction parameter) {
        long size = ShapeSize.of(parameter.shape());
        long bytes = 0;
        boolean seenOrdinaryUser = false;
        for (var user : fused.users(parameter)) {
            boolean isFirstOperand = user.operandId(0) == parameter.id();
            switch (user.opcode()) {
                case FUSION -> bytes += readByNested(user, parameter);
                case SLICE -> bytes += ShapeSize.of(user.shape());
                case BROADCAST, RESHAPE -> bytes += size;
                default -> {
                    if (isFirstOperand && user.opcode() == HloOpcode.DYNAMIC_SLICE) {
                        bytes += ShapeSize.of(user.shape());
                    } else if (!(isFirstOperand && user.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE)) {
                        bytes += seenOrdinaryUser ? 0 : size;
                        seenOrdinaryUser = true;
                    }
                }
            }
        }
        return bytes;
    }

    private long readByNested(HloInstruction fusion, HloInstruction operand) {
        if (!(fusion.op() instanceof HloOp.Fusion(var _, int callee, var _))) {
            return 0;
        }
        var nested = computations.apply(callee);
        long bytes = 0;
        for (int i = 0; i < fusion.operandCount(); i++) {
            if (fusion.operandId(i) == operand.id()) {
                bytes += read(nested, nested.parameters().get(i));
            }
        }
        return bytes;
    }
}
