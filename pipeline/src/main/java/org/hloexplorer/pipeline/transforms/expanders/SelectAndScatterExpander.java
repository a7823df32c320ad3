package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.AND;
import static org.hloexplorer.hlo.HloOpcode.OR;
import static org.hloexplorer.hlo.HloOpcode.SELECT_AND_SCATTER;
import static org.hloexplorer.hlo.PrimitiveType.S32;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Finds the selected element of each window by a reduction of elements with their places, then scatters. */
public final class SelectAndScatterExpander {
    private SelectAndScatterExpander() {}

    private static final Capture X = new Capture("x");
    private static final Capture SOURCE = new Capture("source");
    private static final Capture INIT = new Capture("init");

    static final RewriteRule EXPAND_SELECT_AND_SCATTER = rule(
                    "expand-select-and-scatter",
                    "select-and-scatter(x, source, init) → scatter(init, place of the selected in each window of x, source)",
                    op(SELECT_AND_SCATTER, X, SOURCE, INIT),
                    SelectAndScatterExpander::expanded)
            .provided(
                    m -> m.shape().elements() <= Integer.MAX_VALUE,
                    "places in so large an array do not fit in 32 bits");

    public static final HloPass PASS = RulePass.of(
            "select_and_scatter_expander",
            "writes select-and-scatter as a reduction over windows and a scatter",
            EXPAND_SELECT_AND_SCATTER);

    private static HloInstruction expanded(Match match) {
        var emitter = Emitter.at(match);
        var op = (HloOp.SelectAndScatter) match.root().op();
        long elements = match.shape().elements();
        var places = selected(emitter, match, op);
        long windows = places.shape().asArray().elements();
        var scattered = emitter.add(
                new HloOp.Scatter(
                        new ScatterDimensions(List.of(), List.of(0), List.of(0), List.of(), List.of(), 1),
                        false,
                        false,
                        op.scatter()),
                Shape.array(match.type(), elements),
                emitter.broadcast(match.get(INIT), List.of(elements)),
                emitter.reshape(places, windows, 1L),
                emitter.reshape(match.get(SOURCE), windows));
        return emitter.reshape(scattered, match.shape().dimensions());
    }

    /** For each window the place of its selected element in row-major order; -1 where it holds nothing but padding. */
    private static HloInstruction selected(Emitter emitter, Match match, HloOp.SelectAndScatter op) {
        var x = match.get(X);
        long elements = match.shape().elements();
        var numbers = emitter.reshape(
                emitter.iota(S32, List.of(elements), 0), match.shape().dimensions());
        var source = match.get(SOURCE).shape().asArray();
        var type = match.type();
        int better = emitter.function("select_with_place", inside -> better(inside, type, op.select()));
        var reduced = emitter.add(
                new HloOp.ReduceWindow(op.window(), better),
                Shape.tuple(source.withElementType(type), source.withElementType(S32)),
                x,
                numbers,
                emitter.scalar(type, 0),
                emitter.index(-1));
        return emitter.element(reduced, 1);
    }

    /** Of two (element, place) the first where it is selected, or the other is none. */
    private static HloInstruction better(Emitter emitter, PrimitiveType type, int select) {
        var left = emitter.parameter(0, Shape.scalar(type));
        var leftPlace = emitter.parameter(1, Shape.scalar(S32));
        var right = emitter.parameter(2, Shape.scalar(type));
        var rightPlace = emitter.parameter(3, Shape.scalar(S32));
        var none = emitter.index(-1);
        var selected = emitter.add(new HloOp.Call(select, false), Shape.scalar(PrimitiveType.PRED), left, right);
        var hasLeft = emitter.compare(ComparisonDirection.NE, leftPlace, none);
        var lacksRight = emitter.compare(ComparisonDirection.EQ, rightPlace, none);
        var takesLeft = emitter.map(AND, hasLeft, emitter.map(OR, lacksRight, selected));
        return emitter.tuple(
                List.of(emitter.select(takesLeft, left, right), emitter.select(takesLeft, leftPlace, rightPlace)));
    }
}
