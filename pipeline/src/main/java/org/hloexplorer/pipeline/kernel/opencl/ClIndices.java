package org.hloexplorer.pipeline.kernel.opencl;

import java.util.List;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.Index;
import org.hloexplorer.pipeline.kernel.IndexAtom;
import org.hloexplorer.pipeline.kernel.IndexAtom.Loaded;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.hloexplorer.pipeline.kernel.IndexAtom.Quotient;
import org.hloexplorer.pipeline.kernel.IndexAtom.Remainder;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.Statement;

/**
 * Indices as arithmetic.
 *
 * @param type {@code int} where no step of any of the kernel's indices needs more, else {@code long}
 */
record ClIndices(String type) {

    static ClIndices of(Kernel kernel) {
        return new ClIndices(largest(kernel.body()) <= Integer.MAX_VALUE ? "int" : "long");
    }

    /** No sum on the way to an index is larger, whichever sign. */
    private static double largest(List<Statement> block) {
        double largest = 0;
        for (var statement : block) {
            largest = Math.max(
                    largest,
                    switch (statement) {
                        case Statement.Define define -> largest(define.expression());
                        case Statement.Store store -> largest(store.index());
                        case Statement.Combine combine -> largest(combine.index());
                        case Statement.Barrier _ -> 0;
                        case Statement.For loop ->
                            Math.max((double) loop.variable().extent(), largest(loop.body()));
                        case Statement.If branch -> Math.max(largest(branch.then()), largest(branch.otherwise()));
                    });
        }
        return largest;
    }

    private static double largest(Expression expression) {
        return switch (expression) {
            case Expression.Load(var _, var index) -> largest(index);
            case Expression.IndexValue(var index) -> largest(index);
            case Expression.InRange(var index, long low, long high) ->
                Math.max(largest(index), Math.max(Math.abs((double) low), Math.abs((double) high)));
            case Expression.Constant _, Expression.Apply _, Expression.Convert _, Expression.BitcastConvert _ -> 0;
        };
    }

    private static double largest(Index index) {
        double sum = Math.abs((double) index.constant());
        for (var term : index.terms().entrySet()) {
            double inside = switch (term.getKey()) {
                case Quotient(var dividend, long divisor) -> Math.max((double) divisor, largest(dividend));
                case Remainder(var dividend, long divisor) -> Math.max((double) divisor, largest(dividend));
                case LoopVariable _, Loaded _ -> 0;
            };
            double bound = Math.max(Math.abs((double) term.getKey().minimum()), Math.abs((double)
                    term.getKey().maximum()));
            sum = Math.max(sum + Math.abs((double) term.getValue()) * bound, inside);
        }
        return sum;
    }

    String print(Index index) {
        var text = new StringBuilder();
        for (var term : index.orderedTerms()) {
            long factor = term.getValue();
            text.append(text.isEmpty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ");
            if (Math.abs(factor) != 1) {
                text.append(constant(Math.abs(factor))).append(" * ");
            }
            text.append(atom(term.getKey()));
        }
        if (text.isEmpty()) {
            return constant(index.constant());
        }
        if (index.constant() != 0) {
            text.append(index.constant() < 0 ? " - " : " + ").append(constant(Math.abs(index.constant())));
        }
        return text.toString();
    }

    String constant(long number) {
        return type.equals("int") ? Long.toString(number) : number + "L";
    }

    private String atom(IndexAtom atom) {
        return switch (atom) {
            case LoopVariable variable -> variable.toString();
            case Loaded(var value, var _) -> type.equals("int") ? "(int)" + value : value.toString();
            case Quotient(var dividend, long divisor) -> divided("/", "quotient", dividend, divisor);
            case Remainder(var dividend, long divisor) -> divided("%", "remainder", dividend, divisor);
        };
    }

    /** Division in C cuts off, which is rounding down only where the dividend is not negative. */
    private String divided(String operator, String function, Index dividend, long divisor) {
        return dividend.minimum() >= 0
                ? "((%s) %s %s)".formatted(print(dividend), operator, constant(divisor))
                : "hlox_%s(%s, %s)".formatted(function, print(dividend), constant(divisor));
    }
}
