package org.hloexplorer.pipeline.backend.tpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.comparison;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.compile;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.dot;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.run;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.sample;

import java.io.IOException;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which instructions run on the array, and what is said of those that do not. */
final class TpuPlacementTests {
    private static final TpuConfig FOUR = TpuConfig.array(4, 4, TimingMode.DOUBLE_BUFFERED);

    @Test
    void everyInstructionIsAccountedFor() throws BackendException, IOException {
        var module = sample("mlp_inference");
        try (var executable = compile(module, FOUR)) {
            var kernels = executable.kernels();
            assertThat(kernels).filteredOn(kernel -> kernel.fallback() == null).hasSize(2);
            assertThat(kernels)
                    .filteredOn(kernel -> kernel.fallback() == null)
                    .allSatisfy(kernel -> assertThat(kernel.code().getFirst().text())
                            .contains("tile 0: W[0..3, 0..3] overwrites")
                            .contains("tile 1: W[4..7, 0..3] adds"));
            assertThat(kernels).extracting(kernel -> kernel.name()).doesNotHaveDuplicates();
        }
    }

    @Test
    void reasonsTellKindsOfWorkApart() {
        var module = HloParser.parseOrThrow("""
                HloModule m
                sum {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT s = f32[] add(a, b)
                }
                ENTRY main {
                  x = f32[1,8,8,4] parameter(0)
                  w = f32[3,3,4,2] parameter(1)
                  c = f32[1,6,6,2] convolution(x, w), window={size=3x3}, dim_labels=b01f_01io->b01f
                  e = f32[1,6,6,2] exponential(c)
                  r = f32[1,6,6,2] all-reduce(e), to_apply=sum
                  ROOT k = f32[1,6,6,2] custom-call(r), custom_call_target="somewhere"
                }
                """);
        try (var executable = compile(module, FOUR)) {
            assertThat(executable.kernels())
                    .extracting(kernel -> kernel.name() + ": " + kernel.fallback())
                    .containsExactly(
                            "c: null",
                            "e: " + Elsewhere.VECTOR_UNIT,
                            "r: " + Elsewhere.INTERCONNECT,
                            "k: host: a call out of the program: custom-call; only transfers are timed, values by the "
                                    + "reference evaluator");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "f64, f64, v4, 'the array multiplies bf16 and int8, this is f64 × f64 → f64'",
        "s32, s32, v4, 'the array multiplies bf16 and int8, this is s32 × s32 → s32'",
        "f32, f32, v1, v1 does not multiply bf16",
        "s8, s32, v4, v4 does not multiply int8"
    })
    void refusalsSayWhy(String type, String resultType, String chip, String reason) throws BackendException {
        var module = dot(type + "[4,4]", type + "[4,4]", resultType + "[4,4]", "", "1", "", "0");
        var config = TpuConfig.of(TpuChip.ofFlag(chip).orElseThrow(), TimingMode.DOUBLE_BUFFERED);
        try (var executable = compile(module, config)) {
            var output = run(executable).output();
            var simulation = executable.simulation().orElseThrow();
            assertThat(simulation.matMuls()).isEmpty();
            assertThat(simulation.elsewhere())
                    .extracting(Elsewhere::reason)
                    .containsExactly(
                            "vector unit, not on the array: " + reason + "; values by the reference evaluator");
            assertThat(comparison(executable, output, module).maxAbsolute()).isZero();
        }
    }

    @Test
    void highPrecisionIsRemarkedOn() throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  a = f32[4,4] parameter(0)
                  b = f32[4,4] parameter(1)
                  ROOT d = f32[4,4] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}, operand_precision={highest,highest}
                }
                """);
        try (var executable = compile(module, FOUR)) {
            run(executable);
            assertThat(executable
                            .simulation()
                            .orElseThrow()
                            .matMuls()
                            .getFirst()
                            .remark())
                    .startsWith("It asks for highest, highest precision");
        }
    }
}
