package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.HloOpcode;

/**
 * The functions of f32 and narrower types that programs spend their time in: worked out in double precision by additions,
 * multiplications and divisions alone, which the JIT compiler vectorises; rounding to float comes last.
 *
 * <p>Before it the relative error is below 2^-28. A loop makes several passes over a block, because a longer one is not
 * vectorised; each pass has its function of one element, which is also what {@link #of} is made of.
 */
final class FloatMath {
    private FloatMath() {}

    /** Beyond this, e^x is 0 or infinite in single precision. */
    private static final float EXPONENT_LIMIT = 150;

    /** {@code e^x = (e^(x/512))^512}, by squaring nine times. */
    private static final double EXPONENT_PART = 0x1p-9;

    /** Beyond this, tanh is 1 in single precision. */
    private static final float TANH_LIMIT = 12;

    /** {@code e^2x - 1} is made of that of x/64, by doubling the exponent seven times. */
    private static final double TANH_PART = 0x1p-6;

    /** Beyond this, erf is 1 in single precision. */
    private static final float ERF_LIMIT = 4;

    static boolean knows(HloOpcode opcode) {
        return switch (opcode) {
            case EXPONENTIAL, LOGISTIC, TANH, ERF -> true;
            default -> false;
        };
    }

    /** The value at x, a float, before it is rounded. */
    static double of(HloOpcode opcode, float x) {
        return switch (opcode) {
            case EXPONENTIAL -> squaredFive(squaredFour(exponential(exponentPart(x))));
            case LOGISTIC -> 1 / (1 + squaredFive(squaredFour(exponential(exponentPart(-x)))));
            case TANH -> tanh(doubledFour(doubledThree(exponentialMinusOne(tanhPart(x)))));
            case ERF -> erf(erfArgument(x));
            default -> DoubleMath.unary(opcode, x);
        };
    }

    /** The rounded values of the first {@code count} elements; {@code out} may be {@code x}. */
    static void of(HloOpcode opcode, float[] x, float[] out, int count) {
        switch (opcode) {
            case EXPONENTIAL -> {
                double[] powers = exponentials(x, 1, count);
                for (int i = 0; i < count; i++) {
                    out[i] = (float) powers[i];
                }
            }
            case LOGISTIC -> {
                double[] powers = exponentials(x, -1, count);
                for (int i = 0; i < count; i++) {
                    out[i] = (float) (1 / (1 + powers[i]));
                }
            }
            case TANH -> tanh(x, out, count);
            case ERF -> erf(x, out, count);
            default -> throw new IllegalArgumentException(opcode + " has no loop of its own");
        }
    }

    private static double[] exponentials(float[] x, float sign, int count) {
        var powers = new double[count];
        for (int i = 0; i < count; i++) {
            powers[i] = exponentPart(sign * x[i]);
        }
        for (int i = 0; i < count; i++) {
            powers[i] = exponential(powers[i]);
        }
        for (int i = 0; i < count; i++) {
            powers[i] = squaredFour(powers[i]);
        }
        for (int i = 0; i < count; i++) {
            powers[i] = squaredFive(powers[i]);
        }
        return powers;
    }

    private static void tanh(float[] x, float[] out, int count) {
        var values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = tanhPart(x[i]);
        }
        for (int i = 0; i < count; i++) {
            values[i] = exponentialMinusOne(values[i]);
        }
        for (int i = 0; i < count; i++) {
            values[i] = doubledThree(values[i]);
        }
        for (int i = 0; i < count; i++) {
            values[i] = doubledFour(values[i]);
        }
        for (int i = 0; i < count; i++) {
            out[i] = (float) tanh(values[i]);
        }
    }

    private static void erf(float[] x, float[] out, int count) {
        var values = new double[count];
        var below = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = erfArgument(x[i]);
        }
        for (int i = 0; i < count; i++) {
            below[i] = erfDenominator(values[i]);
        }
        for (int i = 0; i < count; i++) {
            values[i] = erfNumerator(values[i]);
        }
        for (int i = 0; i < count; i++) {
            out[i] = (float) (values[i] / below[i]);
        }
    }

    private static double exponentPart(float x) {
        return Math.max(-EXPONENT_LIMIT, Math.min(EXPONENT_LIMIT, x)) * EXPONENT_PART;
    }

    /** The series of e^r to the eighth power; r is at most 0.2 where the result is not lost to rounding. */
    private static double exponential(double r) {
        return 1 + exponentialMinusOne(r);
    }

    private static double exponentialMinusOne(double r) {
        double end = 1 / 120d + r * (1 / 720d + r * (1 / 5040d + r * (1 / 40320d)));
        return r * (1 + r * (1 / 2d + r * (1 / 6d + r * (1 / 24d + r * end))));
    }

    private static double squaredFour(double power) {
        double second = power * power;
        double fourth = second * second;
        double eighth = fourth * fourth;
        return eighth * eighth;
    }

    private static double squaredFive(double power) {
        double sixteenth = squaredFour(power);
        return sixteenth * sixteenth;
    }

    private static double tanhPart(float x) {
        return Math.max(-TANH_LIMIT, Math.min(TANH_LIMIT, x)) * TANH_PART;
    }

    /** From e^r - 1 to e^2r - 1, keeping what is small exact. */
    private static double doubled(double power) {
        return power * (power + 2);
    }

    private static double doubledThree(double power) {
        return doubled(doubled(doubled(power)));
    }

    private static double doubledFour(double power) {
        return doubled(doubledThree(power));
    }

    /** From e^2x - 1. */
    private static double tanh(double power) {
        return power / (power + 2);
    }

    private static double erfArgument(float x) {
        return Math.max(-ERF_LIMIT, Math.min(ERF_LIMIT, x));
    }

    /**
     * erf(x) by a quotient of polynomials in x², fitted to it on [0, 4] by weighted least squares for the smallest largest
     * relative error, which is 2.6e-9.
     */
    private static double erf(double x) {
        return erfNumerator(x) / erfDenominator(x);
    }

    private static double erfNumerator(double x) {
        double t = x * x;
        double high = 0.004226499226827309 + t * (0.00041128004641794434 + t * 6.791438168498495e-06);
        return x * (1.1283791699740955 + t * (0.19287884782423867 + t * (0.055749600423607285 + t * high)));
    }

    private static double erfDenominator(double x) {
        double t = x * x;
        double high = 0.0014212117462763668 + t * (7.256444402599061e-05 + t * 2.604895951118667e-07);
        return 1 + t * (0.5042678621561257 + t * (0.11749543569565431 + t * (0.01629516564166512 + t * high)));
    }
}
