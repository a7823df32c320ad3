package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;

/** Compiles and runs modules, and holds the results against the reference evaluator's. */
record Comparison(Worker worker) {
    private static final Duration LONG = Duration.ofMinutes(2);

    /** Natively throughout, on seeded inputs, on one thread and on two, and in quick code. */
    void holds(String text) {
        var module = HloParser.parseOrThrow(text);
        holds(module, GeneratedInputs.of(module, 1));
    }

    void holds(HloModule module, List<Literal> arguments) {
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            assertThat(executable.kernels())
                    .as("fallbacks")
                    .extracting(KernelDescription::fallback)
                    .containsOnlyNulls();
            var expected = new HloEvaluator().evaluate(module, arguments);
            var one = executable.run(arguments, new RunOptions(1, 1, LONG), new Cancellation());
            assertAgrees(one.output(), expected);
            var two = executable.run(arguments, new RunOptions(2, 2, LONG), new Cancellation());
            assertThat(LiteralComparison.of(two.output(), one.output(), _ -> Tolerance.exact())
                            .agrees())
                    .as("two threads give the same bits as one")
                    .isTrue();
            assertThat(LiteralComparison.of(quick(module, arguments), one.output(), _ -> Tolerance.exact())
                            .agrees())
                    .as("quick code gives the same bits as O3")
                    .isTrue();
        } catch (BackendException e) {
            throw new AssertionError(e);
        }
    }

    private Literal quick(HloModule module, List<Literal> arguments) throws BackendException {
        var backend = new CpuBackend(worker).quickFirst();
        try (var executable = backend.compile(module, new Cancellation())) {
            return executable
                    .run(arguments, new RunOptions(1, 1, LONG), new Cancellation())
                    .output();
        }
    }

    /** Natively throughout, each element within so many units in the last place of its own. */
    void holdsClosely(HloModule module, List<Literal> arguments, double ulps) {
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            assertThat(executable.kernels())
                    .as("fallbacks")
                    .extracting(KernelDescription::fallback)
                    .containsOnlyNulls();
            var expected = new HloEvaluator().evaluate(module, arguments);
            var actual = executable
                    .run(arguments, new RunOptions(1, 1, LONG), new Cancellation())
                    .output();
            for (int i = 0; i < expected.elements().size(); i++) {
                var root = module.entry().root();
                var name = module.entry().operand(root, i).op().mnemonic();
                assertClose(name, actual.elements().get(i), expected.elements().get(i), ulps);
            }
        } catch (BackendException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertClose(String name, Literal actual, Literal expected, double ulps) {
        for (long i = 0; i < expected.elementCount(); i++) {
            double a = actual.doubleAt(i);
            double e = expected.doubleAt(i);
            var type = expected.shape().asArray().elementType();
            var isExact = !type.isFloating() || Double.isNaN(e) || Double.isInfinite(e) || Double.isInfinite(a);
            var agrees = isExact
                    ? type.isFloating() ? Double.compare(a, e) == 0 : actual.bitsAt(i) == expected.bitsAt(i)
                    : Math.abs(a - e) <= ulps * ulp(type, e);
            assertThat(agrees)
                    .as("%s of %s at %d is %s where the reference has %s", name, type, i, a, e)
                    .isTrue();
        }
    }

    private static double ulp(PrimitiveType type, double value) {
        int exponent = Math.getExponent(value);
        return switch (type) {
            case F16 -> Math.scalb(1.0, Math.max(exponent, -14) - 10);
            case BF16 -> Math.scalb(1.0, Math.max(exponent, -126) - 7);
            case F32 -> Math.scalb(1.0, Math.max(exponent, -126) - 23);
            default -> Math.ulp(value);
        };
    }

    static void assertAgrees(Literal actual, Literal expected) {
        var comparison = LiteralComparison.of(actual, expected);
        assertThat(comparison.agrees()).as(comparison.toText()).isTrue();
    }
}
