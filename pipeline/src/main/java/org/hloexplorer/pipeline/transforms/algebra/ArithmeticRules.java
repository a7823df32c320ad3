package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.NEGATE;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.pipeline.Effect.DOMAIN;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.add;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.either;
import static org.hloexplorer.pipeline.rewrite.Patterns.inOrder;
import static org.hloexplorer.pipeline.rewrite.Patterns.multiply;
import static org.hloexplorer.pipeline.rewrite.Patterns.nonConstant;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.splatConstant;
import static org.hloexplorer.pipeline.rewrite.Patterns.subtract;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Pattern;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of addition and subtraction. */
final class ArithmeticRules {
    private ArithmeticRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture C1 = new Capture("c1");
    private static final Capture C2 = new Capture("c2");
    private static final String ROUNDS = "floating-point arithmetic rounds, so that this is only nearly so";

    private static final Pattern FIRST = either(constant().as(C1), splatConstant(C1));
    private static final Pattern SECOND = either(constant().as(C2), splatConstant(C2));

    /** Gives up the sign of {@code -0.0 + 0.0}, as XLA does. */
    static final RewriteRule ADD_ZERO =
            rule("add-zero", "x + 0 → x", add(X, constant(0)), m -> m.get(X)).changing(DOMAIN);

    /** The canonical order, in which the rules below look for constants. */
    static final RewriteRule ADD_CONSTANT_RIGHT = rule(
            "add-constant-right",
            "c + x → x + c",
            inOrder(ADD, constant().as(C1), nonConstant(X)),
            m -> m.like(ADD, m.get(X), m.get(C1)));

    static final RewriteRule ADD_CONSTANTS = rule(
                    "add-constants",
                    "(x + c1) + c2 → x + (c1 + c2)",
                    inOrder(ADD, inOrder(ADD, nonConstant(X), FIRST), SECOND),
                    m -> m.like(ADD, m.get(X), Constants.combined(m, ADD, m.get(C1), m.get(C2))))
            .when(m -> Constants.haveSameShape(m, C1, C2))
            .changing(ROUNDING);

    static final RewriteRule SUBTRACT_FROM_CONSTANTS = rule(
                    "subtract-from-constants",
                    "(c1 - x) + c2 → (c1 + c2) - x",
                    inOrder(ADD, subtract(FIRST, nonConstant(X)), SECOND),
                    m -> m.like(SUBTRACT, Constants.combined(m, ADD, m.get(C1), m.get(C2)), m.get(X)))
            .when(m -> Constants.haveSameShape(m, C1, C2))
            .changing(ROUNDING);

    static final RewriteRule ADD_SUMS_WITH_CONSTANTS = rule(
                    "add-sums-with-constants",
                    "(x + c1) + (y + c2) → (x + y) + (c1 + c2)",
                    inOrder(ADD, inOrder(ADD, nonConstant(X), FIRST), inOrder(ADD, nonConstant(Y), SECOND)),
                    m -> m.like(ADD, m.like(ADD, m.get(X), m.get(Y)), Constants.combined(m, ADD, m.get(C1), m.get(C2))))
            .when(m -> Constants.haveSameShape(m, C1, C2))
            .changing(ROUNDING);

    static final RewriteRule ADD_DIFFERENCE = rule(
                    "add-difference", "x + (y - x) → y", add(X, subtract(Y, X)), m -> m.get(Y))
            .provided(ArithmeticRules::isIntegral, ROUNDS);

    static final RewriteRule FACTOR_OUT = rule(
                    "factor-out",
                    "x * z + y * z → (x + y) * z",
                    inOrder(ADD, multiply(X, C1), multiply(Y, C1)),
                    m -> m.like(MULTIPLY, m.like(ADD, m.get(X), m.get(Y)), m.get(C1)))
            .provided(
                    m -> isIntegral(m) || Constants.isPowerOfTwo(m.get(C1), m),
                    "z is no power of two, and floating-point arithmetic would round otherwise")
            .changing(ROUNDING);

    static final RewriteRule SUBTRACT_ZERO =
            rule("subtract-zero", "x - 0 → x", subtract(X, constant(0)), m -> m.get(X));

    static final RewriteRule SUBTRACT_ITSELF = rule(
                    "subtract-itself", "x - x → 0", subtract(X, X), m -> m.splat(0, m.shape()))
            .provided(ArithmeticRules::isIntegral, "x - x is NaN where x is NaN or infinite");

    static final RewriteRule SUBTRACT_CONSTANT = rule(
            "subtract-constant",
            "x - c → x + (-c)",
            subtract(nonConstant(X), either(constant().as(C1), splatConstant(C1))),
            m -> m.like(
                    ADD, m.get(X), Constants.like(m, m.plain(NEGATE, m.get(C1).shape(), m.get(C1)))));

    static final RewriteRule SUBTRACT_DIFFERENCE = rule(
                    "subtract-difference", "x - (x - y) → y", subtract(X, subtract(X, Y)), m -> m.get(Y))
            .provided(ArithmeticRules::isIntegral, ROUNDS);

    static final RewriteRule SUBTRACT_SUM = rule(
                    "subtract-sum", "x - (x + y) → -y", subtract(X, add(X, Y)), m -> m.like(NEGATE, m.get(Y)))
            .provided(ArithmeticRules::isIntegral, ROUNDS);

    static final RewriteRule SUBTRACT_FROM_SUM = rule(
                    "subtract-from-sum", "(x + y) - x → y", subtract(add(X, Y), X), m -> m.get(Y))
            .provided(ArithmeticRules::isIntegral, ROUNDS);

    static final RewriteRule NEGATE_NEGATE =
            rule("negate-negate", "-(-x) → x", op(NEGATE, op(NEGATE, X)), m -> m.get(X));

    static final List<RewriteRule> ALL = List.of(
            ADD_ZERO,
            ADD_CONSTANT_RIGHT,
            ADD_CONSTANTS,
            SUBTRACT_FROM_CONSTANTS,
            ADD_SUMS_WITH_CONSTANTS,
            ADD_DIFFERENCE,
            FACTOR_OUT,
            SUBTRACT_ITSELF,
            SUBTRACT_ZERO,
            SUBTRACT_CONSTANT,
            SUBTRACT_DIFFERENCE,
            SUBTRACT_SUM,
            SUBTRACT_FROM_SUM,
            NEGATE_NEGATE);

    static boolean isIntegral(Match match) {
        return match.type().isIntegral();
    }

    static boolean isFloating(HloInstruction instruction) {
        return instruction.shape().asArray().elementType().isFloating();
    }
}
