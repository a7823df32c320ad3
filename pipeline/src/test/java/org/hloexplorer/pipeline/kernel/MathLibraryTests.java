package org.hloexplorer.pipeline.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.KernelBuffer.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Errors of the mathematics library, in units in the last place of the f32 result, against Java's {@link StrictMath} in
 * f64: over floats of every exponent, and over the odd ones by name.
 */
final class MathLibraryTests {
    /** A prime, so that all patterns of low bits come up: half a million floats of all exponents and both signs. */
    private static final int STRIDE = 7919;

    private static final float[] ODD = {
        0.0f,
        -0.0f,
        1.0f,
        -1.0f,
        0.5f,
        2.0f,
        -2.0f,
        3.0f,
        -3.0f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN,
        16777216.0f,
        0.1f,
        -0.1f,
        88.72283f,
        88.72284f,
        -103.97f,
        -104.0f,
        1e-4f,
        4e-4f
    };

    /** A function, what it should be, and the error that it may have. */
    record Case(Operation operation, DoubleUnaryOperator exact, double ulps) {
        @Override
        public String toString() {
            return "%s within %.1f ulp".formatted(operation.text(), ulps);
        }
    }

    static Stream<Case> unary() {
        return Stream.of(
                new Case(Operation.EXP, StrictMath::exp, 1.1),
                new Case(Operation.EXPM1, StrictMath::expm1, 2.0),
                new Case(Operation.LOG, StrictMath::log, 1.0),
                new Case(Operation.LOG1P, StrictMath::log1p, 3.0),
                new Case(Operation.TANH, StrictMath::tanh, 5.0),
                new Case(Operation.LOGISTIC, x -> 1 / (1 + StrictMath.exp(-x)), 2.5),
                new Case(Operation.SIN, StrictMath::sin, 0.6),
                new Case(Operation.COS, StrictMath::cos, 0.6),
                new Case(Operation.TAN, StrictMath::tan, 0.7),
                new Case(Operation.RSQRT, x -> 1 / StrictMath.sqrt(x), 1.5),
                new Case(Operation.CBRT, StrictMath::cbrt, 0.6),
                new Case(Operation.ATAN, StrictMath::atan, 3.0),
                new Case(Operation.ASIN, StrictMath::asin, 4.0),
                new Case(Operation.ACOS, StrictMath::acos, 4.0),
                new Case(Operation.SINH, StrictMath::sinh, 3.0),
                new Case(Operation.COSH, StrictMath::cosh, 3.0),
                new Case(Operation.ASINH, MathLibraryTests::asinh, 4.0),
                new Case(Operation.ACOSH, MathLibraryTests::acosh, 4.0),
                new Case(Operation.ATANH, MathLibraryTests::atanh, 4.0),
                new Case(Operation.ERF, MathLibraryTests::erf, 5.0));
    }

    @ParameterizedTest
    @MethodSource("unary")
    void staysWithinItsBound(Case tested) {
        var inputs = floats();
        var outputs = run(tested.operation(), List.of(inputs));
        var worst = new Worst();
        for (int i = 0; i < inputs.length; i++) {
            worst.see(tested.exact().applyAsDouble(inputs[i]), outputs[i], inputs[i]);
        }
        assertThat(worst.error).as(worst.toString()).isLessThanOrEqualTo(tested.ulps());
    }

    record BinaryCase(Operation operation, DoubleBinaryOperator exact, double ulps) {
        @Override
        public String toString() {
            return "%s within %.1f ulp".formatted(operation.text(), ulps);
        }
    }

    static Stream<BinaryCase> binary() {
        return Stream.of(
                new BinaryCase(Operation.POWER, MathLibraryTests::power, 0.6),
                new BinaryCase(Operation.ATAN2, StrictMath::atan2, 3.0));
    }

    @ParameterizedTest
    @MethodSource("binary")
    void staysWithinItsBound(BinaryCase tested) {
        var pairs = pairs();
        var outputs = run(tested.operation(), pairs);
        var worst = new Worst();
        for (int i = 0; i < outputs.length; i++) {
            float x = pairs.get(0)[i];
            float y = pairs.get(1)[i];
            worst.see(tested.exact().applyAsDouble(x, y), outputs[i], x, y);
        }
        assertThat(worst.error).as(worst.toString()).isLessThanOrEqualTo(tested.ulps());
    }

