package org.hloexplorer.pipeline.kernel;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who says in which order the terms of a kernel's sums and products are taken. */
public enum SumOrder {
    /** The kernel: any compiler gives the same bits. */
    GIVEN,
    /** The compiler, which adds in as many places at once as its vectors are wide. */
    CHOSEN;

    /** Chosen where a sum of floating numbers may be added in another order. */
    public static SumOrder of(Kernel kernel) {
        return isChosen(kernel.body(), Set.of()) ? CHOSEN : GIVEN;
    }

    private static boolean isChosen(List<Statement> block, Set<Value> sums) {
        return block.stream().anyMatch(statement -> switch (statement) {
            case Statement.Define(var _, Expression.Apply apply, var _) ->
                apply.type().isFloating()
                        && (apply.operation() == Operation.ADD || apply.operation() == Operation.MULTIPLY)
                        && apply.operands().stream().anyMatch(sums::contains);
            case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> false;
            case Statement.For loop -> isChosen(loop.body(), withSums(loop, sums));
            case Statement.If branch -> isChosen(branch.then(), sums) || isChosen(branch.otherwise(), sums);
        });
    }

    private static Set<Value> withSums(Statement.For loop, Set<Value> sums) {
        if (!loop.kind().isReassociable() || loop.carried().isEmpty()) {
            return sums;
        }
        Set<Value> all = new HashSet<>(sums);
        loop.carried().forEach(carried -> all.add(carried.argument()));
        return all;
    }
}
