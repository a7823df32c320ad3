package org.hloexplorer.pipeline.backend.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample programs as they come and as the GPU pipeline leaves them: all of it on the device, all of it right. */
@ExtendWith(OpenCl.Shared.class)
final class SampleProgramTests {
    private static final Path SAMPLES = Path.of("../sample-modules/src/main/resources/samples");

    @ParameterizedTest
    @ValueSource(strings = {"tanh_axb", "softmax", "mlp_inference", "layernorm", "gelu_erf", "attention_1head"})
    void agreeAsTheyCome(String sample, OpenCl device) throws IOException {
        device.holds(read(sample));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tanh_axb", "softmax", "mlp_inference", "layernorm", "gelu_erf", "attention_1head"})
    void agreeAfterTheGpuPipeline(String sample, OpenCl device) throws IOException {
        var runner = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE);
        device.holds(runner.run(
                        read(sample),
                        PipelineSettings.of(Pipelines.named("gpu-2024").orElseThrow()))
                .output());
    }

    private static HloModule read(String sample) throws IOException {
        return HloParser.parseOrThrow(Files.readString(SAMPLES.resolve(sample + ".hlo")));
    }
}
