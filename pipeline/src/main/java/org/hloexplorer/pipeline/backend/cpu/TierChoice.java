package org.hloexplorer.pipeline.backend.cpu;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.SumOrder;
import org.hloexplorer.pipeline.worker.CompileTier;
import org.hloexplorer.pipeline.worker.KernelSource;

/** In which tier kernels are compiled first. */
enum TierChoice {
    /** At O3: programs start later, and are fast from the start. */
    BEST,
    /** The one in which a first run is over soonest, among those that give the bits of O3. */
    SOONEST;

    /** Statements that a function of the mathematics library amounts to. */
    private static final double FUNCTION = 20;

    CompileTier tier(Kernel kernel, KernelSource source) {
        if (this == BEST || SumOrder.of(kernel) == SumOrder.CHOSEN) {
            return CompileTier.OPTIMIZED;
        }
        double statements = statements(kernel.body());
        int characters = source.ir().length();
        return Stream.of(CompileTier.values())
                .min(Comparator.comparingDouble(tier -> Cost.of(tier).nanos(characters, statements)))
                .orElseThrow();
    }

    /**
     * What a tier costs, measured on a Zen 5.
     *
     * @param compile nanoseconds for a character of LLVM IR
     * @param run nanoseconds for a statement
     */
    private record Cost(double compile, double run) {

        static Cost of(CompileTier tier) {
            return switch (tier) {
                case QUICK -> new Cost(200, 0.6);
                case LIGHT -> new Cost(450, 0.15);
                case OPTIMIZED -> new Cost(1600, 0.05);
            };
        }

        double nanos(int characters, double statements) {
            return compile * characters + run * statements;
        }
    }

    /** How many statements a run goes through, at most; a vector counts as one. */
    private static double statements(List<Statement> block) {
        double count = 0;
        for (var statement : block) {
            count += switch (statement) {
                case Statement.For loop ->
                    (1 + statements(loop.body()))
                            * Math.ceilDiv(loop.variable().extent(), loop.kind().lanes());
                case Statement.If branch -> Math.max(statements(branch.then()), statements(branch.otherwise()));
                case Statement.Define(var _, Expression.Apply apply, var _)
                when apply.operation().isLibraryFunction() -> FUNCTION;
                case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 1;
            };
        }
        return count;
    }
}
