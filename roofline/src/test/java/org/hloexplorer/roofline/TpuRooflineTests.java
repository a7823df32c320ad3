package org.hloexplorer.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.TpuBackend;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Products of simulated chips under their roofs. */
final class TpuRooflineTests {

    /** What was measured never lies above a roof, whatever the shape. */
    @ParameterizedTest
    @EnumSource(TpuChip.class)
    void nothingMeasuredLiesAboveARoof(TpuChip chip) {
        for (var timing : TimingMode.values()) {
            if (chip.clockHertz().isEmpty()) {
                continue;
            }
            for (var gemm : List.of(Gemm.of(1, 100, 300), Gemm.of(700, 257, 129), Gemm.of(2048, 512, 512))) {
                var data = TpuRoofline.of(TpuSimulation.ofGemm(gemm, TpuConfig.of(chip, timing), 1), 0);
                assertThat(data.stages()).extracting(Stage::name).containsExactly("model", "HBM", "on chip");
                for (var stage : data.stages().subList(1, 3)) {
                    assertThat(stage.kernels())
                            .hasSize(1)
                            .allSatisfy(
                                    each -> assertThat(each.fractionOfRoof()).isBetween(0.0, 1 + 1e-12));
                }
                var kernel = data.stages().getLast().kernels().getFirst().kernel();
                assertThat(kernel.ceilings()).hasSize(2).allSatisfy(ceiling -> {
                    assertThat(ceiling.value())
                            .isLessThanOrEqualTo(data.roofs().peak().value());
                    assertThat(ceiling.value()).isGreaterThanOrEqualTo(kernel.flopRate());
                });
                assertThat(data.trails()).hasSize(2);
            }
        }
    }

    /** 64 of 128 columns are used, by as many rows as a tile takes to shift in. */
    @Test
    void ceilingsAreThoseOfThePaper() {
        var config = TpuConfig.of(TpuChip.V5E, TimingMode.DOUBLE_BUFFERED);
        var data = TpuRoofline.of(TpuSimulation.ofGemm(Gemm.of(256, 64, 128), config, 1), 0);
        var ceilings = data.stages().getLast().kernels().getFirst().kernel().ceilings();
        assertThat(ceilings.getFirst().value()).isEqualTo(197e12 / 2);
        // 256 rows shared by four arrays are 64 each, half of the 128 cycles that a tile takes.
        assertThat(ceilings.getLast().value()).isEqualTo(197e12 / 2);
        assertThat(ceilings).extracting(Roof::name).containsExactly("mapping 50\u202f%", "weight shift 50\u202f%");
        assertThat(data.summary()).startsWith("1 products on a simulated v5e");
    }

    /** What stays on the chip is not paid for: the model's bytes are more than those that moved. */
    @Test
    void whatStaysOnTheChipIsSaidToDoSo() throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  x = bf16[128,128] parameter(0)
                  w = bf16[128,128] parameter(1)
                  y = bf16[128,4096] parameter(2)
                  d = bf16[128,128] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  t = bf16[128,128] tanh(d)
                  e = bf16[128,128] dot(t, d), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  n = bf16[128,128] negate(e)
                  ROOT f = bf16[128,4096] dot(n, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """);
        var config = TpuConfig.of(TpuChip.V5E, TimingMode.DOUBLE_BUFFERED);
        try (var executable = new TpuBackend(config).compile(module, new Cancellation())) {
            executable.run(GeneratedInputs.of(module, 1), RunOptions.ONCE, new Cancellation());
            var data = TpuRoofline.of(executable.simulation().orElseThrow(), 3);
            var inner = data.stages().get(1).kernels().get(1);
            assertThat(inner).isInstanceOf(Placement.Refused.class);
            assertThat(inner.verdict()).startsWith("Moved nothing from or to HBM");
            assertThat(data.stages().getFirst().version()).isEqualTo(3);
            assertThat(RooflineCsv.of(data)).contains("on chip").contains("\"e\"");
        }
    }

    @Test
    void reasonsForNoRoofline() {
        var gemm = Gemm.of(4, 4, 4);
        assertThatThrownBy(() -> TpuRoofline.of(TpuSimulation.ofGemm(gemm, TpuConfig.standard(), 1), 0))
                .hasMessageContaining("has no clock");
        var v6e = TpuConfig.of(TpuChip.V6E, TimingMode.DOUBLE_BUFFERED);
        assertThatThrownBy(() -> TpuRoofline.of(TpuSimulation.ofGemm(gemm, v6e, 1), 0))
                .hasMessageContaining("No clock of v6e is published");
        var nothing = new TpuSimulation(
                "softmax", TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED), List.of(), List.of());
        assertThatThrownBy(() -> TpuRoofline.of(nothing, 0)).hasMessageContaining("has no product for the array");
    }
}
