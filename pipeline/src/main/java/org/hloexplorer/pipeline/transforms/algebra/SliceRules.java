package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.CONCATENATE;
import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.hlo.HloOpcode.PAD;
import static org.hloexplorer.hlo.HloOpcode.REVERSE;
import static org.hloexplorer.hlo.HloOpcode.SLICE;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.reshape;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of slices. */
final class SliceRules {
    private SliceRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture V = new Capture("v");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule SLICE_ALL = rule("slice-all", "slice(x) of all → x", op(SLICE, X), m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape()));

    static final RewriteRule SLICE_SLICE = rule(
                    "slice-slice",
                    "slice(slice(x)) → slice(x)",
                    op(SLICE, op(SLICE, X).as(INNER)),
                    m -> m.add(
                            joined(slice(m), (HloOp.Slice) m.get(INNER).op()),
                            m.root().shape(),
                            m.get(X)))
            .provided(
                    m -> isPlain(slice(m)) && isPlain((HloOp.Slice) m.get(INNER).op()),
                    "one of them has a stride, and XLA joins only plain slices");

    static final RewriteRule SLICE_PADDED = rule(
                    "slice-padded",
                    "slice(pad(x, v)) → slice(x), where nothing padded is taken",
                    op(SLICE, op(PAD, X, V).as(INNER)),
                    m -> m.add(withoutPadding(m), m.root().shape(), m.get(X)))
            .when(m -> isPlainPad(m) && takes(m, Part.OPERAND));

    static final RewriteRule SLICE_PADDING = rule(
                    "slice-padding",
                    "slice(pad(x, v)) → broadcast(v), where only padding is taken",
                    op(SLICE, op(PAD, X, V).as(INNER)),
                    m -> m.broadcastScalar(m.get(V), m.shape()))
            .when(m -> isPlainPad(m) && takes(m, Part.PADDING));

    static final RewriteRule SLICE_CONCATENATED = rule(
                    "slice-concatenated",
                    "slice(concatenate(x, y, …)) → slice of the one operand it takes from",
                    op(SLICE, op(CONCATENATE).as(INNER)),
                    SliceRules::sliceOfOperand)
            .provided(m -> operandTaken(m) >= 0, "it takes elements of several operands");

    static final RewriteRule SLICE_REVERSED = rule(
                    "slice-reversed",
                    "slice(reverse(x)) → reverse(slice(x))",
                    op(SLICE, op(REVERSE, X).as(INNER)),
                    SliceRules::reversedSlice)
            .when(m -> slice(m).strides().stream().allMatch(stride -> stride == 1));

    static final RewriteRule SLICE_BROADCAST = rule(
            "slice-broadcast",
            "slice(broadcast(x)) → broadcast(slice(x))",
            op(SLICE, broadcast(X).withOneUser().as(INNER)),
            SliceRules::broadcastSlice);

    static final RewriteRule SLICE_RESHAPED = rule(
                    "slice-reshaped",
                    "slice(reshape(x)) → reshape(slice(x)), where the first rows are taken",
                    op(SLICE, reshape(X).as(INNER)),
                    SliceRules::reshapedSlice)
            .when(SliceRules::takesFirstRows)
            .provided(m -> firstElements(m).isPresent(), "what is taken is no box in x");

    static final RewriteRule SLICE_NEEDLESS_STRIDE = rule(
                    "slice-needless-stride",
                    "slice with a stride of which one element remains → stride 1",
                    op(SLICE, X),
                    m -> m.add(withoutNeedlessStrides(m), m.root().shape(), m.get(X)))
            .when(m -> !withoutNeedlessStrides(m).equals(slice(m)));

    static final RewriteRule SLICE_IOTA = rule(
                    "slice-iota",
                    "slice(iota) → iota, where its dimension is taken whole",
                    op(SLICE, op(IOTA).as(X)),
                    m -> m.add(m.get(X).op(), m.root().shape()))
            .when(m -> {
                int dimension = BroadcastRules.iotaDimension(m.get(X));
                return m.shape().dimension(dimension)
                        == m.get(X).shape().asArray().dimension(dimension);
            });

    static final List<RewriteRule> ALL = List.of(
            SLICE_ALL,
            SLICE_PADDED,
            SLICE_PADDING,
            SLICE_SLICE,
            SLICE_BROADCAST,
            SLICE_IOTA,
            SLICE_CONCATENATED,
            SLICE_RESHAPED,
            SLICE_REVERSED,
            SLICE_NEEDLESS_STRIDE);

    private static HloOp.Slice slice(Match match) {
        return (HloOp.Slice) match.root().op();
    }

    private static HloOp.Slice joined(HloOp.Slice outer, HloOp.Slice inner) {
        var starts = new ArrayList<Long>();
        var limits = new ArrayList<Long>();
        var strides = new ArrayList<Long>();
        for (int i = 0; i < outer.starts().size(); i++) {
            long stride = inner.strides().get(i);
            long start = inner.starts().get(i) + outer.starts().get(i) * stride;
            long size = Math.ceilDiv(
                    outer.limits().get(i) - outer.starts().get(i),
                    outer.strides().get(i));
            starts.add(start);
            strides.add(stride * outer.strides().get(i));
            limits.add(size == 0 ? start : start + (size - 1) * strides.getLast() + 1);
        }
        return new HloOp.Slice(starts, limits, strides);
    }

    private enum Part {
        OPERAND,
        PADDING
    }

    private static boolean isPlainPad(Match match) {
        var pad = (HloOp.Pad) match.get(INNER).op();
        return pad.interior().stream().allMatch(size -> size == 0) && !PadRules.hasNegativeEdge(pad);
    }

    /** Whether all that is taken lies in the operand of the pad, or all of it in the padding of some dimension. */
    private static boolean takes(Match match, Part part) {
        var pad = (HloOp.Pad) match.get(INNER).op();
        var sizes = match.get(X).shape().asArray().dimensions();
        var slice = slice(match);
        var dimensions = IntStream.range(0, sizes.size());
        return switch (part) {
            case OPERAND ->
                dimensions.allMatch(i -> slice.starts().get(i) >= pad.low().get(i)
                        && slice.limits().get(i) <= pad.low().get(i) + sizes.get(i));
            case PADDING ->
                dimensions.anyMatch(i -> slice.limits().get(i) <= pad.low().get(i)
                        || slice.starts().get(i) >= pad.low().get(i) + sizes.get(i));
        };
    }

    private static HloOp.Slice withoutPadding(Match match) {
        var low = ((HloOp.Pad) match.get(INNER).op()).low();
        var back = low.stream().map(size -> -size).toList();
        var slice = slice(match);
        return new HloOp.Slice(
                Dimensions.sums(slice.starts(), back), Dimensions.sums(slice.limits(), back), slice.strides());
    }

    private static int concatenated(Match match) {
        return ((HloOp.AlongDimension) match.get(INNER).op()).dimension();
    }

    /** The number of the operand all elements come from, or -1. */
    private static int operandTaken(Match match) {
        int dimension = concatenated(match);
        long begin = 0;
        for (int i = 0; i < match.get(INNER).operandCount(); i++) {
            long end =
                    begin + match.operand(match.get(INNER), i).shape().asArray().dimension(dimension);
            if (slice(match).starts().get(dimension) >= begin
                    && slice(match).limits().get(dimension) <= end) {
                return i;
            }
            begin = end;
        }
        return -1;
    }

    private static HloInstruction sliceOfOperand(Match match) {
        int dimension = concatenated(match);
        int taken = operandTaken(match);
        long begin = 0;
        for (int i = 0; i < taken; i++) {
            begin += match.operand(match.get(INNER), i).shape().asArray().dimension(dimension);
        }
        var back = new ArrayList<>(Collections.nCopies(match.shape().rank(), 0L));
        back.set(dimension, -begin);
        var slice = slice(match);
        var operand = match.operand(match.get(INNER), taken);
        return operand.shape().isCompatible(match.root().shape())
                ? operand
                : match.add(
                        new HloOp.Slice(
                                Dimensions.sums(slice.starts(), back),
                                Dimensions.sums(slice.limits(), back),
                                slice.strides()),
                        match.root().shape(),
                        operand);
    }

    private static HloInstruction reversedSlice(Match match) {
        var reversed = Dimensions.of(match.get(INNER));
        var sizes = match.get(X).shape().asArray().dimensions();
        var slice = slice(match);
        var starts = new ArrayList<>(slice.starts());
        var limits = new ArrayList<>(slice.limits());
        for (int dimension : reversed) {
            starts.set(dimension, sizes.get(dimension) - slice.limits().get(dimension));
            limits.set(dimension, sizes.get(dimension) - slice.starts().get(dimension));
        }
        var sliced = match.add(
                new HloOp.Slice(starts, limits, slice.strides()), match.root().shape(), match.get(X));
        return match.add(match.get(INNER).op(), match.root().shape(), sliced);
    }

    private static HloInstruction broadcastSlice(Match match) {
        var own = Dimensions.of(match.get(INNER));
        var slice = slice(match);
        var narrow = new HloOp.Slice(
                Dimensions.composed(own, slice.starts()),
                Dimensions.composed(own, slice.limits()),
                Dimensions.composed(own, slice.strides()));
        var sizes = Dimensions.composed(own, match.shape().dimensions());
        var shape = Shape.array(match.type(), sizes);
        var operand = match.get(X).shape().isCompatible(shape) ? match.get(X) : match.add(narrow, shape, match.get(X));
        return match.broadcast(operand, match.shape(), own);
    }

    /** Whether it takes the first elements of the outermost dimension, and all of the others. */
    private static boolean takesFirstRows(Match match) {
        var slice = slice(match);
        var whole = match.get(INNER).shape().asArray();
        return isPlain(slice)
                && slice.starts().stream().allMatch(start -> start == 0)
                && slice.limits().getFirst() < whole.dimension(0)
                && IntStream.range(1, whole.rank()).allMatch(i -> slice.limits().get(i) == whole.dimension(i));
    }

    private static boolean isPlain(HloOp.Slice slice) {
        return slice.strides().stream().allMatch(stride -> stride == 1);
    }

    /** How much of each dimension of x holds the elements that are taken, if it is a box. */
    private static Optional<List<Long>> firstElements(Match match) {
        var sizes = new ArrayList<>(match.get(X).shape().asArray().dimensions());
        long elements = match.shape().elements();
        for (int i = sizes.size() - 1; i >= 0; i--) {
            if (elements >= sizes.get(i)) {
                if (sizes.get(i) == 0 || elements % sizes.get(i) != 0) {
                    return Optional.empty();
                }
                elements /= sizes.get(i);
            } else {
                sizes.set(i, elements);
                elements = 1;
            }
        }
        return Optional.of(sizes);
    }

    private static HloInstruction reshapedSlice(Match match) {
        var sizes = firstElements(match).orElseThrow();
        var zeros = Collections.nCopies(sizes.size(), 0L);
        var ones = Collections.nCopies(sizes.size(), 1L);
        var rows = new HloOp.Slice(zeros, sizes, ones);
        var shape = Shape.array(match.type(), sizes);
        var sliced = match.get(X).op() instanceof HloOp.Slice inner && isPlain(inner)
                ? match.add(joined(rows, inner), shape, match.operand(match.get(X), 0))
                : match.add(rows, shape, match.get(X));
        return match.reshape(sliced, match.root().shape());
    }

    private static HloOp.Slice withoutNeedlessStrides(Match match) {
        var slice = slice(match);
        var limits = new ArrayList<Long>();
        var strides = new ArrayList<Long>();
        for (int i = 0; i < slice.starts().size(); i++) {
            boolean isNeedless = slice.strides().get(i) > 1 && match.shape().dimension(i) == 1;
            strides.add(isNeedless ? 1 : slice.strides().get(i));
            limits.add(isNeedless ? slice.starts().get(i) + 1 : slice.limits().get(i));
        }
        return new HloOp.Slice(slice.starts(), limits, strides);
    }
}