    @Test
    void functionsOfDoublesAreExactToALastPlaceOrTwo() {
        var inputs =
                IntStream.range(0, 4001).mapToDouble(i -> (i - 2000) / 300.0).toArray();
        unary().filter(tested -> tested.operation() != Operation.ERF).forEach(tested -> {
            var outputs = runDoubles(tested.operation(), inputs);
            for (int i = 0; i < inputs.length; i++) {
                double exact = tested.exact().applyAsDouble(inputs[i]);
                var close = (Double.isNaN(exact) || Double.isInfinite(exact))
                        ? Double.compare(exact, outputs[i]) == 0
                        : Math.abs(exact - outputs[i]) <= 1e-13 * Math.max(1e-3, Math.abs(exact));
                assertThat(close)
                        .as("%s(%s) is %s, not %s", tested.operation().text(), inputs[i], outputs[i], exact)
                        .isTrue();
            }
        });
    }

    @Test
    void lanesGiveWhatScalarsGive() {
        var inputs = floats();
        var count = 1000;
        var few = Arrays.copyOfRange(inputs, inputs.length / 3, inputs.length / 3 + count);
        for (var operation : List.of(Operation.EXP, Operation.SIN, Operation.ERF, Operation.TANH)) {
            assertThat(run(operation, List.of(few), LoopKind.vector(32)))
                    .containsExactly(run(operation, List.of(few), LoopKind.SEQUENTIAL));
        }
    }

    /** The largest error that was seen, and where. */
    private static final class Worst {
        private double error;
        private String where = "nowhere";

        void see(double exact, float actual, float... at) {
            double seen = ulps(exact, actual);
            if (seen > error) {
                error = seen;
                where = "%s -> %s, not %s".formatted(Arrays.toString(at), actual, (float) exact);
            }
        }

        @Override
        public String toString() {
            return "%.2f ulp at %s".formatted(error, where);
        }
    }

    /** Distance in units in the last place of the exact result as a float; infinite where one is NaN or of the wrong sign. */
    private static double ulps(double exact, float actual) {
        if (Double.isNaN(exact) || Float.isNaN(actual)) {
            return Double.isNaN(exact) && Float.isNaN(actual) ? 0 : Double.POSITIVE_INFINITY;
        }
        float rounded = (float) exact;
        if (Float.isInfinite(rounded) || Float.isInfinite(actual)) {
            // A result that is nearly too large may be taken for one that is.
            var next = Float.isInfinite(actual) ? rounded : actual;
            return rounded == actual ? 0 : Math.abs(next) == Float.MAX_VALUE ? 1 : Double.POSITIVE_INFINITY;
        }
        if (rounded == 0 && actual == 0) {
            return Float.floatToRawIntBits(rounded) == Float.floatToRawIntBits(actual) ? 0 : Double.POSITIVE_INFINITY;
        }
        return Math.abs(exact - actual) / Math.ulp(rounded);
    }

    private static float[] floats() {
        List<Float> floats = new ArrayList<>();
        for (float odd : ODD) {
            floats.add(odd);
        }
        for (long bits = 0; bits < 1L << 32; bits += STRIDE) {
            floats.add(Float.intBitsToFloat((int) bits));
        }
        var array = new float[floats.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = floats.get(i);
        }
        return array;
    }

    private static List<float[]> pairs() {
        var some = new ArrayList<Float>();
        for (float odd : ODD) {
            some.add(odd);
        }
        for (long bits = 0; bits < 1L << 32; bits += 9_000_011) {
            some.add(Float.intBitsToFloat((int) bits));
        }
        for (int i = -300; i < 300; i++) {
            some.add(i * 0.043f);
        }
        int count = some.size();
        var x = new float[count * count];
        var y = new float[count * count];
        for (int i = 0; i < count * count; i++) {
            x[i] = some.get(i / count);
            y[i] = some.get(i % count);
        }
        return List.of(x, y);
    }

    private static float[] run(Operation operation, List<float[]> inputs) {
        return run(operation, inputs, LoopKind.SEQUENTIAL);
    }

