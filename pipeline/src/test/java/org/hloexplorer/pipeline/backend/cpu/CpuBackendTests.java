package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real programs, compiled and run, against the reference. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CpuBackendTests {
    private Worker worker;
    private CpuBackend backend;

    @BeforeAll
    void start() {
        worker = new Worker();
        backend = new CpuBackend(worker);
    }

    @AfterAll
    void stop() {
        worker.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tanh_axb", "softmax", "mlp_inference", "layernorm", "gelu_erf", "attention_1head"})
    void samplesAgreeWithTheReferenceWithoutFallbacks(String sample) throws Exception {
        var text = Files.readString(Path.of("../sample-modules/src/main/resources/samples", sample + ".hlo"));
        var module = HloParser.parseOrThrow(text);
        var arguments = GeneratedInputs.of(module, 1);
        var expected = new HloEvaluator().evaluate(module, arguments);
        try (var executable = backend.compile(module, new Cancellation())) {
            assertThat(executable.kernels())
                    .extracting(KernelDescription::fallback)
                    .containsOnlyNulls();
            var result = executable.run(arguments, new RunOptions(10, 1, Duration.ofSeconds(60)), new Cancellation());
            var comparison = LiteralComparison.of(result.output(), expected);
            assertThat(comparison.agrees()).as(comparison.toText()).isTrue();
        }
    }
}
