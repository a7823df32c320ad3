package org.hloexplorer.pipeline.backend.tpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.comparison;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.compile;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.run;

import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.tpu.simulator.ConvolutionMethod;
import org.hloexplorer.pipeline.backend.tpu.simulator.Counters;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;
import org.hloexplorer.pipeline.backend.tpu.simulator.TileSchedule;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Convolutions on the array, by im2col and position by position of the window. */
final class TpuConvolutionTests {
    private static final TpuConfig FOUR = TpuConfig.array(4, 4, TimingMode.DOUBLE_BUFFERED);

    @ParameterizedTest
    @CsvSource({
        // input, kernel, output, window, labels, groups: M, N, K, products
        "'f32[2,9,9,3]', 'f32[3,3,3,5]', 'f32[2,7,7,5]', 'size=3x3', b01f_01io->b01f, 1, 98, 5, 27, 1",
        "'f32[1,9,9,3]', 'f32[3,3,3,5]', 'f32[1,5,5,5]', 'size=3x3 stride=2x2 pad=1_1x1_1', b01f_01io->b01f, 1, 25, 5, 27, 1",
        "'f32[2,3,6,7]', 'f32[4,3,2,2]', 'f32[2,4,5,6]', 'size=2x2', bf01_oi01->bf01, 1, 60, 4, 12, 1",
        "'f32[1,8,8,6]', 'f32[3,3,1,6]', 'f32[1,8,8,6]', 'size=3x3 pad=1_1x1_1', b01f_01io->b01f, 6, 64, 1, 9, 6",
        "'f32[1,8,8,6]', 'f32[3,3,2,9]', 'f32[1,6,6,9]', 'size=3x3', b01f_01io->b01f, 3, 36, 3, 18, 3",
        "'f32[1,4,4,3]', 'f32[3,3,5,3]', 'f32[1,9,9,5]', 'size=3x3 pad=2_2x2_2 lhs_dilate=2x2 rhs_reversal=1x1', b01f_01oi->b01f, 1, 81, 5, 27, 1",
        "'f32[1,9,9,3]', 'f32[3,3,3,5]', 'f32[1,5,5,5]', 'size=3x3 rhs_dilate=2x2', b01f_01io->b01f, 1, 25, 5, 27, 1",
        "'f32[12,7]', 'f32[7,5]', 'f32[12,5]', '', bf_io->bf, 1, 12, 5, 7, 1",
        "'s8[1,9,9,3]', 's8[3,3,3,5]', 's32[1,7,7,5]', 'size=3x3', b01f_01io->b01f, 1, 49, 5, 27, 1"
    })
    void convolutionsEitherWay(
            String input,
            String kernel,
            String output,
            String window,
            String labels,
            int groups,
            int m,
            int n,
            int k,
            int products)
            throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  x = %s parameter(0)
                  w = %s parameter(1)
                  ROOT c = %s convolution(x, w), window={%s}, dim_labels=%s, feature_group_count=%d
                }
                """.formatted(input, kernel, output, window, labels, groups));
        for (var method : ConvolutionMethod.values()) {
            try (var executable = compile(module, FOUR.with(method))) {
                var actual = run(executable).output();
                var run = executable.simulation().orElseThrow().matMuls().getFirst();
                var gemm = run.simulation().gemm();
                assertThat(gemm.taps()).isEqualTo(method == ConvolutionMethod.IM2COL ? 1 : k / gemm.tapDepth());
                assertThat(gemm).isEqualTo(new Gemm(products, m, n, k, gemm.taps()));
                assertThat(run.simulation().agrees()).isTrue();
                assertThat(run.checked().orElseThrow().withinBound()).isTrue();
                assertThat(comparison(executable, actual, module)).matches(LiteralComparison::agrees, "agrees");
            }
        }
    }

    /** The first convolution of ResNet on 128 rows: 147 rows of W in 2 blocks, or 49 positions of 3 rows each. */
    @ParameterizedTest
    @CsvSource({"IM2COL, 2, 0.287", "TAPS, 49, 0.0117"})
    void shallowInputsLeaveRowsEmptyTapByTap(ConvolutionMethod method, int folds, double mapping) {
        int taps = method == ConvolutionMethod.TAPS ? 49 : 1;
        var config = TpuConfig.array(128, 128, TimingMode.DOUBLE_BUFFERED);
        var plan = TilePlan.of(new Gemm(1, 12544, 64, 147, taps), 128, 128);
        var counters = Counters.of(plan, TileSchedule.of(plan, config), config);
        assertThat(plan.folds()).isEqualTo(folds);
        assertThat(counters.mappingEfficiency()).isCloseTo(mapping, within(5e-4));
        assertThat(counters.usefulMacs()).isEqualTo(12544L * 64 * 147);
        assertThat(counters.weightReads()).isEqualTo(64L * 147);
    }
}
