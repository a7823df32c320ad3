package org.hloexplorer.hlo.stablehlo;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/**
 * The complementary and the inverse error function of f32, expanded into the polynomials that XLA expands them into: the
 * former Cephes', the latter by Giles, "Approximating the erfinv function" (2011).
 */
final class ErrorFunctions {
    /** erf(x) / x below 1, of x², highest power first. */
    private static final double[] NEAR_ZERO = {
        7.853861353153693e-5,
        -8.010193625184903e-4,
        5.188327685732524e-3,
        -2.685381193529856e-2,
        1.128358514861418e-1,
        -3.761262582423300e-1,
        1.128379165726710
    };

    /** erfc(x) · x · exp(x²) from 1 to 2, of 1/x². */
    private static final double[] MIDDLE = {
        2.326819970068386e-2,
        -1.387039388740657e-1,
        3.687424674597105e-1,
        -5.824733027278666e-1,
        6.210004621745983e-1,
        -4.944515323274145e-1,
        3.404879937665872e-1,
        -2.741127028184656e-1,
        5.638259427386472e-1
    };

    /** The same beyond 2. */
    private static final double[] FAR = {
        -1.047766399936249e1,
        1.297719955372516e1,
        -7.495518717768503,
        2.921019019210786,
        -1.015265279202700,
        4.218463358204948e-1,
        -2.820767439740514e-1,
        5.641895067754075e-1
    };

    /** Of w − 2.5, where w = −log(1 − x²) is below 5. */
    private static final double[] CENTRAL = {
        2.81022636e-08,
        3.43273939e-07,
        -3.5233877e-06,
        -4.39150654e-06,
        0.00021858087,
        -0.00125372503,
        -0.00417768164,
        0.246640727,
        1.50140941
    };

    /** Of √w − 3 beyond. */
    private static final double[] TAIL = {
        -0.000200214257,
        0.000100950558,
        0.00134934322,
        -0.00367342844,
        0.00573950773,
        -0.0076224613,
        0.00943887047,
        1.00167406,
        2.83297682
    };

    private static final double UNDERFLOW = -88.7228394;

    private final ComputationBuilder builder;

    ErrorFunctions(ComputationBuilder builder) {
        this.builder = builder;
    }

    HloInstruction complement(HloInstruction x, Shape.Array shape) {
        var one = builder.filled(shape, 1);
        var square = builder.add(HloOpcode.MULTIPLY, shape, x, x);
        var near = builder.add(
                HloOpcode.SUBTRACT,
                shape,
                one,
                builder.add(HloOpcode.MULTIPLY, shape, x, polynomial(NEAR_ZERO, square, shape)));
        var magnitude = builder.add(HloOpcode.ABS, shape, x);
        var isNear = isLess(magnitude, one, shape);
        return builder.add(HloOpcode.SELECT, shape, isNear, near, beyond(x, magnitude, square, one, shape));
    }

    private HloInstruction beyond(
            HloInstruction x, HloInstruction magnitude, HloInstruction square, HloInstruction one, Shape.Array shape) {
        var zero = builder.filled(shape, 0);
        var two = builder.filled(shape, 2);
        var exponent = builder.add(HloOpcode.NEGATE, shape, square);
        var reciprocalSquare = builder.add(HloOpcode.DIVIDE, shape, one, square);
        var scale = builder.add(
                HloOpcode.MULTIPLY,
                shape,
                builder.add(HloOpcode.EXPONENTIAL, shape, exponent),
                builder.add(HloOpcode.DIVIDE, shape, one, magnitude));
        var fit = builder.add(
                HloOpcode.SELECT,
                shape,
                isLess(magnitude, two, shape),
                polynomial(MIDDLE, reciprocalSquare, shape),
                polynomial(FAR, reciprocalSquare, shape));
        var value = builder.add(
                HloOpcode.SELECT,
                shape,
                isLess(exponent, builder.filled(shape, UNDERFLOW), shape),
                zero,
                builder.add(HloOpcode.MULTIPLY, shape, scale, fit));
        return builder.add(
                HloOpcode.SELECT,
                shape,
                isLess(x, zero, shape),
                builder.add(HloOpcode.SUBTRACT, shape, two, value),
                value);
    }

    HloInstruction inverse(HloInstruction x, Shape.Array shape) {
        var negated = builder.add(HloOpcode.MULTIPLY, shape, x, builder.add(HloOpcode.NEGATE, shape, x));
        var w = builder.add(HloOpcode.NEGATE, shape, builder.add(HloOpcode.LOG_PLUS_ONE, shape, negated));
        var isCentral = isLess(w, builder.filled(shape, 5), shape);
        var central = builder.add(HloOpcode.SUBTRACT, shape, w, builder.filled(shape, 2.5));
        var tail =
                builder.add(HloOpcode.SUBTRACT, shape, builder.add(HloOpcode.SQRT, shape, w), builder.filled(shape, 3));
        var fit = builder.add(
                HloOpcode.SELECT, shape, isCentral, polynomial(CENTRAL, central, shape), polynomial(TAIL, tail, shape));
        var atEnds = builder.add(
                new HloOp.Compare(ComparisonDirection.EQ, null),
                ComputationBuilder.predicate(shape),
                List.of(builder.add(HloOpcode.ABS, shape, x), builder.filled(shape, 1)));
        return builder.add(
                HloOpcode.SELECT,
                shape,
                atEnds,
                builder.add(HloOpcode.MULTIPLY, shape, x, builder.filled(shape, Double.POSITIVE_INFINITY)),
                builder.add(HloOpcode.MULTIPLY, shape, fit, x));
    }

    private HloInstruction isLess(HloInstruction left, HloInstruction right, Shape.Array shape) {
        return builder.add(
                new HloOp.Compare(ComparisonDirection.LT, null),
                ComputationBuilder.predicate(shape),
                List.of(left, right));
    }

    private HloInstruction polynomial(double[] coefficients, HloInstruction x, Shape.Array shape) {
        var sum = builder.filled(shape, coefficients[0]);
        for (int i = 1; i < coefficients.length; i++) {
            sum = builder.add(
                    HloOpcode.ADD,
                    shape,
                    builder.add(HloOpcode.MULTIPLY, shape, sum, x),
                    builder.filled(shape, coefficients[i]));
        }
        return sum;
    }
}
