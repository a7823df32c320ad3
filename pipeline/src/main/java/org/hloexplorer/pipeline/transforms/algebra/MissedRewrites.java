package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.hlo.HloOpcode.REDUCE_WINDOW;
import static org.hloexplorer.hlo.HloOpcode.SLICE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/**
 * Identities that XLA does not know, from its users' reports: in no pipeline, but among the rules that could apply to
 * an instruction, and to be tried by adding the pass to one.
 */
public final class MissedRewrites {
    private MissedRewrites() {}

    private static final Capture X = new Capture("x");
    private static final Capture INIT = new Capture("init");
    private static final Capture WINDOWED = new Capture("windowed");

    /** Reported as openxla/xla#13450. */
    static final RewriteRule LAST_WINDOW = rule(
                    "last-window",
                    "slice(reduce-window(x, init)) → reshape(reduce(x, init)), where only windows of whole dimensions are kept",
                    op(SLICE, op(REDUCE_WINDOW, X, INIT).as(WINDOWED)),
                    MissedRewrites::reduced)
            .when(m -> m.get(WINDOWED).operandCount() == 2 && !longDimensions(m).isEmpty())
            .provided(
                    MissedRewrites::keepsWholeWindows, "the slice keeps windows that hold a part of a dimension only");

    public static final HloPass PASS = new RulePass(
            "missed-rewrites",
            "rewrites that XLA does not make, to see what they would give",
            List.of(),
            List.of(LAST_WINDOW));

    private static List<Window.Dimension> windows(Match match) {
        return ((HloOp.ReduceWindow) match.get(WINDOWED).op()).window().dimensions();
    }

    /** Dimensions along which more than one element is combined. */
    private static List<Integer> longDimensions(Match match) {
        return IntStream.range(0, windows(match).size())
                .filter(i -> windows(match).get(i).size() > 1)
                .boxed()
                .toList();
    }

    private static boolean keepsWholeWindows(Match match) {
        return IntStream.range(0, windows(match).size()).allMatch(i -> keepsWholeWindow(match, i));
    }

    private static boolean keepsWholeWindow(Match match, int dimension) {
        var slice = (HloOp.Slice) match.root().op();
        var window = windows(match).get(dimension);
        long size = match.get(X).shape().asArray().dimension(dimension);
        if (window.size() == 1) {
            return window.equals(Window.Dimension.of(1))
                    && slice.starts().get(dimension) == 0
                    && slice.limits().get(dimension) == size
                    && slice.strides().get(dimension) == 1;
        }
        long first = slice.starts().get(dimension) * window.stride() - window.paddingLow();
        return match.root().shape().asArray().dimension(dimension) == 1
                && window.baseDilation() == 1
                && window.windowDilation() == 1
                && !window.reversed()
                && first <= 0
                && first + window.size() >= size;
    }

    private static HloInstruction reduced(Match match) {
        var gone = longDimensions(match);
        var sizes = match.get(X).shape().asArray().dimensions();
        var kept = Dimensions.without(sizes.size(), gone);
        var reduce = match.add(
                new HloOp.OverDimensions(
                        REDUCE, gone, ((HloOp.ReduceWindow) match.get(WINDOWED).op()).toApply()),
                Shape.array(match.type(), Dimensions.composed(kept, sizes)),
                match.get(X),
                match.get(INIT));
        return match.reshape(reduce, match.root().shape());
    }
}
