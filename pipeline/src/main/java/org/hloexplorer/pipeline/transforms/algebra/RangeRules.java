package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.CLAMP;
import static org.hloexplorer.hlo.HloOpcode.MAXIMUM;
import static org.hloexplorer.hlo.HloOpcode.MINIMUM;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.anyOp;
import static org.hloexplorer.pipeline.rewrite.Patterns.inOrder;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.splatConstant;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of maximum, minimum and clamp. */
final class RangeRules {
    private RangeRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture LOW = new Capture("low");
    private static final Capture HIGH = new Capture("high");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule MAXIMUM_ITSELF = rule("maximum-itself", "max(x, x) → x", op(MAXIMUM, X, X), m -> m.get(X));

    static final RewriteRule MINIMUM_ITSELF = rule("minimum-itself", "min(x, x) → x", op(MINIMUM, X, X), m -> m.get(X));

    static final RewriteRule MAXIMUM_LOWEST = rule(
                    "maximum-lowest", "max(x, lowest) → x", op(MAXIMUM, X, splatConstant(LOW)), m -> m.get(X))
            .when(m -> Extremes.isLowest(m.literal(LOW)));

    static final RewriteRule MINIMUM_HIGHEST = rule(
                    "minimum-highest", "min(x, highest) → x", op(MINIMUM, X, splatConstant(HIGH)), m -> m.get(X))
            .when(m -> Extremes.isHighest(m.literal(HIGH)));

    static final RewriteRule MAXIMUM_OF_MINIMUM = rule(
                    "maximum-of-minimum",
                    "max(min(x, high), low) → clamp(low, x, high)",
                    op(MAXIMUM, op(MINIMUM, X, splatConstant(HIGH)), splatConstant(LOW)),
                    m -> m.like(CLAMP, m.get(LOW), m.get(X), m.get(HIGH)))
            .provided(RangeRules::isOrdered, "low is greater than high");

    static final RewriteRule MINIMUM_OF_MAXIMUM = rule(
                    "minimum-of-maximum",
                    "min(max(x, low), high) → clamp(low, x, high)",
                    op(MINIMUM, op(MAXIMUM, X, splatConstant(LOW)), splatConstant(HIGH)),
                    m -> m.like(CLAMP, m.get(LOW), m.get(X), m.get(HIGH)))
            .provided(RangeRules::isOrdered, "low is greater than high");

    /** The inner one has both operands already, in an order that decides which NaN comes out. */
    static final RewriteRule MAXIMUM_REPEATED = rule(
            "maximum-repeated",
            "max(max(x, y), x) → max(x, y)",
            op(MAXIMUM, inOrder(MAXIMUM, X, Y).as(INNER), X),
            m -> m.get(INNER));

    static final RewriteRule MINIMUM_REPEATED = rule(
            "minimum-repeated",
            "min(min(x, y), x) → min(x, y)",
            op(MINIMUM, inOrder(MINIMUM, X, Y).as(INNER), X),
            m -> m.get(INNER));

    static final RewriteRule CLAMP_CLAMP = rule(
            "clamp-clamp",
            "clamp(low, clamp(low, x, high), high) → clamp(low, x, high)",
            op(CLAMP, LOW, op(CLAMP, LOW, X, HIGH).as(INNER), HIGH),
            m -> m.get(INNER));

    private static final Set<HloOpcode> NON_DECREASING = Set.of(HloOpcode.TANH);

    static final RewriteRule MAXIMUM_OF_MONOTONE =
            monotone("maximum-of-monotone", MAXIMUM, "max(f(x), f(y)) → f(max(x, y))");

    static final RewriteRule MINIMUM_OF_MONOTONE =
            monotone("minimum-of-monotone", MINIMUM, "min(f(x), f(y)) → f(min(x, y))");

    private static RewriteRule monotone(String name, HloOpcode opcode, String algebra) {
        var left = new Capture("f(x)");
        var right = new Capture("f(y)");
        return rule(
                        name,
                        algebra,
                        op(
                                opcode,
                                anyOp(NON_DECREASING, X).withOneUser().as(left),
                                anyOp(NON_DECREASING, Y).withOneUser().as(right)),
                        m -> m.like(m.get(left).opcode(), m.like(opcode, m.get(X), m.get(Y))))
                .when(m -> m.get(left).opcode() == m.get(right).opcode())
                .changing(ROUNDING);
    }

    static final List<RewriteRule> ALL = List.of(
            MAXIMUM_ITSELF,
            MINIMUM_ITSELF,
            MAXIMUM_LOWEST,
            MINIMUM_HIGHEST,
            MAXIMUM_OF_MINIMUM,
            MINIMUM_OF_MAXIMUM,
            MAXIMUM_REPEATED,
            MINIMUM_REPEATED,
            MAXIMUM_OF_MONOTONE,
            MINIMUM_OF_MONOTONE,
            CLAMP_CLAMP);

    private static boolean isOrdered(Match match) {
        return match.literal(LOW).doubleAt(0) <= match.literal(HIGH).doubleAt(0);
    }
}
