package org.hloexplorer.pipeline.kernel;

import java.util.List;

/** Counts the divisions that are left in indices: what a poor order of loops costs. */
final class Divisions {
    private Divisions() {}

    static int count(List<Statement> block) {
        int count = 0;
        for (var statement : block) {
            count += switch (statement) {
                case Statement.Define(var _, var expression, var _) -> count(expression);
                case Statement.Store(var _, var index, var _, var _) -> count(index);
                case Statement.Combine(var _, var index, var _, var _, var _) -> count(index);
                case Statement.Barrier _ -> 0;
                case Statement.For loop -> count(loop.body());
                case Statement.If branch -> count(branch.then()) + count(branch.otherwise());
            };
        }
        return count;
    }

    private static int count(Expression expression) {
        return switch (expression) {
            case Expression.Load(var _, var index) -> count(index);
            case Expression.IndexValue(var index) -> count(index);
            case Expression.InRange(var index, var _, var _) -> count(index);
            case Expression.Constant _, Expression.Apply _, Expression.Convert _, Expression.BitcastConvert _ -> 0;
        };
    }

    private static int count(Index index) {
        int count = 0;
        for (var atom : index.terms().keySet()) {
            count += switch (atom) {
                case IndexAtom.Quotient(var dividend, var _) -> 1 + count(dividend);
                case IndexAtom.Remainder(var dividend, var _) -> 1 + count(dividend);
                case IndexAtom.LoopVariable _, IndexAtom.Loaded _ -> 0;
            };
        }
        return count;
    }
}
