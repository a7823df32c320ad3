package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.divide;
import static org.hloexplorer.pipeline.rewrite.Patterns.either;
import static org.hloexplorer.pipeline.rewrite.Patterns.multiply;
import static org.hloexplorer.pipeline.rewrite.Patterns.nonConstant;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of multiplication and division. */
final class ProductRules {
    private ProductRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture C = new Capture("c");
    private static final Capture ZERO = new Capture("zero");

    static final RewriteRule MULTIPLY_ONE = rule("multiply-one", "x * 1 → x", multiply(X, constant(1)), m -> m.get(X));

    static final RewriteRule MULTIPLY_ZERO = rule(
                    "multiply-zero", "x * 0 → 0", multiply(X, constant(0).as(ZERO)), m -> m.get(ZERO))
            .provided(ArithmeticRules::isIntegral, "x * 0 is NaN where x is NaN or infinite");

    static final RewriteRule DIVIDE_ONE = rule("divide-one", "x / 1 → x", divide(X, constant(1)), m -> m.get(X));

    static final RewriteRule DIVIDE_CONSTANT = rule(
                    "divide-constant",
                    "x / c → x * (1 / c)",
                    divide(
                            nonConstant(X),
                            either(constant().as(C), broadcast(constant().as(C)))),
                    m -> m.like(MULTIPLY, m.get(X), inverseOf(m)))
            .when(m -> !m.type().isIntegral())
            .changing(ROUNDING);

    static final List<RewriteRule> ALL = List.of(MULTIPLY_ONE, MULTIPLY_ZERO, DIVIDE_ONE, DIVIDE_CONSTANT);

    /** One over the constant, broadcast as the constant is. */
    private static HloInstruction inverseOf(Match match) {
        var divisor = match.operand(match.root(), 1);
        var module = match.editor().module().module();
        var inverse = match.constant(Constants.inverse(match.literal(C), module));
        return divisor.opcode() == HloOpcode.BROADCAST
                ? match.broadcast(inverse, divisor.shape().asArray(), Dimensions.of(divisor))
                : inverse;
    }
}
