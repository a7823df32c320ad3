package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;

/** Runs modules with oneDNN, on one thread and on two, each twice, and holds the results against the reference's. */
record LibraryRun(Worker worker) {
    private static final Duration LONG = Duration.ofMinutes(2);

    /** The kernels that ran. */
    List<KernelDescription> kernels(String text) {
        return kernels(HloParser.parseOrThrow(text));
    }

    List<KernelDescription> kernels(HloModule module) {
        var arguments = GeneratedInputs.of(module, 1);
        var backend = new CpuBackend(worker).contracting(ContractionEngine.ONEDNN);
        try (var executable = backend.compile(module, new Cancellation())) {
            var expected = new HloEvaluator().evaluate(module, arguments);
            for (int threads = 1; threads <= 2; threads++) {
                var options = new RunOptions(1, threads, LONG);
                var first =
                        executable.run(arguments, options, new Cancellation()).output();
                var compared = LiteralComparison.of(first, expected, executable::tolerance);
                assertThat(compared.agrees())
                        .as("%s, on %d threads", compared.toText(), threads)
                        .isTrue();
                var again =
                        executable.run(arguments, options, new Cancellation()).output();
                assertThat(LiteralComparison.of(again, first, _ -> Tolerance.exact())
                                .agrees())
                        .as("a second run gives the same bits")
                        .isTrue();
            }
            assertThat(executable.kernels())
                    .extracting(KernelDescription::fallback)
                    .containsOnlyNulls();
            return executable.kernels();
        } catch (BackendException e) {
            throw new AssertionError(e);
        }
    }
}
