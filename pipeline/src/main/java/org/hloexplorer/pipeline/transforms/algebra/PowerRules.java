package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ABS;
import static org.hloexplorer.hlo.HloOpcode.COMPLEX;
import static org.hloexplorer.hlo.HloOpcode.DIVIDE;
import static org.hloexplorer.hlo.HloOpcode.EXPONENTIAL;
import static org.hloexplorer.hlo.HloOpcode.IMAG;
import static org.hloexplorer.hlo.HloOpcode.LOG;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.POWER;
import static org.hloexplorer.hlo.HloOpcode.REAL;
import static org.hloexplorer.hlo.HloOpcode.RSQRT;
import static org.hloexplorer.hlo.HloOpcode.SQRT;
import static org.hloexplorer.pipeline.Effect.DOMAIN;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.divide;
import static org.hloexplorer.pipeline.rewrite.Patterns.multiply;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of powers, roots, exponentials and logarithms, and of the parts of complex numbers. */
final class PowerRules {
    private PowerRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture C = new Capture("c");

    static final RewriteRule POWER_ZERO =
            rule("power-zero", "x ^ 0 → 1", op(POWER, X, constant(0)), m -> m.splat(1, m.shape()));

    static final RewriteRule POWER_ONE = rule("power-one", "x ^ 1 → x", op(POWER, X, constant(1)), m -> m.get(X));

    static final RewriteRule POWER_OF_EXPONENTIAL = rule(
                    "power-of-exponential",
                    "exp(x) ^ y → exp(x * y)",
                    op(POWER, op(EXPONENTIAL, X), Y),
                    m -> m.like(EXPONENTIAL, m.like(MULTIPLY, m.get(X), m.get(Y))))
            .changing(DOMAIN);

    static final RewriteRule POWER_TWO = rule(
                    "power-two", "x ^ 2 → x * x", op(POWER, X, constant(2)), m -> m.like(MULTIPLY, m.get(X), m.get(X)))
            .changing(ROUNDING);

    static final RewriteRule POWER_THREE = rule(
                    "power-three",
                    "x ^ 3 → x * x * x",
                    op(POWER, X, constant(3)),
                    m -> m.like(MULTIPLY, m.get(X), m.like(MULTIPLY, m.get(X), m.get(X))))
            .changing(ROUNDING);

    static final RewriteRule POWER_MINUS_ONE = rule(
                    "power-minus-one",
                    "x ^ -1 → 1 / x",
                    op(POWER, X, constant(-1)),
                    m -> m.like(DIVIDE, m.splat(1, m.shape()), m.get(X)))
            .changing(ROUNDING);

    static final RewriteRule POWER_HALF = rule(
                    "power-half", "x ^ 0.5 → sqrt(x)", op(POWER, X, constant(0.5)), m -> m.like(SQRT, m.get(X)))
            .provided(
                    m -> Signs.isNonNegative(m.get(X), m),
                    "x may be negative, and the two differ at minus infinity and minus zero")
            .changing(ROUNDING);

    static final RewriteRule LOG_OF_EXPONENTIAL = rule(
                    "log-of-exponential", "log(exp(x)) → x", op(LOG, op(EXPONENTIAL, X)), m -> m.get(X))
            .provided(AlgebraicOptions::fastMath)
            .changing(DOMAIN);

    static final RewriteRule LOG_OF_POWER = rule(
                    "log-of-power",
                    "log(x ^ y) → y * log(|x|)",
                    op(LOG, op(POWER, X, Y)),
                    m -> m.like(MULTIPLY, m.get(Y), m.like(LOG, m.like(ABS, m.get(X)))))
            .when(m -> m.type().isFloating())
            .changing(DOMAIN);

    static final RewriteRule EXPONENTIAL_OF_ZERO =
            rule("exponential-of-zero", "exp(0) → 1", op(EXPONENTIAL, constant(0)), m -> m.splat(1, m.shape()));

    static final RewriteRule SQRT_OF_SQUARE = rule(
                    "sqrt-of-square", "sqrt(x * x) → |x|", op(SQRT, multiply(X, X)), m -> m.like(ABS, m.get(X)))
            .when(m -> m.type().isFloating())
            .provided(AlgebraicOptions::fastMath)
            .changing(DOMAIN);

    static final RewriteRule RSQRT_OF_INVERSE_SQUARE = rule(
                    "rsqrt-of-inverse-square",
                    "rsqrt(x ^ -2) → x",
                    op(RSQRT, op(POWER, X, constant(-2))),
                    m -> m.get(X))
            .provided(m -> Signs.isNonNegative(m.get(X), m), "x may be negative")
            .changing(DOMAIN);

    static final RewriteRule RSQRT_OF_INVERSE = rule(
                    "rsqrt-of-inverse",
                    "rsqrt(1 / x) → sqrt(x)",
                    op(RSQRT, divide(constant(1), X)),
                    m -> m.like(SQRT, m.get(X)))
            .provided(m -> Signs.isNonNegative(m.get(X), m), "x may be negative")
            .changing(DOMAIN);

    static final RewriteRule ABS_OF_NON_NEGATIVE = rule("abs-of-non-negative", "|x| → x", op(ABS, X), m -> m.get(X))
            .when(m -> m.type() == m.get(X).shape().asArray().elementType())
            .provided(m -> Signs.isNonNegative(m.get(X), m), "nothing says that x is not negative");

    static final RewriteRule COMPLEX_OF_PARTS = rule(
                    "complex-of-parts",
                    "complex(real(c), imag(c)) → c",
                    op(COMPLEX, op(REAL, C), op(IMAG, C)),
                    m -> m.get(C))
            .when(m -> m.get(C).shape().isCompatible(m.root().shape()));

    static final RewriteRule REAL_OF_COMPLEX =
            rule("real-of-complex", "real(complex(x, y)) → x", op(REAL, op(COMPLEX, X, Y)), m -> m.get(X));

    static final RewriteRule IMAG_OF_COMPLEX =
            rule("imag-of-complex", "imag(complex(x, y)) → y", op(IMAG, op(COMPLEX, X, Y)), m -> m.get(Y));

    static final RewriteRule REAL_OF_REAL = rule("real-of-real", "real(x) → x, for real x", op(REAL, X), m -> m.get(X))
            .when(m -> isReal(m.get(X)));

    static final RewriteRule IMAG_OF_REAL = rule(
                    "imag-of-real", "imag(x) → 0, for real x", op(IMAG, X), m -> m.splat(0, m.shape()))
            .when(m -> isReal(m.get(X)));

    static final List<RewriteRule> ALL = List.of(
            POWER_ZERO,
            POWER_ONE,
            POWER_OF_EXPONENTIAL,
            POWER_TWO,
            POWER_THREE,
            POWER_MINUS_ONE,
            POWER_HALF,
            LOG_OF_EXPONENTIAL,
            LOG_OF_POWER,
            EXPONENTIAL_OF_ZERO,
            SQRT_OF_SQUARE,
            RSQRT_OF_INVERSE_SQUARE,
            RSQRT_OF_INVERSE,
            ABS_OF_NON_NEGATIVE,
            COMPLEX_OF_PARTS,
            REAL_OF_COMPLEX,
            IMAG_OF_COMPLEX,
            REAL_OF_REAL,
            IMAG_OF_REAL);

    private static boolean isReal(HloInstruction instruction) {
        return !instruction.shape().asArray().elementType().isComplex();
    }
}
