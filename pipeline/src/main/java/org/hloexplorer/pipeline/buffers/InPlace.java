package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Aliasing;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/**
 * The results that must lie where an operand lies, as XLA's {@code GetInPlaceInputOutputPairs} has them: an update
 * writes into what it updates.
 */
final class InPlace {
    private InPlace() {}

    /** A part of an operand, and the part of the result that takes its place. */
    record Pair(int operand, int operandPart, int resultPart) {}

    static List<Pair> pairs(HloModule module, HloComputation computation, HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Scatter _ -> scatter(instruction);
            case HloOp.Fusion(var _, int callee, var aliasing) ->
                aliasing.isEmpty()
                        ? fusion(module.computation(callee), instruction)
                        : stated(computation, instruction, aliasing);
            case HloOp.CustomCall call -> stated(computation, instruction, call.outputToOperandAliasing());
            default -> instruction.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE ? List.of(new Pair(0, 0, 0)) : List.of();
        };
    }

    /** A scatter of n arrays has n operands, the indices and n updates, and a tuple for a result where n is not 1. */
    private static List<Pair> scatter(HloInstruction scatter) {
        int arrays = scatter.operandCount() / 2;
        if (arrays == 1) {
            return List.of(new Pair(0, 0, 0));
        }
        var pairs = new ArrayList<Pair>();
        for (int i = 0; i < arrays; i++) {
            pairs.add(new Pair(i, 0, Subshape.ordinalOfElement(scatter.shape(), i)));
        }
        return pairs;
    }

    private static List<Pair> stated(HloComputation computation, HloInstruction instruction, List<Aliasing> aliasing) {
        return aliasing.stream()
                .map(each -> new Pair(
                        each.operand(),
                        Subshape.ordinal(
                                computation.operand(instruction, each.operand()).shape(), each.operandIndex()),
                        Subshape.ordinal(instruction.shape(), each.outputIndex())))
                .toList();
    }

    /** A fusion that ends with an update of one of its parameters. */
    private static List<Pair> fusion(HloComputation body, HloInstruction fusion) {
        var root = body.root();
        var ends = root.opcode() == HloOpcode.TUPLE ? body.operands(root) : List.of(root);
        var pairs = new ArrayList<Pair>();
        for (int i = 0; i < ends.size(); i++) {
            int result = root.opcode() == HloOpcode.TUPLE ? Subshape.ordinalOfElement(fusion.shape(), i) : 0;
            var update = behindBitcasts(body, ends.get(i));
            if (update.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE || update.opcode() == HloOpcode.SCATTER) {
                var updated = behindBitcasts(body, body.operand(update, 0));
                if (updated.op() instanceof HloOp.Parameter(int number)) {
                    pairs.add(new Pair(number, 0, result));
                }
            }
        }
        return pairs;
    }

    private static HloInstruction behindBitcasts(HloComputation body, HloInstruction instruction) {
        var current = instruction;
        while (current.opcode() == HloOpcode.BITCAST) {
            current = body.operand(current, 0);
        }
        return current;
    }
}
