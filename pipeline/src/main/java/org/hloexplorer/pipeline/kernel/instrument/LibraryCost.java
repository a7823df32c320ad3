package org.hloexplorer.pipeline.kernel.instrument;

import java.util.List;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.MathLibrary;
import org.hloexplorer.pipeline.kernel.Operation;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;

/** How much arithmetic a function of the mathematics library takes. */
final class LibraryCost {
    private LibraryCost() {}

    /** Flops of one call; 0 of what is no such function, and of those of the C library, into which nobody looks. */
    static long flops(Operation operation, PrimitiveType type) {
        return operation.isLibraryFunction()
                ? MathLibrary.code(operation, type)
                        .map(function -> flops(function.body()))
                        .orElse(0L)
                : 0;
    }

    private static long flops(List<Statement> block) {
        return block.stream().mapToLong(LibraryCost::flops).sum();
    }

    private static long flops(Statement statement) {
        return switch (statement) {
            case Statement.Define(var _, Expression.Apply(var operation, var type, var _), var _) ->
                type.isFloating() && Work.kind(operation) == Kind.ARITHMETIC
                        ? Work.amount(operation)
                        : flops(operation, type);
            case Statement.For loop -> loop.variable().extent() * flops(loop.body());
            case Statement.If branch -> flops(branch.then()) + flops(branch.otherwise());
            case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 0;
        };
    }
}
