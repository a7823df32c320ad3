package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Splits long reductions in two, so that rounding errors do not add up along one long chain. */
public final class TreeReductionRewriter {
    private TreeReductionRewriter() {}

    static final Option<Long> WINDOW = Option.count(
            "tree_reduction_rewriter.window",
            32,
            "elements that are reduced at a time, along each dimension; XLA's is 32");

    private static final Capture X = new Capture("x");
    private static final Capture INIT = new Capture("init");

    static final RewriteRule SPLIT_REDUCTION = rule(
                    "split-reduction",
                    "reduce(x, init) → reduce(reduce-window(x, init), init), where a dimension is longer than the window",
                    op(REDUCE, X, INIT).where(at -> at.operandCount() == 2),
                    TreeReductionRewriter::split)
            .when(m -> !reduced(m).isEmpty())
            .provided(TreeReductionRewriter::isLong)
            .changing(ROUNDING);

    public static final HloPass PASS = new RulePass(
            "tree_reduction_rewriter",
            "splits long reductions, which makes them parallel and more exact",
            List.of(WINDOW),
            List.of(SPLIT_REDUCTION));

    private static Optional<Refusal> isLong(Match match) {
        long longest =
                reduced(match).stream().mapToLong(i -> size(match, i)).max().orElseThrow();
        return longest > window(match)
                ? Optional.empty()
                : Optional.of(Refusal.because(
                        "%d elements along a dimension are one window of up to %d already"
                                .formatted(longest, window(match)),
                        Quantity.count("elements", longest, window(match))));
    }

    private static long window(Match match) {
        return match.editor().context().option(WINDOW);
    }

    private static HloOp.OverDimensions reduce(Match match) {
        return (HloOp.OverDimensions) match.root().op();
    }

    private static List<Integer> reduced(Match match) {
        return reduce(match).dimensions();
    }

    private static long size(Match match, int dimension) {
        return match.get(X).shape().asArray().dimension(dimension);
    }

    private static HloInstruction split(Match match) {
        var array = match.get(X).shape().asArray();
        var windows = IntStream.range(0, array.rank())
                .mapToObj(i -> windowOver(match, i))
                .toList();
        var sizes = IntStream.range(0, array.rank())
                .mapToObj(i -> windows.get(i).positions(array.dimension(i)))
                .toList();
        var partial = match.add(
                new HloOp.ReduceWindow(new Window(windows), reduce(match).toApply()),
                Shape.array(array.elementType(), sizes),
                match.get(X),
                match.get(INIT));
        return match.add(reduce(match), match.root().shape(), partial, match.get(INIT));
    }

    /** One step of the reduction along a dimension, padded so that all elements are covered. */
    private static Window.Dimension windowOver(Match match, int dimension) {
        if (!reduced(match).contains(dimension)) {
            return Window.Dimension.of(1);
        }
        long size = size(match, dimension);
        long window = Math.min(size, window(match));
        long padding = Math.ceilDiv(size, Math.max(1, window)) * window - size;
        return new Window.Dimension(window, Math.max(1, window), padding / 2, padding - padding / 2, 1, 1, false);
    }
}
