package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.kernel.LoweredKernel.Argument;

/** A copy of an array to another layout: of what a call or a loop hands over in an order that is not the one it has. */
final class LayoutChange {
    private static final int SOURCE = -3;
    private static final int COPY = -2;

    private LayoutChange() {}

    static PlanStep.Launch launch(
            HloModule module,
            String name,
            HloInstruction instruction,
            PlanValue.Array from,
            PlanValue.Array to,
            LoweringOptions options) {
        var source = HloInstruction.of(SOURCE, "source", new HloOp.Parameter(0), from.shape());
        var copy = HloInstruction.of(COPY, "copied", new HloOp.Plain(HloOpcode.COPY), to.shape(), SOURCE);
        var computation = new HloComputation(-1, "change of layout", List.of(source, copy), COPY);
        var lowered = new KernelLowering(module, computation, copy, options).lower();
        var buffers = lowered.arguments().stream()
                .map(argument -> argument instanceof Argument.Result ? to.buffer() : from.buffer())
                .toList();
        return new PlanStep.Launch(name, instruction, lowered.kernel(), buffers);
    }
}
