package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ABS;
import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.AND;
import static org.hloexplorer.hlo.HloOpcode.BROADCAST;
import static org.hloexplorer.hlo.HloOpcode.CONVERT;
import static org.hloexplorer.hlo.HloOpcode.DIVIDE;
import static org.hloexplorer.hlo.HloOpcode.EXPONENTIAL;
import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.NEGATE;
import static org.hloexplorer.hlo.HloOpcode.POWER;
import static org.hloexplorer.hlo.HloOpcode.REMAINDER;
import static org.hloexplorer.hlo.HloOpcode.RSQRT;
import static org.hloexplorer.hlo.HloOpcode.SELECT;
import static org.hloexplorer.hlo.HloOpcode.SHIFT_RIGHT_LOGICAL;
import static org.hloexplorer.hlo.HloOpcode.SQRT;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.pipeline.Effect.DOMAIN;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.add;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.divide;
import static org.hloexplorer.pipeline.rewrite.Patterns.either;
import static org.hloexplorer.pipeline.rewrite.Patterns.inOrder;
import static org.hloexplorer.pipeline.rewrite.Patterns.multiply;
import static org.hloexplorer.pipeline.rewrite.Patterns.nonConstant;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.scalarConstant;
import static org.hloexplorer.pipeline.rewrite.Patterns.splatConstant;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Pattern;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of multiplication, division and remainder. */
final class ProductRules {
    private ProductRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture Z = new Capture("z");
    private static final Capture W = new Capture("w");
    private static final Capture C = new Capture("c");
    private static final Capture C2 = new Capture("c2");
    private static final Capture P = new Capture("p");
    private static final Capture ZERO = new Capture("zero");
    private static final Capture INNER = new Capture("inner");

    private static final Pattern FIRST = either(constant().as(C), splatConstant(C));
    private static final Pattern SECOND = either(constant().as(C2), splatConstant(C2));

    static final RewriteRule MULTIPLY_ONE = rule("multiply-one", "x * 1 → x", multiply(X, constant(1)), m -> m.get(X));

    static final RewriteRule MULTIPLY_ZERO = rule(
                    "multiply-zero", "x * 0 → 0", multiply(X, constant(0).as(ZERO)), m -> m.get(ZERO))
            .provided(ArithmeticRules::isIntegral, "x * 0 is NaN where x is NaN or infinite");

    static final RewriteRule MULTIPLY_NEGATIVES = rule(
            "multiply-negatives",
            "(-x) * (-y) → x * y",
            inOrder(MULTIPLY, op(NEGATE, X), op(NEGATE, Y)),
            m -> m.like(MULTIPLY, m.get(X), m.get(Y)));

    /** XLA does so although the product is NaN where x is NaN or infinite and the predicate does not hold. */
    static final RewriteRule MULTIPLY_BY_PREDICATE = rule(
                    "multiply-by-predicate",
                    "x * convert(p) → select(p, x, 0)",
                    multiply(X, op(CONVERT, P)),
                    m -> m.like(SELECT, m.get(P), m.get(X), m.splat(0, m.shape())))
            .when(m -> m.get(P).shape().asArray().elementType().isPredicate())
            .changing(DOMAIN);

    static final RewriteRule MULTIPLY_SCALED = rule(
                    "multiply-scaled",
                    "(x * c1) * (y * c2) → (x * y) * (c1 * c2)",
                    inOrder(
                            MULTIPLY,
                            multiply(nonConstant(X), FIRST).withOneUser(),
                            multiply(nonConstant(Y), SECOND).withOneUser()),
                    m -> m.like(
                            MULTIPLY,
                            m.like(MULTIPLY, m.get(X), m.get(Y)),
                            Constants.combined(m, MULTIPLY, m.get(C), m.get(C2))))
            .when(m -> Constants.haveSameShape(m, C, C2))
            .changing(ROUNDING);

    static final RewriteRule MULTIPLY_CONSTANTS = rule(
                    "multiply-constants",
                    "(x * c1) * c2 → x * (c1 * c2)",
                    multiply(multiply(nonConstant(X), FIRST), SECOND),
                    m -> m.like(MULTIPLY, m.get(X), Constants.combined(m, MULTIPLY, m.get(C), m.get(C2))))
            .when(m -> Constants.haveSameShape(m, C, C2))
            .changing(ROUNDING);

