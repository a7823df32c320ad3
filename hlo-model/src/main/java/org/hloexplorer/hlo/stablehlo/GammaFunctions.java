package org.hloexplorer.hlo.stablehlo;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/**
 * The logarithm of the gamma function and its derivative, expanded as XLA expands them: Lanczos' approximation ("A
 * Precision Approximation of the Gamma Function", 1964) for {@code z + 1}, and Euler's reflection below one half.
 *
 * <p>With {@code t(z) = z + 7.5} and {@code a(z) = c0 + Σ c_k / (z + k)}, the former is
 * {@code log √(2π) + (z + 1/2) log t(z) - t(z) + log a(z)}.
 */
final class GammaFunctions {
    private static final double LANCZOS = 7;
    private static final double BASE = 0.9999999999998099;
    private static final double[] COEFFICIENTS = {
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    private final ComputationBuilder builder;

    GammaFunctions(ComputationBuilder builder) {
        this.builder = builder;
    }

    HloInstruction logarithm(HloInstruction x, Shape.Array shape) {
        return new Expansion(x, shape).logarithm();
    }

    HloInstruction digamma(HloInstruction x, Shape.Array shape) {
        return new Expansion(x, shape).digamma();
    }

    /** One argument being expanded. */
    private final class Expansion {
        private final Shape.Array shape;
        private final HloInstruction x;
        private final HloInstruction one;
        private final HloInstruction half;
        private final HloInstruction isReflected;
        private final HloInstruction z;

        Expansion(HloInstruction x, Shape.Array shape) {
            this.shape = shape;
            this.x = x;
            this.one = number(1);
            this.half = number(0.5);
            this.isReflected = compare(ComparisonDirection.LT, x, half);
            this.z = select(isReflected, apply(HloOpcode.NEGATE, x), apply(HloOpcode.SUBTRACT, x, one));
        }

        HloInstruction logarithm() {
            var t = apply(HloOpcode.ADD, number(LANCZOS + 0.5), z);
            var logT = logT();
            // t may be so large that t itself, and what it is subtracted from, are not.
            var inner = apply(HloOpcode.SUBTRACT, apply(HloOpcode.ADD, z, half), apply(HloOpcode.DIVIDE, t, logT));
            var logA = apply(HloOpcode.LOG, series(false));
            var rest =
                    apply(HloOpcode.ADD, number(0.5 * Math.log(2 * Math.PI)), apply(HloOpcode.MULTIPLY, inner, logT));
            var value = apply(HloOpcode.ADD, rest, logA);
            var infinity = number(Double.POSITIVE_INFINITY);
            return select(
                    compare(ComparisonDirection.EQ, apply(HloOpcode.ABS, x), infinity),
                    infinity,
                    select(isReflected, reflectedLogarithm(value), value));
        }

        /** {@code log π - log |sin πx| - value}; an infinite logarithm of the sine is the result alone. */
        private HloInstruction reflectedLogarithm(HloInstruction value) {
            var magnitude = apply(HloOpcode.ABS, x);
            var fraction = apply(HloOpcode.SUBTRACT, magnitude, apply(HloOpcode.FLOOR, magnitude));
            var nearer = select(
                    compare(ComparisonDirection.GT, fraction, half),
                    apply(HloOpcode.SUBTRACT, one, fraction),
                    fraction);
            var logSine =
                    apply(HloOpcode.LOG, apply(HloOpcode.SINE, apply(HloOpcode.MULTIPLY, number(Math.PI), nearer)));
            var isFinite = builder.add(
                    new HloOp.Plain(HloOpcode.IS_FINITE), ComputationBuilder.predicate(shape), List.of(logSine));
            var reflected =
                    apply(HloOpcode.SUBTRACT, apply(HloOpcode.SUBTRACT, number(Math.log(Math.PI)), logSine), value);
            return select(isFinite, reflected, apply(HloOpcode.NEGATE, logSine));
        }

        HloInstruction digamma() {
            var quotient = apply(HloOpcode.DIVIDE, series(true), series(false));
            var t = apply(HloOpcode.ADD, number(LANCZOS + 0.5), z);
            var value = apply(
                    HloOpcode.SUBTRACT,
                    apply(HloOpcode.ADD, logT(), quotient),
                    apply(HloOpcode.DIVIDE, number(LANCZOS), t));
            var isPole = builder.add(
                    new HloOp.Plain(HloOpcode.AND),
                    ComputationBuilder.predicate(shape),
                    List.of(
                            compare(ComparisonDirection.LE, x, number(0)),
                            compare(ComparisonDirection.EQ, x, apply(HloOpcode.FLOOR, x))));
            return select(isPole, number(Double.NaN), select(isReflected, reflectedDigamma(value), value));
        }

        /** {@code value - π cot πx}, of x moved by whole numbers to where it is small. */
        private HloInstruction reflectedDigamma(HloInstruction value) {
            var whole = apply(HloOpcode.ABS, apply(HloOpcode.FLOOR, apply(HloOpcode.ADD, x, half)));
            var pi = number(Math.PI);
            var angle = apply(HloOpcode.MULTIPLY, pi, apply(HloOpcode.ADD, x, whole));
            var cotangent = apply(
                    HloOpcode.DIVIDE,
                    apply(HloOpcode.MULTIPLY, pi, apply(HloOpcode.COSINE, angle)),
                    apply(HloOpcode.SINE, angle));
            return apply(HloOpcode.SUBTRACT, value, cotangent);
        }

        /** {@code log 7.5 + log1p(z / 7.5)}: the logarithm of a constant is exact. */
        private HloInstruction logT() {
            double constant = LANCZOS + 0.5;
            return apply(
                    HloOpcode.ADD,
                    number(Math.log(constant)),
                    apply(HloOpcode.LOG_PLUS_ONE, apply(HloOpcode.DIVIDE, z, number(constant))));
        }

        /** a(z), or its derivative. */
        private HloInstruction series(boolean derived) {
            var sum = number(derived ? 0 : BASE);
            for (int i = 0; i < COEFFICIENTS.length; i++) {
                var term = apply(HloOpcode.ADD, z, number(i + 1));
                var below = derived ? apply(HloOpcode.MULTIPLY, term, term) : term;
                sum = apply(
                        derived ? HloOpcode.SUBTRACT : HloOpcode.ADD,
                        sum,
                        apply(HloOpcode.DIVIDE, number(COEFFICIENTS[i]), below));
            }
            return sum;
        }

        private HloInstruction number(double value) {
            return builder.filled(shape, value);
        }

        private HloInstruction apply(HloOpcode opcode, HloInstruction... operands) {
            return builder.add(opcode, shape, operands);
        }

        private HloInstruction compare(ComparisonDirection direction, HloInstruction left, HloInstruction right) {
            return builder.add(
                    new HloOp.Compare(direction, null), ComputationBuilder.predicate(shape), List.of(left, right));
        }

        private HloInstruction select(HloInstruction predicate, HloInstruction onTrue, HloInstruction onFalse) {
            return builder.add(HloOpcode.SELECT, shape, predicate, onTrue, onFalse);
        }
    }
}
