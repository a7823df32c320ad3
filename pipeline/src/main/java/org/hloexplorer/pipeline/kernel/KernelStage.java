package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;

/**
 * One of several launches, one after the other, that an instruction takes: where items must see what all others wrote, and
 * only those of a group can wait for one another.
 *
 * @param suffix tells it apart from its neighbours; empty for the last
 * @param kernel its operands are those of the instruction; after the first stage, the arrays that the stage before wrote
 *     come before them
 * @param result what it writes
 */
record KernelStage(String suffix, LoweredKernel kernel, Shape result) {

    /** The launches; nothing where one does, as it does on processors. */
    static Optional<List<KernelStage>> of(
            HloModule module, HloComputation computation, HloInstruction instruction, LoweringOptions options) {
        return options.workGroups() == null
                ? Optional.empty()
                : SplitReduction.of(module, computation, instruction, options)
                        .or(() -> SplitSort.of(module, computation, instruction));
    }
}