    static final RewriteRule MULTIPLY_SCALED_BROADCAST = rule(
                    "multiply-scaled-broadcast",
                    "(x * c) * broadcast(scalar) → x * broadcast(scalar * c)",
                    multiply(multiply(nonConstant(X), broadcast(scalarConstant().as(C))), broadcast(nonConstant(Y))),
                    m -> m.like(
                            MULTIPLY,
                            m.get(X),
                            m.broadcastScalar(m.plain(MULTIPLY, m.get(Y).shape(), m.get(Y), m.get(C)), m.shape())))
            .when(m -> Constants.isScalar(m.get(Y)))
            .changing(ROUNDING);

    static final RewriteRule MULTIPLY_EXPONENTIALS = rule(
                    "multiply-exponentials",
                    "exp(x) * exp(y) → exp(x + y)",
                    inOrder(MULTIPLY, op(EXPONENTIAL, X), op(EXPONENTIAL, Y)),
                    m -> m.like(EXPONENTIAL, m.like(ADD, m.get(X), m.get(Y))))
            .changing(DOMAIN);

    static final RewriteRule MULTIPLY_ROOTS = rule(
                    "multiply-roots",
                    "sqrt(x) * sqrt(x) → x",
                    inOrder(MULTIPLY, op(SQRT, X), op(SQRT, X)),
                    m -> m.get(X))
            .provided(m -> Signs.isNonNegative(m.get(X), m), "x may be negative, where sqrt(x) is NaN")
            .changing(ROUNDING);

    static final RewriteRule MULTIPLY_INVERSE_ROOTS = rule(
                    "multiply-inverse-roots",
                    "rsqrt(x) * rsqrt(x) → 1 / x",
                    inOrder(MULTIPLY, op(RSQRT, X), op(RSQRT, X)),
                    m -> m.like(DIVIDE, m.splat(1, m.shape()), m.get(X)))
            .provided(m -> Signs.isNonNegative(m.get(X), m), "x may be negative, where rsqrt(x) is NaN")
            .changing(ROUNDING);

    static final RewriteRule MULTIPLY_MAGNITUDES = rule(
                    "multiply-magnitudes",
                    "|x| * |x| → x * x",
                    inOrder(MULTIPLY, op(ABS, X), op(ABS, X)),
                    m -> m.like(MULTIPLY, m.get(X), m.get(X)))
            .when(m -> m.type() == m.get(X).shape().asArray().elementType());

    static final RewriteRule DIVIDE_ONE = rule("divide-one", "x / 1 → x", divide(X, constant(1)), m -> m.get(X));

    static final RewriteRule DIVIDE_POWER_OF_TWO = rule(
                    "divide-power-of-two",
                    "x / 2^k → x >> k, for unsigned integers",
                    divide(X, splatConstant(C)),
                    m -> m.like(SHIFT_RIGHT_LOGICAL, m.get(X), shift(m)))
            .when(m -> m.type().isIntegral()
                    && Constants.logOfPowerOfTwo(m.get(C), m).orElse(0) > 0)
            .provided(m -> m.type().isUnsigned(), "x is signed, and division rounds towards zero, not down");

    static final RewriteRule DIVIDE_EXPONENTIALS = rule(
                    "divide-exponentials",
                    "exp(x) / exp(y) → exp(x - y)",
                    divide(op(EXPONENTIAL, X), op(EXPONENTIAL, Y)),
                    m -> m.like(EXPONENTIAL, m.like(SUBTRACT, m.get(X), m.get(Y))))
            .changing(DOMAIN);

    static final RewriteRule DIVIDE_BY_EXPONENTIAL = rule(
                    "divide-by-exponential",
                    "x / exp(y) → x * exp(-y)",
                    divide(X, op(EXPONENTIAL, Y)),
                    m -> m.like(MULTIPLY, m.get(X), m.like(EXPONENTIAL, m.like(NEGATE, m.get(Y)))))
            .changing(DOMAIN);

