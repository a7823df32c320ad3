package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.PAD;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of pad. */
final class PadRules {
    private PadRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture V = new Capture("v");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule PAD_EMPTY = rule(
                    "pad-empty",
                    "pad(x, v) → broadcast(v), where x has no elements",
                    op(PAD, X, V),
                    m -> m.broadcastScalar(m.get(V), m.shape()))
            .when(m -> m.get(X).shape().asArray().elements() == 0);

    static final RewriteRule PAD_NOTHING = rule("pad-nothing", "pad(x, v) by nothing → x", op(PAD, X, V), m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape()) && addsNothing(padding(m)));

    static final RewriteRule PAD_INSIDE_ONE = rule(
                    "pad-inside-one",
                    "pad between the elements of a dimension of size 1 → without that",
                    op(PAD, X, V),
                    m -> m.add(withoutNeedlessInterior(m), m.root().shape(), m.get(X), m.get(V)))
            .when(m -> !withoutNeedlessInterior(m).equals(padding(m)));

    static final RewriteRule PAD_NEGATIVE = rule(
                    "pad-negative",
                    "pad with negative edges → slice(pad with the other edges)",
                    op(PAD, X, V),
                    PadRules::slicedPad)
            .when(m -> hasNegativeEdge(padding(m)));

    static final RewriteRule PAD_PAD = rule(
                    "pad-pad",
                    "pad(pad(x, v), v) → pad(x, v)",
                    op(PAD, op(PAD, X, V).as(INNER), V),
                    m -> m.add(joined(m), m.root().shape(), m.get(X), m.get(V)))
            .when(m -> padding(m).interior().stream().allMatch(i -> i == 0)
                    && !hasNegativeEdge(padding(m))
                    && !hasNegativeEdge((HloOp.Pad) m.get(INNER).op()));

    /** Only the dimensions that were broadcast are padded with other values. */
    static final RewriteRule PAD_BROADCAST = rule(
                    "pad-broadcast",
                    "pad(broadcast(x), v) → broadcast(pad(x, v)), where only dimensions of x are padded",
                    op(PAD, broadcast(X).as(INNER), V),
                    PadRules::paddedBeforeBroadcast)
            .when(m -> !Constants.isScalar(m.get(X)) && padsOnlyDimensionsOf(m));

    static final List<RewriteRule> ALL =
            List.of(PAD_EMPTY, PAD_NOTHING, PAD_INSIDE_ONE, PAD_NEGATIVE, PAD_PAD, PAD_BROADCAST);

    private static HloOp.Pad padding(Match match) {
        return (HloOp.Pad) match.root().op();
    }

    private static boolean addsNothing(HloOp.Pad pad) {
        return Stream.of(pad.low(), pad.high(), pad.interior())
                .flatMap(List::stream)
                .allMatch(size -> size == 0);
    }

    static boolean hasNegativeEdge(HloOp.Pad pad) {
        return Stream.concat(pad.low().stream(), pad.high().stream()).anyMatch(size -> size < 0);
    }

    private static HloOp.Pad withoutNeedlessInterior(Match match) {
        var pad = padding(match);
        var sizes = match.get(X).shape().asArray().dimensions();
        var interior = IntStream.range(0, sizes.size())
                .mapToObj(i ->
                        sizes.get(i) <= 1 ? Long.valueOf(0) : pad.interior().get(i))
                .toList();
        return new HloOp.Pad(pad.low(), pad.high(), interior);
    }

    private static HloInstruction slicedPad(Match match) {
        var pad = padding(match);
        var low = pad.low().stream().map(size -> Math.max(0, size)).toList();
        var high = pad.high().stream().map(size -> Math.max(0, size)).toList();
        var wide = new ArrayList<Long>();
        var starts = new ArrayList<Long>();
        var limits = new ArrayList<Long>();
        for (int i = 0; i < low.size(); i++) {
            long start = low.get(i) - pad.low().get(i);
            starts.add(start);
            limits.add(start + match.shape().dimension(i));
            wide.add(match.shape().dimension(i)
                    + start
                    + high.get(i)
                    - pad.high().get(i));
        }
        var strides = Collections.nCopies(wide.size(), 1L);
        var padded = match.add(
                new HloOp.Pad(low, high, pad.interior()), Shape.array(match.type(), wide), match.get(X), match.get(V));
        return match.add(new HloOp.Slice(starts, limits, strides), match.root().shape(), padded);
    }

    private static HloOp.Pad joined(Match match) {
        var inner = (HloOp.Pad) match.get(INNER).op();
        return new HloOp.Pad(
                Dimensions.sums(inner.low(), padding(match).low()),
                Dimensions.sums(inner.high(), padding(match).high()),
                inner.interior());
    }

    private static boolean padsOnlyDimensionsOf(Match match) {
        var own = Dimensions.of(match.get(INNER));
        var pad = padding(match);
        return IntStream.range(0, match.shape().rank())
                .allMatch(i -> own.contains(i)
                        || (pad.low().get(i) == 0
                                && pad.high().get(i) == 0
                                && pad.interior().get(i) == 0));
    }

    private static HloInstruction paddedBeforeBroadcast(Match match) {
        var own = Dimensions.of(match.get(INNER));
        var pad = padding(match);
        var narrow = new HloOp.Pad(
                Dimensions.composed(own, pad.low()),
                Dimensions.composed(own, pad.high()),
                Dimensions.composed(own, pad.interior()));
        var sizes = Dimensions.composed(own, match.shape().dimensions());
        var padded = match.add(narrow, Shape.array(match.type(), sizes), match.get(X), match.get(V));
        return match.broadcast(padded, match.shape(), own);
    }
}
