package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.reference.ReferenceBackend;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of NVIDIA GPUs, as far as a machine without one can tell. */
final class GpuCheckTests {
    private static final String PROGRAM = """
            HloModule rooted
            ENTRY main {
              x = f32[100] parameter(0)
              y = f32[100] sqrt(x)
              z = f32[100] multiply(y, y)
              ROOT t = (f32[100], f32[100]) tuple(y, z)
            }
            """;

    @TempDir
    private Path folder;

    private PreparedProgram prepared() throws IOException, BackendException {
        var file = Files.createDirectory(folder.resolve("rooted")).resolve("before_opt.hlo");
        Files.writeString(file, PROGRAM);
        try (var worker = new Worker()) {
            GpuCheckPreparation.prepare(worker, List.of(file), folder, new PrintStream(new ByteArrayOutputStream()));
        }
        return PreparedProgram.read(folder.resolve("rooted" + PreparedProgram.SUFFIX));
    }

    @Test
    void aProgramIsPreparedWithItsCodeAndResults() throws IOException, BackendException {
        var program = prepared();

        assertThat(program.kernels())
                .isNotEmpty()
                .allSatisfy(kernel -> assertThat(kernel.ir()).contains(".target sm_80", ".entry " + kernel.symbol()));
        assertThat(program.flops()).isPositive();
        assertThat(program.results()).hasSize(2);
        // Some of the inputs are negative, and have no root.
        assertThat(program.results().getFirst().elements()).contains(Double.NaN);
        var right = results(program);
        assertThat(program.results().get(0).fault(right.get(0))).isEmpty();
        assertThat(program.results().get(1).fault(right.get(1))).isEmpty();
        assertThat(program.results().get(0).fault(right.get(1)))
                .hasValueSatisfying(fault -> assertThat(fault).matches("element \\d+ is .* instead of .* is allowed"));
    }

    private static List<Literal> results(PreparedProgram program) throws BackendException {
        var module = HloParser.parseOrThrow(program.hlo());
        try (var reference = new ReferenceBackend().compile(module, new Cancellation())) {
            var result = reference.run(
                    GeneratedInputs.of(module, GpuCheckPreparation.SEED), RunOptions.ONCE, new Cancellation());
            return ExpectedArray.arrays(result.output()).toList();
        }
    }

    @Test
    void withoutADriverTheStatusIsThreeAndTheReasonIsSaid() throws IOException {
        System.setProperty("hlox.cuda.library", "libno-such-driver.so.1");
        var said = new ByteArrayOutputStream();
        try (var worker = new Worker()) {
            assertThat(new GpuCheck(worker, folder, new PrintStream(said)).run())
                    .isEqualTo(GpuCheck.NO_DEVICE);
        } finally {
            System.clearProperty("hlox.cuda.library");
        }

        assertThat(said.toString(StandardCharsets.UTF_8))
                .startsWith("No NVIDIA GPU to check: ")
                .contains("libno-such-driver.so.1 (NVIDIA's driver) is not on this machine");
    }

    @Test
    void theCodeThatMeasuresAssembles() {
        var assembler = Ptxas.find();
        assumeTrue(assembler.isPresent(), "skipped: " + Ptxas.MISSING);

        var use = assembler.get().assemble(DeviceCeilings.peak(), GpuArchitecture.SM_90);

        assertThat(use.assembles()).as(use.log()).isTrue();
        assertThat(use.spilled()).isZero();
    }
}
