package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.BITCAST;
import static org.hloexplorer.hlo.HloOpcode.DYNAMIC_UPDATE_SLICE;
import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.reshape;
import static org.hloexplorer.pipeline.rewrite.Patterns.transpose;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of reshapes. */
final class ReshapeRules {
    private ReshapeRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture INNER = new Capture("inner");
    private static final Capture MIDDLE = new Capture("middle");

    static final RewriteRule RESHAPE_EMPTY = rule(
                    "reshape-empty",
                    "reshape(x) → constant, where x has no elements",
                    reshape(X),
                    m -> m.constant(Literal.of(
                            m.shape().withLayout(Layout.descending(m.shape().rank())),
                            MemorySegment.ofArray(new byte[0]))))
            .when(m -> m.shape().elements() == 0);

    static final RewriteRule RESHAPE_SAME = rule(
                    "reshape-same", "reshape(x) → x, where the shape stays", reshape(X), m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape()));

    static final RewriteRule RESHAPE_RESHAPE = rule(
            "reshape-reshape",
            "reshape(reshape(x)) → reshape(x)",
            reshape(reshape(X)),
            m -> m.reshape(m.get(X), m.root().shape()));

    static final RewriteRule RESHAPE_BROADCAST = rule(
                    "reshape-broadcast",
                    "reshape(broadcast(x)) → broadcast(x), where the dimensions of x stay",
                    reshape(broadcast(X).as(INNER)),
                    m -> m.broadcast(m.get(X), m.shape(), keptDimensions(m).orElseThrow()))
            .when(m -> keptDimensions(m).isPresent());

    static final RewriteRule RESHAPE_IOTA = rule(
                    "reshape-iota",
                    "reshape(iota) → iota, where its dimension stays",
                    reshape(op(IOTA).as(INNER)),
                    m -> m.add(
                            new HloOp.AlongDimension(IOTA, keptIota(m).orElseThrow()),
                            m.root().shape()))
            .when(m -> keptIota(m).isPresent());

    static final RewriteRule RESHAPE_TRANSPOSED_RESHAPE = rule(
                    "reshape-transposed-reshape",
                    "reshape(transpose(reshape(x))) → transpose(x), where the reshapes only add and remove ones",
                    reshape(transpose(reshape(X)).as(MIDDLE)),
                    m -> m.transpose(
                            m.get(X), m.shape(), permutationWithoutOnes(m).orElseThrow()))
            .when(m -> permutationWithoutOnes(m).isPresent());

    static final RewriteRule RESHAPE_TRANSPOSE_OF_ONES = rule(
                    "reshape-transpose-of-ones",
                    "reshape(transpose(x)) → reshape(x), where only dimensions of size 1 move",
                    reshape(transpose(X).as(INNER)),
                    m -> m.reshape(m.get(X), m.root().shape()))
            .when(m -> TransposeRules.movesOnlyOnes(m.get(INNER), m));

    static final RewriteRule RESHAPE_UPDATED = rule(
                    "reshape-updated",
                    "reshape(dynamic-update-slice(x, y)) → dynamic-update-slice(reshape(x), reshape(y)), where only ones go",
                    reshape(op(DYNAMIC_UPDATE_SLICE, X, Y).withOneUser().as(INNER)),
                    ReshapeRules::updatedReshaped)
            .when(m -> removedOnes(m).isPresent());

    static final RewriteRule RESHAPE_AS_BITCAST = rule(
                    "reshape-as-bitcast",
                    "reshape(x) → bitcast(x), where the bytes stay in place",
                    reshape(X),
                    m -> m.like(BITCAST, m.get(X)))
            .when(m -> m.shape().layout().isDescending()
                    && m.get(X).shape().asArray().layout().isDescending())
            .provided(AlgebraicOptions::isLayoutSensitive, "layouts are not assigned yet, so that bytes have no place");

    static final List<RewriteRule> ALL = List.of(
            RESHAPE_EMPTY,
            RESHAPE_SAME,
            RESHAPE_RESHAPE,
            RESHAPE_BROADCAST,
            RESHAPE_IOTA,
            RESHAPE_UPDATED,
            RESHAPE_TRANSPOSED_RESHAPE,
            RESHAPE_TRANSPOSE_OF_ONES,
            RESHAPE_AS_BITCAST);

    private static Optional<List<Integer>> keptDimensions(Match match) {
        return Dimensions.unmodified(
                match.get(INNER).shape().asArray(), match.shape(), Dimensions.of(match.get(INNER)));
    }

    private static Optional<Integer> keptIota(Match match) {
        return Dimensions.unmodified(
                        match.get(INNER).shape().asArray(),
                        match.shape(),
                        List.of(BroadcastRules.iotaDimension(match.get(INNER))))
                .map(List::getFirst);
    }

    /** How the dimensions of {@code x} move from x to the root, if the two reshapes only add and remove ones. */
    private static Optional<List<Integer>> permutationWithoutOnes(Match match) {
        var x = match.get(X).shape().asArray();
        var transpose = match.get(MIDDLE);
        var widened = match.operand(transpose, 0).shape().asArray();
        var turned = transpose.shape().asArray();
        var added = Dimensions.insertedOnes(x, widened);
        var removed = Dimensions.insertedOnes(match.shape(), turned);
        if (added.isEmpty() || removed.isEmpty() || x.rank() != match.shape().rank()) {
            return Optional.empty();
        }
        var before = Dimensions.without(widened.rank(), added.get());
        var after = Dimensions.without(turned.rank(), removed.get());
        var permutation = Dimensions.of(transpose);
        var moved = after.stream().map(i -> before.indexOf(permutation.get(i))).toList();
        return moved.contains(-1) ? Optional.empty() : Optional.of(moved);
    }

    private static Optional<List<Integer>> removedOnes(Match match) {
        return Dimensions.insertedOnes(match.shape(), match.get(INNER).shape().asArray());
    }

    private static HloInstruction updatedReshaped(Match match) {
        var update = match.get(INNER);
        var kept = Dimensions.without(
                update.shape().asArray().rank(), removedOnes(match).orElseThrow());
        var slice = match.get(Y).shape().asArray();
        var sizes = kept.stream().map(slice::dimension).toList();
        var operands = new ArrayList<HloInstruction>();
        operands.add(match.reshape(match.get(X), match.root().shape()));
        operands.add(match.reshape(match.get(Y), Shape.array(slice.elementType(), sizes)));
        kept.forEach(i -> operands.add(match.operand(update, i + 2)));
        return match.add(update.op(), match.root().shape(), operands.toArray(HloInstruction[]::new));
    }
}
