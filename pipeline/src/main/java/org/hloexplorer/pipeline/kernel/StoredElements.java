package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.jspecify.annotations.Nullable;

/**
 * Reads what an earlier loop over the same row has stored instead of computing it again: where two fusions compute an element
 * each for itself and become one kernel.
 *
 * <p>Only what is dear: functions of the library, divisions, and elements that lie apart for the innermost loop.
 */
final class StoredElements {
    private final RowKernel rows;

    /** Numbers of values: equal ones compute the same from the same elements at the same place in their loops. */
    private final Map<Value, Integer> numbers = new HashMap<>();

    private final Map<Key, Integer> known = new HashMap<>();
    private int count;
    private final Set<Integer> dear = new HashSet<>();
    private final Map<Integer, Stored> stored = new HashMap<>();

    /** The last of the row's loops that writes a buffer. */
    private final Map<KernelBuffer, Integer> lastWrites = new HashMap<>();

    /** Where the value of a number lies, as an index in variables that stand for the loops by their depth. */
    private record Stored(KernelBuffer buffer, Index index, int instruction) {}

    /** An expression with numbers in place of operands, and variables that stand for loops by their depth. */
    private record Key(Expression expression, List<Integer> operands) {}

    /** The loops around a statement, outermost first; {@code always} where it runs in each of their repetitions. */
    private record Place(int nest, List<LoopVariable> loops, boolean always) {
        Place inside(Statement.For loop) {
            List<LoopVariable> all = new ArrayList<>(loops);
            all.add(loop.variable());
            return new Place(nest, all, always && loop.carried().isEmpty());
        }

        Place inBranch() {
            return new Place(nest, loops, false);
        }
    }

    private StoredElements(RowKernel rows) {
        this.rows = rows;
    }

    /** The same kernel where there is nothing to reuse. */
    static Kernel reused(Kernel kernel) {
        var rows = RowKernel.of(kernel);
        return rows == null ? kernel : new StoredElements(rows).reused();
    }

    private Kernel reused() {
        var loop = rows.loop();
        for (int nest = 0; nest < loop.body().size(); nest++) {
            collectWrites(loop.body().get(nest), nest);
        }
        var outside = new Place(-1, List.of(), false);
        rows.before().forEach(statement -> visit(statement, outside));
        List<Statement> body = new ArrayList<>();
        for (int nest = 0; nest < loop.body().size(); nest++) {
            body.add(visit(loop.body().get(nest), new Place(nest, List.of(), true)));
        }
        List<Statement> all = new ArrayList<>(rows.before());
        all.add(new Statement.For(loop.variable(), loop.kind(), loop.carried(), body, loop.instruction()));
        var kernel = rows.kernel();
        return new Kernel(
                kernel.name(),
                kernel.arguments(),
                kernel.scratch(),
                body.equals(loop.body()) ? kernel.body() : DeadValues.removed(all),
                kernel.extent(),
                kernel.grain(),
                kernel.notes());
    }

    private void collectWrites(Statement statement, int nest) {
        switch (statement) {
            case Statement.Store store -> lastWrites.put(store.buffer(), nest);
            case Statement.Combine combine -> lastWrites.put(combine.buffer(), nest);
            case Statement.For loop -> loop.body().forEach(each -> collectWrites(each, nest));
            case Statement.If branch -> {
                branch.then().forEach(each -> collectWrites(each, nest));
                branch.otherwise().forEach(each -> collectWrites(each, nest));
            }
            case Statement.Define _, Statement.Barrier _ -> {}
        }
    }

    private Statement visit(Statement statement, Place place) {
        return switch (statement) {
            case Statement.Define define -> defined(define, place);
            case Statement.Store store -> {
                keep(store, place);
                yield store;
            }
            case Statement.For loop -> {
                var inside = place.inside(loop);
                var body = loop.body().stream().map(each -> visit(each, inside)).toList();
                yield new Statement.For(loop.variable(), loop.kind(), loop.carried(), body, loop.instruction());
            }
            case Statement.If branch -> {
                var inside = place.inBranch();
                yield new Statement.If(
                        branch.condition(),
                        branch.then().stream().map(each -> visit(each, inside)).toList(),
                        branch.otherwise().stream()
                                .map(each -> visit(each, inside))
                                .toList(),
                        branch.chosen(),
                        branch.instruction());
            }
            case Statement.Combine _, Statement.Barrier _ -> statement;
        };
    }

    private Statement defined(Statement.Define define, Place place) {
        int number = number(define.expression(), place);
        numbers.put(define.value(), number);
        var earlier = dear.contains(number) ? stored.get(number) : null;
        if (earlier == null) {
            return define;
        }
        var index = found(earlier, place);
        return index == null
                ? define
                : new Statement.Define(
                        define.value(), new Expression.Load(earlier.buffer(), index), define.instruction());
    }

