package org.hloexplorer.pipeline.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts how often each value is used, in operations, indices and stores, and by loops and branches. */
final class ValueUses {
    private final Map<Value, Integer> counts = new HashMap<>();

    private ValueUses() {}

    /** Uses by all statements of a block, inner blocks included; the map is the caller's. */
    static Map<Value, Integer> count(List<Statement> block) {
        var uses = new ValueUses();
        uses.visit(block);
        return uses.counts;
    }

    private void visit(List<Statement> block) {
        for (var statement : block) {
            switch (statement) {
                case Statement.Define define -> visit(define.expression());
                case Statement.Store store -> {
                    visit(store.index());
                    add(store.value());
                }
                case Statement.Combine combine -> {
                    visit(combine.index());
                    add(combine.value());
                }
                case Statement.Barrier _ -> {}
                case Statement.For loop -> {
                    for (var carried : loop.carried()) {
                        add(carried.initial());
                        add(carried.next());
                    }
                    visit(loop.body());
                }
                case Statement.If branch -> {
                    add(branch.condition());
                    for (var chosen : branch.chosen()) {
                        add(chosen.then());
                        add(chosen.otherwise());
                    }
                    visit(branch.then());
                    visit(branch.otherwise());
                }
            }
        }
    }

    private void visit(Expression expression) {
        switch (expression) {
            case Expression.Constant _ -> {}
            case Expression.Load(var _, var index) -> visit(index);
            case Expression.IndexValue(var index) -> visit(index);
            case Expression.InRange(var index, var _, var _) -> visit(index);
            case Expression.Apply(var _, var _, var operands) -> operands.forEach(this::add);
            case Expression.Convert(var _, var operand) -> add(operand);
            case Expression.BitcastConvert(var _, var operand) -> add(operand);
        }
    }

    private void visit(Index index) {
        index.values().forEach(this::add);
    }

    private void add(Value value) {
        counts.merge(value, 1, Integer::sum);
    }
}
