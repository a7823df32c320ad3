package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.hloexplorer.pipeline.kernel.Statement.Carried;
import org.hloexplorer.pipeline.kernel.Statement.Chosen;
import org.jspecify.annotations.Nullable;

/**
 * A block under construction.
 *
 * <p>An expression that this block or one around it has defined is not defined again. While an inner block is open,
 * steps added to an outer one come before it: that is how work that does not depend on a loop is done outside of it.
 */
final class Block {
    private final @Nullable Block parent;
    private final @Nullable LoopVariable variable;
    private final Numbers numbers;
    private final List<Statement> statements = new ArrayList<>();
    private final Map<Expression, Value> known = new HashMap<>();
    private final Map<Object, List<Value>> remembered = new HashMap<>();

    /** Ids that are unique in the kernel. */
    private static final class Numbers {
        private int values;
        private int variables;
    }

    private Block(@Nullable Block parent, @Nullable LoopVariable variable, Numbers numbers) {
        this.parent = parent;
        this.variable = variable;
        this.numbers = numbers;
    }

    /** The outermost block of a kernel. */
    static Block outermost() {
        return new Block(null, null, new Numbers());
    }

    List<Statement> statements() {
        return statements;
    }

    /** The block around this one that is a loop's body or the kernel's, where nothing of an index changes in this one. */
    Block outside(Index... indices) {
        var block = this;
        while (block.variable != null && block.parent != null && !block.changes(indices)) {
            block = block.parent;
        }
        return block;
    }

    private boolean changes(Index... indices) {
        for (var index : indices) {
            if (index.variables().contains(variable)
                    || index.values().stream().anyMatch(value -> known.containsValue(value))) {
                return true;
            }
        }
        return false;
    }

    /** What this block or one around it remembers under a key. */
    @Nullable
    List<Value> recall(Object key) {
        for (var block = this; block != null; block = block.parent) {
            var values = block.remembered.get(key);
            if (values != null) {
                return values;
            }
        }
        return null;
    }

    /** Remembers values that this block or one around it defines. */
    void remember(Object key, List<Value> values) {
        remembered.put(key, values);
    }

    LoopVariable newVariable(long extent) {
        return new LoopVariable(numbers.variables++, extent);
    }

    Value newValue(PrimitiveType type) {
        return new Value(numbers.values++, type);
    }

    Value define(Expression expression, int instruction) {
        for (var block = isLasting(expression) ? this : null; block != null; block = block.parent) {
            var value = block.known.get(expression);
            if (value != null) {
                return value;
            }
        }
        var value = newValue(expression.type());
        known.put(expression, value);
        statements.add(new Statement.Define(value, expression, instruction));
        return value;
    }

    /** Whether it gives the same wherever it is evaluated again: what a kernel writes may have changed since. */
    private static boolean isLasting(Expression expression) {
        return !(expression instanceof Expression.Load(var buffer, var _)) || buffer.role() == KernelBuffer.Role.INPUT;
    }

    void store(KernelBuffer buffer, Index index, Value value, int instruction) {
        statements.add(new Statement.Store(buffer, index, value, instruction));
    }

    /** Adds to an element, or combines it in another way, while others may do the same. */
    void combine(KernelBuffer buffer, Index index, Operation operation, Value value, int instruction) {
        statements.add(new Statement.Combine(buffer, index, operation, value, instruction));
    }

    /** The items of a work-group wait for one another. */
    void barrier(int instruction) {
        statements.add(new Statement.Barrier(instruction));
    }

    /**
     * Adds a loop. One of a single repetition is just its body, one of none is nothing.
     *
     * @param initial values to carry
     * @param body gets its block and the carried values, gives their next ones
     * @return the carried values after the loop
     */
    List<Value> loop(
            LoopVariable counter,
            LoopKind kind,
            List<Value> initial,
            int instruction,
            BiFunction<Block, List<Value>, List<Value>> body) {
        if (counter.extent() == 0) {
            return initial;
        }
        if (counter.extent() == 1 && kind.axis() == LoopKind.Axis.NONE) {
            return body.apply(this, initial);
        }
        var inner = new Block(this, counter, numbers);
        var arguments = fresh(initial);
        var next = body.apply(inner, arguments);
        var results = fresh(initial);
        var carried = IntStream.range(0, initial.size())
                .mapToObj(i -> new Carried(arguments.get(i), initial.get(i), next.get(i), results.get(i)))
                .toList();
        statements.add(new Statement.For(counter, kind, carried, inner.statements, instruction));
        return results;
    }

    private List<Value> fresh(List<Value> like) {
        return like.stream().map(value -> newValue(value.type())).toList();
    }

    /** Adds a branch; both sides give as many values, of the same types. */
    List<Value> choose(
            Value condition,
            int instruction,
            Function<Block, List<Value>> then,
            Function<Block, List<Value>> otherwise) {
        var first = new Block(this, null, numbers);
        var firstValues = then.apply(first);
        var second = new Block(this, null, numbers);
        var secondValues = otherwise.apply(second);
        var results = fresh(firstValues);
        var chosen = IntStream.range(0, results.size())
                .mapToObj(i -> new Chosen(results.get(i), firstValues.get(i), secondValues.get(i)))
                .toList();
        statements.add(new Statement.If(condition, first.statements, second.statements, chosen, instruction));
        return results;
    }
}
