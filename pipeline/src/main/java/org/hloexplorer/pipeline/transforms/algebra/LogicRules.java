package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.AND;
import static org.hloexplorer.hlo.HloOpcode.COMPARE;
import static org.hloexplorer.hlo.HloOpcode.NOT;
import static org.hloexplorer.hlo.HloOpcode.OR;
import static org.hloexplorer.hlo.HloOpcode.XOR;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.splatConstant;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of and, or, xor and not. */
final class LogicRules {
    private LogicRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture ZERO = new Capture("zero");
    private static final Capture ONE = new Capture("one");
    private static final Capture C1 = new Capture("c1");
    private static final Capture C2 = new Capture("c2");
    private static final Capture LEFT = new Capture("left");
    private static final Capture RIGHT = new Capture("right");

    static final RewriteRule AND_TRUE = rule("and-true", "p & true → p", op(AND, X, constant(1)), m -> m.get(X))
            .when(m -> m.type().isPredicate());

    static final RewriteRule AND_ZERO = rule(
            "and-zero", "x & 0 → 0, p & false → false", op(AND, X, constant(0).as(ZERO)), m -> m.get(ZERO));

    static final RewriteRule AND_ITSELF = rule("and-itself", "x & x → x", op(AND, X, X), m -> m.get(X));

    static final RewriteRule OR_TRUE = rule(
                    "or-true", "p | true → true", op(OR, X, constant(1).as(ONE)), m -> m.get(ONE))
            .when(m -> m.type().isPredicate());

    static final RewriteRule OR_ZERO = rule("or-zero", "x | 0 → x", op(OR, X, constant(0)), m -> m.get(X));

    static final RewriteRule OR_ITSELF = rule("or-itself", "x | x → x", op(OR, X, X), m -> m.get(X));

    static final RewriteRule XOR_ITSELF = rule("xor-itself", "x ^ x → 0", op(XOR, X, X), m -> m.splat(0, m.shape()));

    static final RewriteRule XOR_ZERO = rule("xor-zero", "x ^ 0 → x", op(XOR, X, constant(0)), m -> m.get(X));

    static final RewriteRule NOT_NOT = rule("not-not", "!!x → x", op(NOT, op(NOT, X)), m -> m.get(X));

    static final RewriteRule AND_TIGHTER_BOUND = rule(
                    "and-tighter-bound",
                    "x < c1 & x < c2 → x < min(c1, c2)",
                    op(
                            AND,
                            op(COMPARE, X, splatConstant(C1)).as(LEFT),
                            op(COMPARE, X, splatConstant(C2)).as(RIGHT)),
                    LogicRules::tighter)
            .when(m -> Comparisons.direction(m.get(LEFT)) == Comparisons.direction(m.get(RIGHT))
                    && Comparisons.isInequality(m.get(LEFT))
                    && isIntegral(m.get(X)));

    static final RewriteRule AND_CONTRADICTION = rule(
                    "and-contradiction",
                    "x < c1 & x > c2 → false, where c1 ≤ c2 + 1",
                    op(
                            AND,
                            op(COMPARE, X, splatConstant(C1)).as(LEFT),
                            op(COMPARE, X, splatConstant(C2)).as(RIGHT)),
                    m -> m.splat(0, m.shape()))
            .when(m -> Comparisons.direction(m.get(LEFT)) == ComparisonDirection.LT
                    && Comparisons.direction(m.get(RIGHT)) == ComparisonDirection.GT
                    && isIntegral(m.get(X)))
            .provided(
                    m -> m.literal(C1).doubleAt(0) <= m.literal(C2).doubleAt(0) + 1,
                    "there are numbers between c2 and c1");

    static final List<RewriteRule> ALL = List.of(
            AND_TRUE,
            AND_ZERO,
            AND_ITSELF,
            AND_TIGHTER_BOUND,
            AND_CONTRADICTION,
            OR_TRUE,
            OR_ZERO,
            OR_ITSELF,
            XOR_ITSELF,
            XOR_ZERO,
            NOT_NOT);

    private static boolean isIntegral(HloInstruction instruction) {
        return instruction.shape().asArray().elementType().isIntegral();
    }

    private static HloInstruction tighter(Match match) {
        boolean isUpper = switch (Comparisons.direction(match.get(LEFT))) {
            case LT, LE -> true;
            case GT, GE, EQ, NE -> false;
        };
        boolean isLeftLess = match.literal(C1).doubleAt(0) <= match.literal(C2).doubleAt(0);
        return isUpper == isLeftLess ? match.get(LEFT) : match.get(RIGHT);
    }
}
