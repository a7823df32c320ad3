package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.hloexplorer.pipeline.kernel.Statement.Carried;
import org.hloexplorer.pipeline.kernel.Statement.Chosen;

/**
 * Statements with other names: values and loop variables by adding to their numbers, one variable by another, and buffers by
 * others.
 *
 * @param variable becomes {@code replacement}
 */
record KernelRenaming(
        int values, int variables, LoopVariable variable, LoopVariable replacement, Map<KernelBuffer, Place> buffers) {

    /** Where a buffer's elements are now: so much further down in another one. */
    record Place(KernelBuffer buffer, Index subtracted) {}

    List<Statement> apply(List<Statement> block) {
        return block.stream().map(this::apply).toList();
    }

    private Statement apply(Statement statement) {
        return switch (statement) {
            case Statement.Define(var value, var expression, int instruction) ->
                new Statement.Define(apply(value), apply(expression), instruction);
            case Statement.Combine(var buffer, var index, var operation, var value, int instruction) ->
                new Statement.Combine(
                        place(buffer).buffer(), indexIn(buffer, index), operation, apply(value), instruction);
            case Statement.Store(var buffer, var index, var value, int instruction) ->
                new Statement.Store(place(buffer).buffer(), indexIn(buffer, index), apply(value), instruction);
            case Statement.Barrier barrier -> barrier;
            case Statement.For(var counter, var kind, var carried, var body, int instruction) ->
                new Statement.For(
                        apply(counter), kind, carried.stream().map(this::apply).toList(), apply(body), instruction);
            case Statement.If(var condition, var then, var otherwise, var chosen, int instruction) ->
                new Statement.If(
                        apply(condition),
                        apply(then),
                        apply(otherwise),
                        chosen.stream()
                                .map(each ->
                                        new Chosen(apply(each.result()), apply(each.then()), apply(each.otherwise())))
                                .toList(),
                        instruction);
        };
    }

    private Carried apply(Carried carried) {
        return new Carried(
                apply(carried.argument()), apply(carried.initial()), apply(carried.next()), apply(carried.result()));
    }

    private Value apply(Value value) {
        return new Value(value.id() + values, value.type());
    }

    private LoopVariable apply(LoopVariable counter) {
        return counter.equals(variable) ? replacement : new LoopVariable(counter.id() + variables, counter.extent());
    }

    private Expression apply(Expression expression) {
        return switch (expression) {
            case Expression.Constant constant -> constant;
            case Expression.Load(var buffer, var index) ->
                new Expression.Load(place(buffer).buffer(), indexIn(buffer, index));
            case Expression.IndexValue(var index) -> new Expression.IndexValue(apply(index));
            case Expression.InRange(var index, long low, long high) -> new Expression.InRange(apply(index), low, high);
            case Expression.Apply(var operation, var type, var operands) ->
                new Expression.Apply(
                        operation, type, operands.stream().map(this::apply).toList());
            case Expression.Convert(var type, var operand) -> new Expression.Convert(type, apply(operand));
            case Expression.BitcastConvert(var type, var operand) ->
                new Expression.BitcastConvert(type, apply(operand));
        };
    }

    private Place place(KernelBuffer buffer) {
        return buffers.getOrDefault(buffer, new Place(buffer, Index.ZERO));
    }

    private Index indexIn(KernelBuffer buffer, Index index) {
        return apply(index).minus(place(buffer).subtracted());
    }

    private Index apply(Index index) {
        return index.substituted(counter -> Index.of(apply(counter)), this::apply);
    }
}