    private static float[] run(Operation operation, List<float[]> inputs, LoopKind kind) {
        int count = inputs.getFirst().length;
        try (var compiled = new NativeKernel(kernel(operation, PrimitiveType.F32, inputs.size(), count, kind));
                var arena = Arena.ofConfined()) {
            var buffers = new ArrayList<MemorySegment>();
            for (var input : inputs) {
                buffers.add(arena.allocate(4L * count, 64).copyFrom(MemorySegment.ofArray(input)));
            }
            buffers.add(arena.allocate(4L * count, 64));
            compiled.run(buffers);
            return buffers.getLast().toArray(JAVA_FLOAT);
        }
    }

    private static double[] runDoubles(Operation operation, double[] inputs) {
        try (var compiled =
                        new NativeKernel(kernel(operation, PrimitiveType.F64, 1, inputs.length, LoopKind.SEQUENTIAL));
                var arena = Arena.ofConfined()) {
            var in = arena.allocate(8L * inputs.length, 64).copyFrom(MemorySegment.ofArray(inputs));
            var out = arena.allocate(8L * inputs.length, 64);
            compiled.run(List.of(in, out));
            return out.toArray(JAVA_DOUBLE);
        }
    }

    /** {@code out[i] = operation(in0[i], in1[i])} */
    private static Kernel kernel(Operation operation, PrimitiveType type, int arity, int count, LoopKind kind) {
        var arguments = new ArrayList<KernelBuffer>();
        for (int i = 0; i < arity; i++) {
            arguments.add(new KernelBuffer(Role.INPUT, i, "in" + i, type, count));
        }
        var out = new KernelBuffer(Role.OUTPUT, arity, "out", type, count);
        var block = Block.outermost();
        var variable = block.newVariable(count);
        var inputs = List.copyOf(arguments);
        block.loop(variable, kind, List.of(), -1, (body, _) -> {
            var at = Index.of(variable);
            var operands = inputs.stream()
                    .map(buffer -> body.define(new Expression.Load(buffer, at), -1))
                    .toArray(Value[]::new);
            body.store(out, at, new Scalars(body, -1).apply(operation, operands), -1);
            return List.of();
        });
        arguments.add(out);
        return new Kernel(operation.text(), arguments, List.of(), block.statements(), 1, 1, List.of());
    }

    private static double power(double x, double y) {
        return x == 1 || (x == -1 && Double.isInfinite(y)) ? 1 : StrictMath.pow(x, y);
    }

    private static double asinh(double x) {
        double a = Math.abs(x);
        double result = a > 1e8
                ? StrictMath.log(a) + StrictMath.log(2)
                : StrictMath.log1p(a + a * a / (1 + StrictMath.sqrt(a * a + 1)));
        return Math.copySign(result, x);
    }

    private static double acosh(double x) {
        if (x < 1) {
            return Double.NaN;
        }
        double t = x - 1;
        return x > 1e8 ? StrictMath.log(x) + StrictMath.log(2) : StrictMath.log1p(t + StrictMath.sqrt(t * t + 2 * t));
    }

    private static double atanh(double x) {
        double a = Math.abs(x);
        return Math.copySign(0.5 * StrictMath.log1p(2 * a / (1 - a)), x);
    }

    /** By its series where that converges fast, by the complement's continued fraction beyond. */
    private static double erf(double x) {
        double a = Math.abs(x);
        if (Double.isNaN(x) || a > 6) {
            return Double.isNaN(x) ? x : Math.signum(x);
        }
        double result = a < 2.5 ? series(a) : 1 - StrictMath.exp(-a * a) / StrictMath.sqrt(Math.PI) * fraction(a);
        return Math.copySign(result, x);
    }

    private static double series(double a) {
        double term = a;
        double sum = a;
        for (int n = 1; n < 100; n++) {
            term *= -a * a / n;
            sum += term / (2 * n + 1);
        }
        return 2 / StrictMath.sqrt(Math.PI) * sum;
    }

    private static double fraction(double a) {
        double f = a;
        for (int k = 60; k >= 1; k--) {
            f = a + k / 2.0 / f;
        }
        return 1 / f;
    }
}