    static final RewriteRule DIVIDE_BY_POWER = rule(
                    "divide-by-power",
                    "x / y ^ z → x * y ^ -z",
                    divide(X, op(POWER, Y, Z)),
                    m -> m.like(MULTIPLY, m.get(X), m.like(POWER, m.get(Y), m.like(NEGATE, m.get(Z)))))
            .when(m -> !m.type().isIntegral())
            .changing(DOMAIN);

    static final RewriteRule DIVIDE_BY_SQRT = rule(
                    "divide-by-sqrt",
                    "x / sqrt(y) → x * rsqrt(y)",
                    divide(X, op(SQRT, Y)),
                    m -> m.like(MULTIPLY, m.get(X), m.like(RSQRT, m.get(Y))))
            .changing(ROUNDING);

    static final RewriteRule DIVIDE_BY_RSQRT = rule(
                    "divide-by-rsqrt",
                    "x / rsqrt(y) → x * sqrt(y)",
                    divide(X, op(RSQRT, Y)),
                    m -> m.like(MULTIPLY, m.get(X), m.like(SQRT, m.get(Y))))
            .changing(ROUNDING);

    static final RewriteRule DIVIDE_CONSTANT = rule(
                    "divide-constant",
                    "x / c → x * (1 / c)",
                    divide(
                            nonConstant(X),
                            either(constant().as(C), broadcast(constant().as(C)))),
                    m -> m.like(MULTIPLY, m.get(X), inverseOf(m)))
            .when(m -> !m.type().isIntegral())
            .changing(ROUNDING);

    /** It divides once for each element of y, and so rounds twice; 1 / y overflows where y is tiny. */
    static final RewriteRule DIVIDE_BY_BROADCAST = rule(
                    "divide-by-broadcast",
                    "x / broadcast(y) → x * broadcast(1 / y)",
                    divide(X, broadcast(nonConstant(Y))),
                    m -> m.like(MULTIPLY, m.get(X), inverseBroadcast(m)))
            .when(m -> !m.type().isIntegral())
            .provided(AlgebraicOptions::executingOnCpu)
            .provided(m -> m.editor().userCount(m.get(Y)) == 1, "y has other users, and 1 / y is not shared with them")
            .provided(m -> m.type().isComplex() ? AlgebraicOptions.fastMath(m) : Optional.empty())
            .changing(DOMAIN);

    static final RewriteRule DIVIDE_QUOTIENTS = rule(
                    "divide-quotients",
                    "(x / y) / (z / w) → (x * w) / (y * z)",
                    divide(divide(X, Y), divide(Z, W)),
                    m -> m.like(DIVIDE, m.like(MULTIPLY, m.get(X), m.get(W)), m.like(MULTIPLY, m.get(Y), m.get(Z))))
            .when(m -> !m.type().isIntegral())
            .changing(DOMAIN);

    static final RewriteRule DIVIDE_QUOTIENT = rule(
                    "divide-quotient",
                    "(x / y) / z → x / (y * z)",
                    divide(divide(X, Y), Z),
                    m -> m.like(DIVIDE, m.get(X), m.like(MULTIPLY, m.get(Y), m.get(Z))))
            .when(m -> !m.type().isIntegral())
            .changing(DOMAIN);

    static final RewriteRule DIVIDE_BY_QUOTIENT = rule(
                    "divide-by-quotient",
                    "x / (y / z) → (x * z) / y",
                    divide(X, divide(Y, Z)),
                    m -> m.like(DIVIDE, m.like(MULTIPLY, m.get(X), m.get(Z)), m.get(Y)))
            .when(m -> !m.type().isIntegral())
            .changing(DOMAIN);

    static final RewriteRule REMAINDER_TWICE = rule(
            "remainder-twice",
            "(x % y) % y → x % y",
            op(REMAINDER, op(REMAINDER, X, Y).as(INNER), Y),
            m -> m.get(INNER));

    static final RewriteRule REMAINDER_POWER_OF_TWO = rule(
                    "remainder-power-of-two",
                    "x % 2^k → x & (2^k - 1), for unsigned integers",
                    op(REMAINDER, X, splatConstant(C)),
                    m -> m.like(AND, m.get(X), mask(m)))
            .when(m -> m.type().isIntegral()
                    && Constants.logOfPowerOfTwo(m.get(C), m).isPresent())
            .provided(m -> m.type().isUnsigned(), "x is signed, and its remainder may be negative");

