package org.hloexplorer.roofline;

import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.backend.KernelDescription;

/** What a kernel costs by the formula, that of a library which computes a dot and what follows it at once included. */
final class LibraryWork {
    private LibraryWork() {}

    static Cost cost(HloModule module, HloCostAnalysis analysis, KernelDescription kernel) {
        var instruction = module.findInstruction(kernel.instruction()).orElseThrow();
        var cost = analysis.cost(instruction);
        return before(module, instruction, kernel)
                .map(contraction -> together(cost, analysis.cost(contraction), contraction))
                .orElse(cost);
    }

    /** The dot or convolution that the kernel computes and hands to a fusion. */
    private static Optional<HloInstruction> before(HloModule module, HloInstruction last, KernelDescription kernel) {
        return kernel.instructions().stream()
                .flatMap(id -> module.findInstruction(id).stream())
                .filter(each -> each.op() instanceof HloOp.Dot || each.op() instanceof HloOp.Convolution)
                .filter(each -> last.hasOperand(each.id()))
                .findFirst();
    }

    /** What passes from one to the other is neither written nor read. */
    private static Cost together(Cost fusion, Cost contraction, HloInstruction between) {
        var sum = fusion.plus(contraction);
        long passed = between.shape() instanceof Shape.Array array
                ? array.elements() * array.elementType().bytes()
                : 0;
        return new Cost(sum.flops(), sum.transcendentals(), sum.bytesAccessed() - 2 * passed);
    }
}
