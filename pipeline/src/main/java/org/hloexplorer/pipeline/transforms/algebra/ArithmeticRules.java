package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.pipeline.Effect.DOMAIN;
import static org.hloexplorer.pipeline.rewrite.Patterns.add;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.multiply;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of addition and multiplication. */
final class ArithmeticRules {
    private ArithmeticRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture ZERO = new Capture("zero");

    /** Gives up the sign of {@code -0.0 + 0.0}, as XLA does. */
    static final RewriteRule ADD_ZERO =
            rule("add-zero", "x + 0 → x", add(X, constant(0)), m -> m.get(X)).changing(DOMAIN);

    static final RewriteRule MULTIPLY_ONE = rule("multiply-one", "x * 1 → x", multiply(X, constant(1)), m -> m.get(X));

    static final RewriteRule MULTIPLY_ZERO = rule(
                    "multiply-zero",
                    "x * 0 → 0, for integers",
                    multiply(X, constant(0).as(ZERO)),
                    m -> m.get(ZERO))
            .provided(ArithmeticRules::isIntegral, "x * 0 is NaN where x is NaN or infinite");

    static final List<RewriteRule> ALL = List.of(ADD_ZERO, MULTIPLY_ONE, MULTIPLY_ZERO);

    private static boolean isIntegral(Match match) {
        return match.type().isIntegral();
    }
}
