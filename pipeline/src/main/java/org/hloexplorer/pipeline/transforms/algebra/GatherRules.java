package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.GATHER;
import static org.hloexplorer.hlo.HloOpcode.SCATTER;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of gather and scatter. */
final class GatherRules {
    private GatherRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture INDICES = new Capture("indices");

    static final RewriteRule GATHER_FROM_ONE = rule(
                    "gather-from-one",
                    "gather(x, indices) → broadcast(x), where x has one element",
                    op(GATHER, X, INDICES),
                    m -> m.broadcastScalar(m.reshape(m.get(X), Shape.scalar(m.type())), m.shape()))
            .when(m -> m.get(X).shape().asArray().elements() == 1 && m.shape().elements() > 0);

    static final RewriteRule GATHER_NOTHING = rule(
                    "gather-nothing",
                    "gather(x, indices) → 0, where the result or x has no elements",
                    op(GATHER, X, INDICES),
                    m -> m.splat(0, m.shape()))
            .when(m -> m.get(X).shape().asArray().elements() == 0 || m.shape().elements() == 0);

    static final RewriteRule SCATTER_NOTHING = rule(
                    "scatter-nothing",
                    "scatter(x, indices, updates) → x, where there are no updates",
                    op(SCATTER, X, INDICES),
                    m -> m.get(X))
            .when(m -> m.root().operandCount() == 3
                    && m.operand(m.root(), 2).shape().asArray().elements() == 0);

    static final List<RewriteRule> ALL = List.of(GATHER_NOTHING, GATHER_FROM_ONE, SCATTER_NOTHING);
}
