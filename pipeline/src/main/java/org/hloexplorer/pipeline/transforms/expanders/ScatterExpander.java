package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.AND;
import static org.hloexplorer.hlo.HloOpcode.MAP;
import static org.hloexplorer.hlo.HloOpcode.SCATTER;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.expanders.Scatters.dimensions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.CountedLoop;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Scatters window by window: a single one at once, more in a loop; what reaches over an edge is not written. */
public final class ScatterExpander {
    private ScatterExpander() {}

    /** XLA's modes {@code kEliminateSimpleScatters} and {@code kEliminateAllScatters}. */
    public static final Option<Boolean> ALL =
            Option.flag("scatter_expander.all", false, "expands scatters of several windows too, into loops");

    static final RewriteRule EXPAND_SCATTER = rule(
                    "expand-scatter",
                    "scatter(x, indices, updates) → for each index: dynamic-update-slice(x, f(slice of x, update))",
                    op(SCATTER).where(at -> at.shape() instanceof Shape.Array || at.operandCount() > 3),
                    ScatterExpander::expanded)
            .provided(Scatters::isSingle)
            .provided(ScatterExpander::isWanted);

    public static final HloPass PASS =
            new RulePass("scatter_expander", "scatters window by window", List.of(ALL), List.of(EXPAND_SCATTER));

    private static Optional<Refusal> isWanted(Match match) {
        long windows = Scatters.count(match);
        return windows == 1 || (windows > 0 && match.editor().context().option(ALL))
                ? Optional.empty()
                : Optional.of(because(
                        "it writes %d windows, and only single ones are expanded (scatter_expander.all)"
                                .formatted(windows),
                        Quantity.count("windows", windows, 1)));
    }

    private static HloInstruction expanded(Match match) {
        var emitter = Emitter.at(match);
        var operand = Scatters.operand(match);
        var list = IndexLists.list(
                emitter, Scatters.indices(match), dimensions(match).indexVectorDim());
        var windows = IndexLists.windows(
                emitter, Scatters.updates(match), dimensions(match).updateWindowDims(), Scatters.window(match));
        long count = Scatters.count(match);
        if (count == 1) {
            return write(emitter, match, operand, list, windows, emitter.index(0));
        }
        return CountedLoop.run(
                        emitter,
                        count,
                        List.of(operand, list, windows),
                        (inside, n, before) -> List.of(
                                write(inside, match, before.get(0), before.get(1), before.get(2), n),
                                before.get(1),
                                before.get(2)))
                .getFirst();
    }

    private static HloInstruction write(
            Emitter emitter,
            Match match,
            HloInstruction operand,
            HloInstruction list,
            HloInstruction windows,
            HloInstruction n) {
        var window = Scatters.window(match);
        var starts = IndexLists.starts(emitter, list, n, dimensions(match).scatterDimsToOperandDims(), window.size());
        var at = new ArrayList<>(Collections.nCopies(window.size() + 1, emitter.index(0)));
        at.set(0, n);
        var one = Stream.concat(Stream.of(1L), window.stream()).toList();
        var update = emitter.reshape(emitter.dynamicSlice(windows, at, one), window);
        var old = emitter.dynamicSlice(operand, starts, window);
        var combined = combined(emitter, match, old, update);
        var written = emitter.select(
                emitter.spread(isInside(emitter, operand.shape().asArray(), starts, window), flags(window)),
                combined,
                old);
        return emitter.dynamicUpdateSlice(operand, written, starts);
    }

    private static Shape flags(List<Long> window) {
        return Shape.array(PrimitiveType.PRED, window);
    }

    /** Slices are moved inwards where they reach over an edge; scatter leaves those out. */
    private static HloInstruction isInside(
            Emitter emitter, Shape.Array shape, List<HloInstruction> starts, List<Long> window) {
        HloInstruction all = emitter.scalar(PrimitiveType.PRED, 1);
        for (int i = 0; i < window.size(); i++) {
            var type = starts.get(i).shape().asArray().elementType();
            var last = emitter.scalar(type, shape.dimension(i) - window.get(i));
            all = emitter.map(
                    AND,
                    all,
                    emitter.map(
                            AND,
                            emitter.compare(ComparisonDirection.GE, starts.get(i), emitter.scalar(type, 0)),
                            emitter.compare(ComparisonDirection.LE, starts.get(i), last)));
        }
        return all;
    }

    /** Applies the scatter's function, which mostly is one operation, or takes the update as it is. */
    private static HloInstruction combined(Emitter emitter, Match match, HloInstruction old, HloInstruction update) {
        int id = Scatters.scatter(match).toApply();
        var function = emitter.module().current(id);
        var root = function.root();
        var parameters = function.parameters();
        if (root.id() == parameters.get(1).id()) {
            return update;
        }
        return root.op() instanceof HloOp.Plain
                        && root.operandCount() == 2
                        && root.operandId(0) == parameters.get(0).id()
                        && root.operandId(1) == parameters.get(1).id()
                ? emitter.add(root.op(), old.shape(), old, update)
                : emitter.add(
                        new HloOp.OverDimensions(
                                MAP, Emitter.range(old.shape().asArray().rank()), id),
                        old.shape(),
                        old,
                        update);
    }
}
