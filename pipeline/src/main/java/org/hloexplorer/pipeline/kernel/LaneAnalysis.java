package org.hloexplorer.pipeline.kernel;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;

/** Finds which values differ from lane to lane of a vector loop; the others are computed once for all lanes. */
public final class LaneAnalysis {
    private final LoopVariable variable;
    private final Set<Value> varying = new HashSet<>();

    private LaneAnalysis(LoopVariable variable) {
        this.variable = variable;
    }

    /** The values in a vector loop's body that differ from lane to lane. */
    public static Set<Value> varying(Statement.For loop) {
        var analysis = new LaneAnalysis(loop.variable());
        int before;
        // What a loop carries depends on what its body computes, and the other way round.
        do {
            before = analysis.varying.size();
            analysis.visit(loop.body());
        } while (analysis.varying.size() > before);
        return analysis.varying;
    }

    /** In a function of the library, which is called with lanes, everything but its constants. */
    public static Set<Value> all(ScalarFunction function) {
        var analysis = new LaneAnalysis(new LoopVariable(-1, 0));
        analysis.varying.addAll(function.parameters());
        analysis.visit(function.body());
        return analysis.varying;
    }

    private void visit(List<Statement> block) {
        for (var statement : block) {
            switch (statement) {
                case Statement.Define define -> mark(define.value(), isVarying(define.expression()));
                case Statement.Store _, Statement.Combine _, Statement.Barrier _ -> {}
                case Statement.For loop -> {
                    for (var carried : loop.carried()) {
                        mark(
                                carried.argument(),
                                varying.contains(carried.initial()) || varying.contains(carried.next()));
                        mark(carried.result(), varying.contains(carried.argument()));
                    }
                    visit(loop.body());
                }
                case Statement.If branch -> {
                    visit(branch.then());
                    visit(branch.otherwise());
                    branch.chosen()
                            .forEach(chosen -> mark(
                                    chosen.result(),
                                    varying.contains(chosen.then()) || varying.contains(chosen.otherwise())));
                }
            }
        }
    }

    private void mark(Value value, boolean isVarying) {
        if (isVarying) {
            varying.add(value);
        }
    }

    private boolean isVarying(Expression expression) {
        return switch (expression) {
            case Expression.Constant _ -> false;
            case Expression.Load(var _, var index) -> isVarying(index);
            case Expression.IndexValue(var index) -> isVarying(index);
            case Expression.InRange(var index, var _, var _) -> isVarying(index);
            case Expression.Apply(var _, var _, var operands) ->
                operands.stream().anyMatch(varying::contains);
            case Expression.Convert(var _, var operand) -> varying.contains(operand);
            case Expression.BitcastConvert(var _, var operand) -> varying.contains(operand);
        };
    }

    private boolean isVarying(Index index) {
        return index.variables().contains(variable) || index.values().stream().anyMatch(varying::contains);
    }
}