    /** The place of a stored element in terms of the loops around another statement, or null where these do not reach it. */
    private static @Nullable Index found(Stored earlier, Place place) {
        for (var variable : earlier.index().variables()) {
            int depth = depth(variable);
            if (depth >= 0
                    && (depth >= place.loops().size()
                            || place.loops().get(depth).extent() != variable.extent())) {
                return null;
            }
        }
        return earlier.index()
                .substituted(
                        variable -> Index.of(
                                depth(variable) < 0 ? variable : place.loops().get(depth(variable))),
                        value -> value);
    }

    /** An element that is written in each repetition and never again. */
    private void keep(Statement.Store store, Place place) {
        Integer number = numbers.get(store.value());
        var isLast = Integer.valueOf(place.nest()).equals(lastWrites.get(store.buffer()));
        if (number != null && isLast && place.always() && store.index().values().isEmpty()) {
            stored.putIfAbsent(number, new Stored(store.buffer(), byDepth(store.index(), place), store.instruction()));
        }
    }

    private int number(Expression expression, Place place) {
        if (!isStable(expression, place)) {
            return fresh();
        }
        var operands = operands(expression);
        List<Integer> operandNumbers = new ArrayList<>();
        for (var operand : operands) {
            operandNumbers.add(numbers.computeIfAbsent(operand, _ -> fresh()));
        }
        int number = known.computeIfAbsent(new Key(canonical(expression, place), operandNumbers), _ -> fresh());
        if (isDear(expression, place) || operandNumbers.stream().anyMatch(dear::contains)) {
            dear.add(number);
        }
        return number;
    }

    private int fresh() {
        return count++;
    }

    /** Whether it gives the same in a later loop: what it reads is written no more, and lies where loops alone say. */
    private boolean isStable(Expression expression, Place place) {
        return switch (expression) {
            case Expression.Load(var buffer, var index) ->
                index.values().isEmpty() && lastWrites.getOrDefault(buffer, -1) < place.nest();
            case Expression.IndexValue(var index) -> index.values().isEmpty();
            case Expression.InRange(var index, var _, var _) -> index.values().isEmpty();
            case Expression.Constant _, Expression.Apply _, Expression.Convert _, Expression.BitcastConvert _ -> true;
        };
    }

    private static boolean isDear(Expression expression, Place place) {
        return switch (expression) {
            case Expression.Load(var _, var index) -> liesApart(index, place);
            case Expression.Apply apply ->
                apply.operation().isLibraryFunction() || apply.operation() == Operation.DIVIDE;
            case Expression.Constant _,
                    Expression.IndexValue _,
                    Expression.InRange _,
                    Expression.Convert _,
                    Expression.BitcastConvert _ -> false;
        };
    }

    private static boolean liesApart(Index index, Place place) {
        if (place.loops().isEmpty()) {
            return false;
        }
        var innermost = place.loops().getLast();
        return index.variables().contains(innermost) && index.coefficient(innermost) != 1;
    }

    private static List<Value> operands(Expression expression) {
        return switch (expression) {
            case Expression.Apply apply -> apply.operands();
            case Expression.Convert(var _, var operand) -> List.of(operand);
            case Expression.BitcastConvert(var _, var operand) -> List.of(operand);
            case Expression.Constant _, Expression.Load _, Expression.IndexValue _, Expression.InRange _ -> List.of();
        };
    }

    /** Operands are told apart by their numbers, which stand beside it. */
    private static Expression canonical(Expression expression, Place place) {
        return switch (expression) {
            case Expression.Constant constant -> constant;
            case Expression.Load(var buffer, var index) -> new Expression.Load(buffer, byDepth(index, place));
            case Expression.IndexValue(var index) -> new Expression.IndexValue(byDepth(index, place));
            case Expression.InRange(var index, long low, long high) ->
                new Expression.InRange(byDepth(index, place), low, high);
            case Expression.Apply(var operation, var type, var _) -> new Expression.Apply(operation, type, List.of());
            case Expression.Convert(var type, var operand) -> new Expression.Convert(type, any(operand));
            case Expression.BitcastConvert(var type, var operand) -> new Expression.BitcastConvert(type, any(operand));
        };
    }

    private static Value any(Value operand) {
        return new Value(-1, operand.type());
    }

    private static Index byDepth(Index index, Place place) {
        return index.substituted(
                variable -> {
                    int depth = place.loops().indexOf(variable);
                    return Index.of(depth < 0 ? variable : new LoopVariable(FIRST - depth, variable.extent()));
                },
                value -> value);
    }

    /** Of variables that stand for a loop, numbers below those of all real ones. */
    private static final int FIRST = -2;

    private static int depth(LoopVariable variable) {
        return variable.id() <= FIRST ? FIRST - variable.id() : -1;
    }
}
