package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** An OpenCL device for tests, which are skipped with a sentence where there is none. */
record OpenCl(Worker worker) {
    private static final RunOptions OPTIONS = new RunOptions(1, 1, Duration.ofMinutes(2));

    /** Gives tests one worker for all of their classes. */
    static final class Shared implements ParameterResolver {

        private record Held(Worker worker) implements AutoCloseable {
            @Override
            public void close() {
                worker.close();
            }
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == OpenCl.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            var held = context.getRoot()
                    .getStore(Namespace.create(Shared.class))
                    .getOrComputeIfAbsent(Held.class, _ -> new Held(new Worker()), Held.class);
            return orSkip(held.worker());
        }
    }

    static OpenCl orSkip(Worker worker) {
        var device = new GpuBackend(worker).device();
        assumeTrue(device.isAvailable(), "skipped: " + device.missing());
        return new OpenCl(worker);
    }

    GpuBackend backend() {
        return new GpuBackend(worker);
    }

    /** On the device throughout, on seeded inputs, with the reference's results. */
    void holds(String text) {
        holds(HloParser.parseOrThrow(text));
    }

    void holds(HloModule module) {
        holds(module, GeneratedInputs.of(module, 1));
    }

    void holds(HloModule module, List<Literal> arguments) {
        try (var executable = backend().compile(module, new Cancellation())) {
            assertThat(executable.kernels())
                    .as("fallbacks")
                    .extracting(KernelDescription::fallback)
                    .containsOnlyNulls();
            var comparison = compared(executable, arguments);
            assertThat(comparison.agrees()).as(comparison.toText()).isTrue();
        } catch (BackendException e) {
            throw new AssertionError(e);
        }
    }

    static LiteralComparison compared(Executable executable, List<Literal> arguments) throws BackendException {
        var expected = executable.reference(EvaluationOptions.standard()).evaluate(executable.module(), arguments);
        var actual = executable.run(arguments, OPTIONS, new Cancellation()).output();
        return LiteralComparison.of(actual, expected, executable::tolerance);
    }
}
