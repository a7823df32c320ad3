package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.SumOrder;
import org.hloexplorer.pipeline.worker.CompileTier;
import org.hloexplorer.pipeline.worker.KernelSource;

/** Which kernels get quick code first. */
enum TierChoice {
    /** None: programs start later, and are fast from the start. */
    BEST,
    /** Those that give the same bits in quick code, and whose run in it takes no longer than O3 would. */
    QUICK_FIRST;

    /** Of a statement in quick code, on a Zen 5. */
    private static final double RUN_NANOS = 3;

    /** Of a character of LLVM IR at O3, on the same: 2.0 s for the 1.3 million of 135 kernels. */
    private static final double COMPILE_NANOS = 1500;

    CompileTier tier(Kernel kernel, KernelSource source) {
        boolean isQuick = this == QUICK_FIRST
                && SumOrder.of(kernel) == SumOrder.GIVEN
                && RUN_NANOS * statements(kernel.body())
                        <= COMPILE_NANOS * source.ir().length();
        return isQuick ? CompileTier.QUICK : CompileTier.OPTIMIZED;
    }

    /** How many statements a run goes through, at most; a vector counts as one. */
    static double statements(List<Statement> block) {
        double count = 0;
        for (var statement : block) {
            count += switch (statement) {
                case Statement.For loop ->
                    (1 + statements(loop.body()))
                            * Math.ceilDiv(loop.variable().extent(), loop.kind().lanes());
                case Statement.If branch -> Math.max(statements(branch.then()), statements(branch.otherwise()));
                case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 1;
            };
        }
        return count;
    }
}
