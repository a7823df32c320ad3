package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.PAD;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.hlo.HloOpcode.REDUCE_WINDOW;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Pattern;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of window reductions. */
final class WindowRules {
    private WindowRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture V = new Capture("v");
    private static final Capture INIT = new Capture("init");
    private static final Capture PAD_OF = new Capture("pad");

    private static Pattern reduceWindow(Pattern operand, Pattern init) {
        return op(REDUCE_WINDOW, operand, init).where(at -> at.operandCount() == 2);
    }

    static final RewriteRule WINDOW_OF_ONE = rule(
                    "window-of-one",
                    "reduce-window(x, init) → x, where the window holds one element",
                    reduceWindow(X, INIT),
                    m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape())
                    && windows(m).stream().allMatch(window -> window.equals(Window.Dimension.of(1)))
                    && Reducers.of(m.root(), m).isPresent())
            .provided(
                    m -> Reducers.isIdentity(Reducers.of(m.root(), m).orElseThrow(), m.get(INIT), m),
                    "init would still have to be combined with every element");

    static final RewriteRule WINDOW_OF_ALL = rule(
                    "window-of-all",
                    "reduce-window(x, init) → reshape(reduce(x, init)), where the window covers whole dimensions",
                    reduceWindow(X, INIT),
                    WindowRules::reduced)
            .when(m -> coversWhole(m) && windows(m).stream().anyMatch(window -> window.size() > 1));

    static final RewriteRule WINDOW_OF_PADDED = rule(
                    "window-of-padded",
                    "reduce-window(pad(x, init), init) → reduce-window(x, init) with a padded window",
                    reduceWindow(op(PAD, X, V).as(PAD_OF), INIT),
                    m -> m.add(withPadding(m), m.root().shape(), m.get(X), m.get(INIT)))
            .when(m -> isPlainPad((HloOp.Pad) m.get(PAD_OF).op())
                    && windows(m).stream().allMatch(window -> window.baseDilation() == 1))
            .provided(
                    m -> m.get(V).id() == m.get(INIT).id()
                            || (m.get(V).op() instanceof HloOp.Constant
                                    && m.get(V).op().equals(m.get(INIT).op())),
                    "a window is padded with init only");

    static final List<RewriteRule> ALL = List.of(WINDOW_OF_PADDED, WINDOW_OF_ONE, WINDOW_OF_ALL);

    private static HloOp.ReduceWindow op(Match match) {
        return (HloOp.ReduceWindow) match.root().op();
    }

    private static Pattern op(HloOpcode opcode, Pattern... operands) {
        return org.hloexplorer.pipeline.rewrite.Patterns.op(opcode, operands);
    }

    private static List<Window.Dimension> windows(Match match) {
        return op(match).window().dimensions();
    }

    /** Whether the window is one element, or all elements taken once, in each dimension. */
    private static boolean coversWhole(Match match) {
        var sizes = match.get(X).shape().asArray().dimensions();
        return IntStream.range(0, sizes.size()).allMatch(i -> {
            var window = windows(match).get(i);
            boolean isPlain = window.paddingLow() == 0
                    && window.paddingHigh() == 0
                    && window.baseDilation() == 1
                    && window.windowDilation() == 1;
            boolean isOne = window.size() == 1 && window.stride() == 1;
            return isPlain && (isOne || window.size() == sizes.get(i));
        });
    }

    private static HloInstruction reduced(Match match) {
        var sizes = match.get(X).shape().asArray().dimensions();
        var gone = IntStream.range(0, sizes.size())
                .filter(i -> windows(match).get(i).size() > 1)
                .boxed()
                .toList();
        var kept = Dimensions.without(sizes.size(), gone);
        var reduce = match.add(
                new HloOp.OverDimensions(REDUCE, gone, op(match).toApply()),
                Shape.array(match.type(), Dimensions.composed(kept, sizes)),
                match.get(X),
                match.get(INIT));
        return match.reshape(reduce, match.root().shape());
    }

    private static boolean isPlainPad(HloOp.Pad pad) {
        return pad.interior().stream().allMatch(size -> size == 0) && !PadRules.hasNegativeEdge(pad);
    }

    private static HloOp withPadding(Match match) {
        var pad = (HloOp.Pad) match.get(PAD_OF).op();
        var windows = IntStream.range(0, windows(match).size())
                .mapToObj(i -> padded(
                        windows(match).get(i), pad.low().get(i), pad.high().get(i)))
                .toList();
        return new HloOp.ReduceWindow(new Window(windows), op(match).toApply());
    }

    private static Window.Dimension padded(Window.Dimension window, long low, long high) {
        return new Window.Dimension(
                window.size(),
                window.stride(),
                window.paddingLow() + low,
                window.paddingHigh() + high,
                window.baseDilation(),
                window.windowDilation(),
                window.reversed());
    }
}