    static final RewriteRule REMAINDER_OF_IOTA = rule(
                    "remainder-of-iota",
                    "iota % c → iota, where c is not less than its size",
                    op(REMAINDER, op(IOTA).as(X), splatConstant(C)),
                    m -> m.get(X))
            .when(m -> m.type().isIntegral())
            .provided(m -> m.literal(C).doubleAt(0) >= iotaSize(m.get(X)), "the iota goes beyond c");

    static final RewriteRule REMAINDER_OF_SHIFTED_IOTA = rule(
                    "remainder-of-shifted-iota",
                    "(iota + c) % c → iota % c",
                    op(
                            REMAINDER,
                            add(op(IOTA).as(X), splatConstant(C2)),
                            splatConstant(C).as(INNER)),
                    m -> m.like(REMAINDER, m.get(X), m.operand(m.root(), 1)))
            .when(m -> m.type().isIntegral()
                    && m.literal(C).doubleAt(0) == m.literal(C2).doubleAt(0)
                    && m.literal(C).doubleAt(0) > 0)
            .provided(
                    m -> iotaSize(m.get(X)) + m.literal(C).doubleAt(0)
                            < Math.scalb(1.0, m.type().bits() - 1),
                    "the sum may overflow");

    static final List<RewriteRule> ALL = List.of(
            MULTIPLY_ONE,
            MULTIPLY_ZERO,
            MULTIPLY_NEGATIVES,
            MULTIPLY_BY_PREDICATE,
            MULTIPLY_SCALED,
            MULTIPLY_CONSTANTS,
            MULTIPLY_SCALED_BROADCAST,
            MULTIPLY_EXPONENTIALS,
            MULTIPLY_ROOTS,
            MULTIPLY_INVERSE_ROOTS,
            MULTIPLY_MAGNITUDES,
            DIVIDE_ONE,
            DIVIDE_POWER_OF_TWO,
            DIVIDE_EXPONENTIALS,
            DIVIDE_BY_EXPONENTIAL,
            DIVIDE_BY_POWER,
            DIVIDE_BY_SQRT,
            DIVIDE_BY_RSQRT,
            DIVIDE_CONSTANT,
            DIVIDE_BY_BROADCAST,
            DIVIDE_QUOTIENTS,
            DIVIDE_QUOTIENT,
            DIVIDE_BY_QUOTIENT,
            REMAINDER_TWICE,
            REMAINDER_POWER_OF_TWO,
            REMAINDER_OF_IOTA,
            REMAINDER_OF_SHIFTED_IOTA);

    private static double iotaSize(HloInstruction iota) {
        return iota.shape().asArray().dimension(BroadcastRules.iotaDimension(iota));
    }

    private static HloInstruction shift(Match match) {
        long bits = Constants.logOfPowerOfTwo(match.get(C), match).orElseThrow();
        return match.broadcastScalar(match.constant(Literal.scalar(match.type(), bits)), match.shape());
    }

    private static HloInstruction mask(Match match) {
        long bits = Constants.logOfPowerOfTwo(match.get(C), match).orElseThrow();
        var mask = match.constant(Literal.scalar(match.type(), (1L << bits) - 1));
        return match.broadcastScalar(mask, match.shape());
    }

    private static HloInstruction inverseBroadcast(Match match) {
        var divisor = match.get(Y);
        var shape = divisor.shape().asArray();
        var inverse = match.plain(DIVIDE, shape, match.splat(1, shape), divisor);
        return match.broadcast(inverse, match.shape(), Dimensions.of(match.operand(match.root(), 1)));
    }

    /** One over the constant, broadcast as the constant is. */
    private static HloInstruction inverseOf(Match match) {
        var divisor = match.operand(match.root(), 1);
        var module = match.editor().module().module();
        var inverse = match.constant(Constants.inverse(match.literal(C), module));
        return divisor.opcode() == BROADCAST
                ? match.broadcast(inverse, divisor.shape().asArray(), Dimensions.of(divisor))
                : inverse;
    }
}
