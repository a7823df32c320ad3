package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.jspecify.annotations.Nullable;

/**
 * Goes over two loops in tiles where the inner one writes along memory and reads across it: then what a read brings into the
 * nearest cache is used by the other rows of the tile before it is gone.
 */
record TransposedTiles(LoweringOptions options) {
    /** Elements that lie so near one another are mostly in one line of the cache. */
    private static final long NEAR = 8;

    /** Elements that lie so far apart are not. */
    private static final long FAR = 16;

    List<PlanStep> applied(List<PlanStep> steps) {
        return steps.stream().map(this::applied).toList();
    }

    private PlanStep applied(PlanStep step) {
        return switch (step) {
            case PlanStep.Launch(var name, var instructions, var kernel, var buffers) ->
                new PlanStep.Launch(name, instructions, applied(kernel), buffers);
            case PlanStep.Loop _, PlanStep.Branch _, PlanStep.LibraryCall _, PlanStep.Copy _, PlanStep.Reference _ ->
                step.withInner(this::applied);
        };
    }

    private Kernel applied(Kernel kernel) {
        var numbering = new Numbering(RowKernel.variableCount(kernel.body()));
        var body = kernel.body().stream()
                .map(statement -> applied(statement, numbering))
                .toList();
        if (body.equals(kernel.body())) {
            return kernel;
        }
        List<String> notes = new ArrayList<>(kernel.notes());
        notes.add("what lies across the rows that are written is read in tiles");
        return new Kernel(
                kernel.name(),
                kernel.arguments(),
                kernel.scratch(),
                body,
                kernel.extent(),
                kernel.grain(),
                notes,
                kernel.product());
    }

    /** Gives loop variables that the kernel has not. */
    private static final class Numbering {
        private int next;

        private Numbering(int next) {
            this.next = next;
        }

        LoopVariable variable(long extent) {
            return new LoopVariable(next++, extent);
        }
    }

    private Statement applied(Statement statement, Numbering numbering) {
        if (!(statement instanceof Statement.For loop)) {
            return statement;
        }
        var inner = inner(loop);
        if (inner == null) {
            var body =
                    loop.body().stream().map(each -> applied(each, numbering)).toList();
            return new Statement.For(loop.variable(), loop.kind(), loop.carried(), body, loop.instruction());
        }
        return tiled(loop, inner, numbering);
    }

    /** The loop in a loop that is worth going over in tiles, or null. */
    private Statement.@Nullable For inner(Statement.For outer) {
        if (outer.kind().axis() != LoopKind.Axis.NONE
                || !outer.carried().isEmpty()
                || !(outer.body().getLast() instanceof Statement.For inner)
                || !outer.body().subList(0, outer.body().size() - 1).stream()
                        .allMatch(Statement.Define.class::isInstance)
                || !inner.carried().isEmpty()
                || inner.kind().lanes() > 1) {
            return null;
        }
        long side = side(inner);
        return outer.variable().extent() % side == 0
                        && inner.variable().extent() % side == 0
                        && isTransposed(outer.variable(), inner)
                ? inner
                : null;
    }

    private long side(Statement.For inner) {
        return options.lanes(Widths.widest(inner.body()));
    }

    private static boolean isTransposed(LoopVariable outer, Statement.For inner) {
        var isCrossing = false;
        for (var statement : inner.body()) {
            switch (statement) {
                case Statement.Define(var _, Expression.Load(var _, var index), var _) -> {
                    if (!index.values().isEmpty()) {
                        return false;
                    }
                    long along = index.coefficient(outer);
                    long across = index.coefficient(inner.variable());
                    isCrossing |= 0 < along && along <= NEAR && across >= FAR;
                }
                case Statement.Define _ -> {}
                case Statement.Store(var _, var index, var _, var _) -> {
                    if (index.coefficient(inner.variable()) != 1) {
                        return false;
                    }
                }
                case Statement.For _, Statement.If _, Statement.Combine _, Statement.Barrier _ -> {
                    return false;
                }
            }
        }
        return isCrossing;
    }

    private Statement tiled(Statement.For outer, Statement.For inner, Numbering numbering) {
        int side = Math.toIntExact(side(inner));
        var rows = numbering.variable(outer.variable().extent() / side);
        var columns = numbering.variable(inner.variable().extent() / side);
        var row = numbering.variable(side);
        var column = numbering.variable(side);
        UnaryOperator<Index> places = index -> index.substituted(
                variable -> variable.equals(outer.variable())
                        ? Index.of(rows).times(side).plus(Index.of(row))
                        : variable.equals(inner.variable())
                                ? Index.of(columns).times(side).plus(Index.of(column))
                                : Index.of(variable),
                value -> value);
        List<Statement> body = new ArrayList<>();
        outer.body().subList(0, outer.body().size() - 1).forEach(each -> body.add(placed(each, places)));
        body.add(new Statement.For(
                column,
                LoopKind.vector(side),
                List.of(),
                inner.body().stream().map(each -> placed(each, places)).toList(),
                inner.instruction()));
        return plain(
                rows,
                outer,
                plain(
                        columns,
                        outer,
                        new Statement.For(row, LoopKind.SEQUENTIAL, List.of(), body, outer.instruction())));
    }

    private static Statement plain(LoopVariable variable, Statement.For like, Statement body) {
        return new Statement.For(variable, LoopKind.SEQUENTIAL, List.of(), List.of(body), like.instruction());
    }

    private static Statement placed(Statement statement, UnaryOperator<Index> places) {
        return switch (statement) {
            case Statement.Define(var value, var expression, int instruction) ->
                new Statement.Define(value, placed(expression, places), instruction);
            case Statement.Store(var buffer, var index, var value, int instruction) ->
                new Statement.Store(buffer, places.apply(index), value, instruction);
            case Statement.For _, Statement.If _, Statement.Combine _, Statement.Barrier _ -> statement;
        };
    }

    private static Expression placed(Expression expression, UnaryOperator<Index> places) {
        return switch (expression) {
            case Expression.Load(var buffer, var index) -> new Expression.Load(buffer, places.apply(index));
            case Expression.IndexValue(var index) -> new Expression.IndexValue(places.apply(index));
            case Expression.InRange(var index, long low, long high) ->
                new Expression.InRange(places.apply(index), low, high);
            case Expression.Constant _, Expression.Apply _, Expression.Convert _, Expression.BitcastConvert _ ->
                expression;
        };
    }
}
