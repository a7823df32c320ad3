package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.jspecify.annotations.Nullable;

/** A kernel as a loop over rows: what stands before the loop, and the loop. */
record RowKernel(Kernel kernel, List<Statement> before, Statement.For loop) {

    /** The kernel's rows, or null where it is no single loop that launches share out. */
    static @Nullable RowKernel of(Kernel kernel) {
        List<Statement> before = new ArrayList<>();
        Statement.For loop = null;
        for (var statement : kernel.body()) {
            if (statement instanceof Statement.For each && each.kind().isPartitioned() && loop == null) {
                loop = each;
            } else if (statement instanceof Statement.Define && loop == null) {
                before.add(statement);
            } else {
                return null;
            }
        }
        return loop == null || kernel.extent() < 2 ? null : new RowKernel(kernel, before, loop);
    }

    /**
     * How many elements of a buffer belong to a row, where the kernel touches no element of another row's.
     *
     * <p>Row i has the elements from i times so many on.
     */
    OptionalLong rowLength(KernelBuffer buffer) {
        var accesses = new ArrayList<Index>();
        collect(kernel.body(), buffer, accesses);
        long length = accesses.isEmpty() ? 0 : accesses.getFirst().coefficient(loop.variable());
        return length > 0 && accesses.stream().allMatch(index -> isInRow(index, length))
                ? OptionalLong.of(length)
                : OptionalLong.empty();
    }

    private boolean isInRow(Index index, long length) {
        var within = index.minus(Index.of(loop.variable()).times(length));
        return index.coefficient(loop.variable()) == length
                && !within.variables().contains(loop.variable())
                && within.minimum() >= 0
                && within.maximum() < length;
    }

    private static void collect(List<Statement> block, KernelBuffer buffer, List<Index> accesses) {
        for (var statement : block) {
            switch (statement) {
                case Statement.Define(var _, Expression.Load(var from, var index), var _)
                when from.equals(buffer) -> accesses.add(index);
                case Statement.Define _, Statement.Barrier _ -> {}
                case Statement.Combine(var to, var index, var _, var _, var _) -> {
                    if (to.equals(buffer)) {
                        accesses.add(index);
                    }
                }
                case Statement.Store(var to, var index, var _, var _) -> {
                    if (to.equals(buffer)) {
                        accesses.add(index);
                    }
                }
                case Statement.For each -> collect(each.body(), buffer, accesses);
                case Statement.If branch -> {
                    collect(branch.then(), buffer, accesses);
                    collect(branch.otherwise(), buffer, accesses);
                }
            }
        }
    }

    /** Greater than the number of any value. */
    int valueCount() {
        return Numbers.values(kernel.body());
    }

    /** Greater than the number of any loop variable. */
    int variableCount() {
        return variableCount(kernel.body());
    }

    static int variableCount(List<Statement> block) {
        return Numbers.variables(block);
    }

    /** The greatest numbers in use. */
    private static final class Numbers {
        private Numbers() {}

        static int values(List<Statement> block) {
            int count = 0;
            for (var statement : block) {
                count = Math.max(
                        count,
                        switch (statement) {
                            case Statement.Define define -> define.value().id() + 1;
                            case Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 0;
                            case Statement.For each -> {
                                int carried = each.carried().stream()
                                        .mapToInt(value -> Math.max(
                                                        value.argument().id(),
                                                        value.result().id())
                                                + 1)
                                        .max()
                                        .orElse(0);
                                yield Math.max(carried, values(each.body()));
                            }
                            case Statement.If branch -> {
                                int chosen = branch.chosen().stream()
                                        .mapToInt(value -> value.result().id() + 1)
                                        .max()
                                        .orElse(0);
                                yield Math.max(chosen, Math.max(values(branch.then()), values(branch.otherwise())));
                            }
                        });
            }
            return count;
        }

        static int variables(List<Statement> block) {
            int count = 0;
            for (var statement : block) {
                count = Math.max(
                        count,
                        switch (statement) {
                            case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 0;
                            case Statement.For each -> Math.max(each.variable().id() + 1, variables(each.body()));
                            case Statement.If branch ->
                                Math.max(variables(branch.then()), variables(branch.otherwise()));
                        });
            }
            return count;
        }
    }

    LoopVariable variable() {
        return loop.variable();
    }
}
