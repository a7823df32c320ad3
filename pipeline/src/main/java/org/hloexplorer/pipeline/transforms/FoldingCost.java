package org.hloexplorer.pipeline.transforms;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** How many scalar operations the evaluator needs for an instruction, give or take a small factor. */
final class FoldingCost {
    private FoldingCost() {}

    static long of(HloInstruction instruction, ComputationEditor editor) {
        long result = elements(instruction);
        long read = editor.operands(instruction).stream()
                .mapToLong(FoldingCost::elements)
                .sum();
        return switch (instruction.op()) {
            case HloOp.Dot(var dimensions, var _) -> {
                long work = result;
                for (int dimension : dimensions.lhsContracting()) {
                    work = saturated(
                            work,
                            editor.operand(instruction, 0).shape().asArray().dimension(dimension));
                }
                yield work;
            }
            case HloOp.ReduceWindow(var window, var _) -> saturated(result, positions(window));
            case HloOp.Convolution convolution ->
                saturated(result, saturated(positions(convolution.window()), read / Math.max(1, result)));
            default -> result + read;
        };
    }

    private static long positions(Window window) {
        long product = 1;
        for (var dimension : window.dimensions()) {
            product = saturated(product, dimension.size());
        }
        return product;
    }

    private static long saturated(long left, long right) {
        return Math.multiplyHigh(left, right) != 0 ? Long.MAX_VALUE : Math.abs(left * right);
    }

    private static long elements(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array ? array.elements() : 0;
    }
}
