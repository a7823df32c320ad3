package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.hlo.HloOpcode.RESHAPE;
import static org.hloexplorer.hlo.HloOpcode.REVERSE;
import static org.hloexplorer.hlo.HloOpcode.SLICE;
import static org.hloexplorer.hlo.HloOpcode.TRANSPOSE;
import static org.hloexplorer.pipeline.rewrite.Patterns.anyOp;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.reshape;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Literals;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of broadcasts, iotas and constants that repeat. */
final class BroadcastRules {
    private BroadcastRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture INNER = new Capture("inner");
    private static final Capture C = new Capture("c");

    static final RewriteRule BROADCAST_AS_RESHAPE = rule(
                    "broadcast-as-reshape",
                    "broadcast(x) → reshape(x), where no element is repeated",
                    broadcast(X),
                    m -> m.reshape(m.get(X), m.root().shape()))
            .when(m -> m.shape().elements() == m.get(X).shape().asArray().elements()
                    && Dimensions.isSorted(Dimensions.of(m.root())));

    static final RewriteRule BROADCAST_AS_TRANSPOSE = rule(
                    "broadcast-as-transpose",
                    "broadcast(x) → transpose(x), where dimensions only change places",
                    broadcast(X),
                    m -> m.transpose(m.get(X), m.shape(), Dimensions.inverted(Dimensions.of(m.root()))))
            .when(m -> m.shape().rank() == m.get(X).shape().asArray().rank()
                    && m.shape().elements() == m.get(X).shape().asArray().elements());

    static final RewriteRule BROADCAST_RESHAPE = rule(
                    "broadcast-reshape",
                    "broadcast(reshape(x)) → broadcast(x), where the reshape inserts ones",
                    broadcast(reshape(X).as(INNER)),
                    m -> m.broadcast(m.get(X), m.shape(), dimensionsWithoutOnes(m)))
            .when(m -> insertedOnes(m).isPresent());

    /** The sizes of 1 would have to be told apart from those that are repeated. */
    static final RewriteRule BROADCAST_ONES = rule(
                    "broadcast-ones",
                    "broadcast(x) → broadcast(reshape(x)), where x has dimensions of size 1",
                    broadcast(X),
                    BroadcastRules::broadcastWithoutOnes)
            .when(m -> m.get(X).shape().asArray().dimensions().contains(1L));

    static final RewriteRule BROADCAST_IOTA = rule(
                    "broadcast-iota",
                    "broadcast(iota) → iota",
                    broadcast(op(IOTA).as(X)),
                    m -> m.add(
                            new HloOp.AlongDimension(
                                    IOTA, Dimensions.of(m.root()).get(iotaDimension(m.get(X)))),
                            m.root().shape()))
            .provided(
                    m -> m.editor().users(m.root()).stream().noneMatch(user -> SinkRules.sinksInto(user, m)),
                    "the broadcast is about to sink below a user");

    static final RewriteRule BROADCAST_BROADCAST = rule(
            "broadcast-broadcast",
            "broadcast(broadcast(x)) → broadcast(x)",
            broadcast(broadcast(X).as(INNER)),
            m -> m.broadcast(
                    m.get(X), m.shape(), Dimensions.composed(Dimensions.of(m.get(INNER)), Dimensions.of(m.root()))));

    private static final Set<HloOpcode> REARRANGING =
            Set.of(RESHAPE, TRANSPOSE, REVERSE, SLICE, HloOpcode.DYNAMIC_SLICE);

    static final RewriteRule REARRANGED_SCALAR = rule(
                    "rearranged-scalar",
                    "reshape, transpose, reverse or slice of broadcast(scalar) → broadcast(scalar)",
                    anyOp(REARRANGING, broadcast(X)),
                    m -> m.broadcastScalar(m.get(X), m.shape()))
            .when(m -> Constants.isScalar(m.get(X)));

    static final RewriteRule IOTA_OF_ONE = rule(
                    "iota-of-one", "iota over a dimension of size 1 → 0", op(IOTA), m -> m.splat(0, m.shape()))
            .when(m -> m.shape().dimension(iotaDimension(m.root())) <= 1);

    static final RewriteRule CONSTANT_SPLAT = rule(
                    "constant-splat",
                    "constant of equal elements → broadcast(scalar)",
                    constant(),
                    m -> m.broadcastScalar(m.constant(Literals.first(Match.literal(m.root()))), m.shape()))
            .when(m -> m.root().shape() instanceof Shape.Array array
                    && array.elements() > 1
                    && Literals.isAllEqual(Match.literal(m.root())));

    static final RewriteRule CONSTANT_IOTA = rule(
                    "constant-iota",
                    "constant 0, 1, 2 … → iota",
                    constant(),
                    m -> m.add(new HloOp.AlongDimension(IOTA, 0), m.root().shape()))
            .when(m -> m.root().shape() instanceof Shape.Array array
                    && array.rank() == 1
                    && array.elements() > 1
                    && array.elementType().isIntegral()
                    && Literals.isIota(Match.literal(m.root())));

    static final List<RewriteRule> ALL = List.of(
            BROADCAST_AS_RESHAPE,
            BROADCAST_AS_TRANSPOSE,
            BROADCAST_RESHAPE,
            BROADCAST_ONES,
            BROADCAST_IOTA,
            BROADCAST_BROADCAST,
            REARRANGED_SCALAR,
            IOTA_OF_ONE,
            CONSTANT_SPLAT,
            CONSTANT_IOTA);

    static int iotaDimension(HloInstruction iota) {
        return ((HloOp.AlongDimension) iota.op()).dimension();
    }

    private static HloInstruction broadcastWithoutOnes(Match match) {
        var operand = match.get(X).shape().asArray();
        var dimensions = Dimensions.of(match.root());
        var kept = IntStream.range(0, operand.rank())
                .filter(i -> operand.dimension(i) != 1)
                .boxed()
                .toList();
        var sizes = kept.stream().map(operand.dimensions()::get).toList();
        var reshaped = match.reshape(match.get(X), Shape.array(operand.elementType(), sizes));
        return match.broadcast(
                reshaped, match.shape(), kept.stream().map(dimensions::get).toList());
    }

    private static Optional<List<Integer>> insertedOnes(Match match) {
        return Dimensions.insertedOnes(
                match.get(X).shape().asArray(), match.get(INNER).shape().asArray());
    }

    private static List<Integer> dimensionsWithoutOnes(Match match) {
        var dimensions = new ArrayList<>(Dimensions.of(match.root()));
        for (int inserted : insertedOnes(match).orElseThrow().reversed()) {
            dimensions.subList(inserted, inserted + 1).clear();
        }
        return dimensions;
    }
}
