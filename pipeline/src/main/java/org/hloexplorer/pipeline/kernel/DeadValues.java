package org.hloexplorer.pipeline.kernel;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Removes values that nothing uses any more. */
final class DeadValues {
    private final Set<Value> used = new HashSet<>();

    private DeadValues() {}

    static List<Statement> removed(List<Statement> block) {
        var before = block;
        while (true) {
            var values = new DeadValues();
            before.forEach(values::collect);
            var after = values.live(before);
            if (after.equals(before)) {
                return after;
            }
            before = after;
        }
    }

    private void collect(Statement statement) {
        switch (statement) {
            case Statement.Define(var _, var expression, var _) -> collect(expression);
            case Statement.Store(var _, var index, var value, var _) -> {
                used.addAll(index.values());
                used.add(value);
            }
            case Statement.Combine(var _, var index, var _, var value, var _) -> {
                used.addAll(index.values());
                used.add(value);
            }
            case Statement.For loop -> {
                loop.carried().forEach(carried -> used.addAll(List.of(carried.initial(), carried.next())));
                loop.body().forEach(this::collect);
            }
            case Statement.If branch -> {
                used.add(branch.condition());
                branch.chosen().forEach(chosen -> used.addAll(List.of(chosen.then(), chosen.otherwise())));
                branch.then().forEach(this::collect);
                branch.otherwise().forEach(this::collect);
            }
            case Statement.Barrier _ -> {}
        }
    }

    private void collect(Expression expression) {
        switch (expression) {
            case Expression.Load(var _, var index) -> used.addAll(index.values());
            case Expression.IndexValue(var index) -> used.addAll(index.values());
            case Expression.InRange(var index, var _, var _) -> used.addAll(index.values());
            case Expression.Apply(var _, var _, var operands) -> used.addAll(operands);
            case Expression.Convert(var _, var operand) -> used.add(operand);
            case Expression.BitcastConvert(var _, var operand) -> used.add(operand);
            case Expression.Constant _ -> {}
        }
    }

    private List<Statement> live(List<Statement> block) {
        return block.stream().flatMap(this::live).toList();
    }

    private Stream<Statement> live(Statement statement) {
        return switch (statement) {
            case Statement.Define define -> used.contains(define.value()) ? Stream.of(define) : Stream.empty();
            case Statement.For(var variable, var kind, var carried, var body, int instruction) ->
                Stream.of(new Statement.For(variable, kind, carried, live(body), instruction));
            case Statement.If(var condition, var then, var otherwise, var chosen, int instruction) ->
                Stream.of(new Statement.If(condition, live(then), live(otherwise), chosen, instruction));
            case Statement.Store _, Statement.Combine _, Statement.Barrier _ -> Stream.of(statement);
        };
    }
}
