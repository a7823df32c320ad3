package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.reshape;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of reshapes. */
final class ReshapeRules {
    private ReshapeRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture INNER = new Capture("inner");

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

    static final List<RewriteRule> ALL = List.of(RESHAPE_SAME, RESHAPE_RESHAPE, RESHAPE_BROADCAST, RESHAPE_IOTA);

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
}
