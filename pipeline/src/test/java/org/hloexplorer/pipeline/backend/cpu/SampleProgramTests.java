package org.hloexplorer.pipeline.backend.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample programs as they come and as the teaching pipeline leaves them: all of it native, all of it right. */
@ExtendWith(SharedWorker.class)
final class SampleProgramTests {
    private static final Path SAMPLES = Path.of("../sample-modules/src/main/resources/samples");

    @ParameterizedTest
    @ValueSource(strings = {"tanh_axb", "softmax", "mlp_inference", "layernorm", "gelu_erf", "attention_1head"})
    void agreeAsTheyCome(String sample, Comparison comparison) throws IOException {
        var module = read(sample);
        comparison.holds(module, GeneratedInputs.of(module, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tanh_axb", "softmax", "mlp_inference", "layernorm", "gelu_erf", "attention_1head"})
    void agreeAfterTheTeachingPipeline(String sample, Comparison comparison) throws IOException {
        var runner = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE);
        var module = runner.run(read(sample), PipelineSettings.of(Pipelines.TEACHING))
                .output();
        comparison.holds(module, GeneratedInputs.of(module, 1));
    }

    private static HloModule read(String sample) throws IOException {
        return HloParser.parseOrThrow(Files.readString(SAMPLES.resolve(sample + ".hlo")));
    }
}
