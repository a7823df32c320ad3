package org.hloexplorer.pipeline.buffers;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** What an instruction adds to the memory in use while it is needed: nothing, where it only passes on or always is there. */
final class ScheduledBytes {
    private ScheduledBytes() {}

    static long of(HloInstruction instruction) {
        boolean isThereAnyway =
                instruction.op() instanceof HloOp.Parameter || instruction.op() instanceof HloOp.Constant;
        return isThereAnyway || Dataflow.passesOn(instruction) || instruction.op() instanceof HloOp.While
                ? 0
                : of(instruction.shape());
    }

    private static long of(Shape shape) {
        return shape instanceof Shape.Tuple(var elements)
                ? elements.stream().mapToLong(ScheduledBytes::of).sum()
                : Subshape.bytes(shape);
    }
}
