package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.function.Predicate;

/** What the values of a block ask of vector registers. */
final class Widths {
    private Widths() {}

    /** Bits of the widest type that is computed with. */
    static int widest(List<Statement> block) {
        int widest = 0;
        for (var statement : block) {
            widest = Math.max(
                    widest,
                    switch (statement) {
                        case Statement.Define define -> define.value().type().bits();
                        case Statement.Store store -> store.value().type().bits();
                        case Statement.Combine combine -> combine.value().type().bits();
                        case Statement.Barrier _ -> 0;
                        case Statement.For loop -> widest(loop.body());
                        case Statement.If branch -> Math.max(widest(branch.then()), widest(branch.otherwise()));
                    });
        }
        return widest;
    }

    static boolean callsLibrary(List<Statement> block) {
        return any(
                block,
                expression -> expression instanceof Expression.Apply apply
                        && apply.operation().isLibraryFunction());
    }

    static boolean any(List<Statement> block, Predicate<Expression> test) {
        return block.stream().anyMatch(statement -> switch (statement) {
            case Statement.Define define -> test.test(define.expression());
            case Statement.Store _, Statement.Combine _, Statement.Barrier _ -> false;
            case Statement.For loop -> any(loop.body(), test);
            case Statement.If branch -> any(branch.then(), test) || any(branch.otherwise(), test);
        });
    }
}
