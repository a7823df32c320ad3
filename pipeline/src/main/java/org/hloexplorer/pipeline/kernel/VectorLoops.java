package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;

/**
 * Finds loops whose repetitions should be done side by side.
 *
 * <p>A compiler's vectoriser works on innermost loops. Where the innermost one is a reduction that strides through memory
 * while the loop around it walks along, such as a sum over rows, it is the outer one that must become the vector.
 */
record VectorLoops(LoweringOptions options) {
    /** Registers that accumulate side by side: enough to hide the latency of an addition, few enough to stay registers. */
    private static final int ACCUMULATORS = 8;

    List<Statement> applied(List<Statement> block) {
        return block.stream().map(this::applied).toList();
    }

    private Statement applied(Statement statement) {
        return switch (statement) {
            case Statement.For loop
            when isCandidate(loop) ->
                new Statement.For(
                        loop.variable(), LoopKind.vector(lanes(loop)), List.of(), loop.body(), loop.instruction());
            case Statement.For loop ->
                new Statement.For(
                        loop.variable(), loop.kind(), loop.carried(), applied(loop.body()), loop.instruction());
            case Statement.If _, Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ ->
                statement;
        };
    }

    private static boolean isCandidate(Statement.For loop) {
        var access = Access.of(loop);
        return loop.carried().isEmpty() && loop.variable().extent() > 1 && access.walksAlong && !access.isUnfit;
    }

    private int lanes(Statement.For loop) {
        int bits = Widths.widest(loop.body());
        int registers = registers(loop);
        return (int) Math.min(loop.variable().extent(), (long) registers * options.lanes(bits));
    }

    /** Where each lane writes to a row of its own, there are as many rows as the nearest cache holds lines of at one stride. */
    private static int registers(Statement.For loop) {
        if (Access.of(loop).scatters) {
            return 1;
        }
        return Widths.callsLibrary(loop.body()) ? ACCUMULATORS / 2 : ACCUMULATORS;
    }

    /** How an inner loop reads memory while this variable advances. */
    private static final class Access {
        private final LoopVariable variable;
        private boolean walksAlong;
        private boolean isUnfit;
        private boolean scatters;

        private Access(LoopVariable variable) {
            this.variable = variable;
        }

        static Access of(Statement.For loop) {
            var access = new Access(loop.variable());
            access.visit(loop.body(), false);
            return access;
        }

        void visit(List<Statement> block, boolean isInner) {
            for (var statement : block) {
                switch (statement) {
                    case Statement.Define(var _, var expression, var _) -> visit(expression, isInner);
                    case Statement.Store(var _, var index, var _, var _) -> {
                        visit(index, false);
                        scatters |= isInner && index.coefficient(variable) > 1;
                    }
                    case Statement.Combine _ -> isUnfit = true;
                    case Statement.For loop -> visit(loop.body(), true);
                    // Lanes that go different ways are the compiler's business.
                    case Statement.If _, Statement.Barrier _ -> isUnfit = true;
                }
            }
        }

        private void visit(Expression expression, boolean isInner) {
            switch (expression) {
                case Expression.Load(var _, var index) -> visit(index, isInner);
                case Expression.IndexValue(var index) -> visit(index, false);
                case Expression.InRange(var index, var _, var _) -> visit(index, false);
                case Expression.Constant _, Expression.Apply _, Expression.Convert _, Expression.BitcastConvert _ -> {}
            }
        }

        private void visit(Index index, boolean isInner) {
            long coefficient = index.coefficient(variable);
            if (isInner && coefficient == 1) {
                walksAlong = true;
            }
            var isScattered = isInner && coefficient != 0 && coefficient != 1;
            var isHidden = coefficient == 0 && index.variables().contains(variable);
            isUnfit |= isScattered || isHidden || !index.values().isEmpty();
        }
    }
}
