package org.hloexplorer.hlo.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleBuilder;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HloCostAnalysisTests {
    private static final Shape.Array SCALAR = Shape.scalar(PrimitiveType.F32);

    @Test
    void countsADotAsFusedMultiplyAdds() {
        var builder = new ModuleBuilder();
        var shape = Shape.array(PrimitiveType.BF16, 1024, 1024);
        var dimensions = new DotDimensions(List.of(1), List.of(0), List.of(), List.of());
        var dot = builder.add(
                new HloOp.Dot(dimensions, Precision.DEFAULT),
                shape,
                builder.parameter(0, shape),
                builder.parameter(1, shape));

        var cost = HloCostAnalysis.of(builder.build()).cost(dot);

        assertThat(cost).isEqualTo(new Cost(2_147_483_648L, 0, 6_291_456));
        assertThat(cost.intensity()).isCloseTo(341.33, within(0.01));
    }

    @Test
    void keepsTranscendentalsApartFromFlops() {
        var builder = new ModuleBuilder();
        var shape = Shape.array(PrimitiveType.F32, 8, 128);
        var x = builder.parameter(0, shape);
        var add = builder.plain(HloOpcode.ADD, shape, x, x);
        var tanh = builder.plain(HloOpcode.TANH, shape, add);
        var analysis = HloCostAnalysis.of(builder.build());

        assertThat(analysis.cost(add)).isEqualTo(new Cost(1024, 0, 12_288));
        assertThat(analysis.cost(tanh)).isEqualTo(new Cost(0, 1024, 8_192));
        assertThat(analysis.total()).isEqualTo(new Cost(1024, 1024, 20_480));
    }

    /** Of 7x7 over 224x224 with stride 2, 778 of 784 positions per dimension are not padding. */
    @ParameterizedTest
    @CsvSource({
        // input size and features, window, stride, padding low and high, output size and features, flops
        "224, 3, 7, 2, 2, 3, 112, 64, 232429056",
        "56, 64, 3, 1, 1, 1, 56, 64, 225738752",
        "14, 256, 3, 1, 1, 1, 14, 256, 209715200",
        "227, 3, 11, 4, 0, 0, 55, 96, 210830400"
    })
    void leavesPaddingOutOfConvolutions(
            long input,
            long features,
            long size,
            long stride,
            long low,
            long high,
            long output,
            long filters,
            long flops) {
        var along = new Window.Dimension(size, stride, low, high, 1, 1, false);
        var convolution = new HloOp.Convolution(
                new Window(List.of(along, along)),
                new ConvolutionDimensions(0, 3, List.of(1, 2), 2, 3, List.of(0, 1), 0, 3, List.of(1, 2)),
                1,
                1,
                Precision.DEFAULT);
        var builder = new ModuleBuilder();
        var result = builder.add(
                convolution,
                Shape.array(PrimitiveType.F32, 1, output, output, filters),
                builder.parameter(0, Shape.array(PrimitiveType.F32, 1, input, input, features)),
                builder.parameter(1, Shape.array(PrimitiveType.F32, size, size, features, filters)));

        assertThat(HloCostAnalysis.of(builder.build()).cost(result).flops()).isEqualTo(flops);
    }

    @Test
    void countsOneIterationOfALoop() {
        var builder = new ModuleBuilder();
        builder.parameter(0, SCALAR);
        builder.constant(Literal.ofBooleans(new boolean[] {true}));
        int condition = builder.endComputation();
        builder.plain(HloOpcode.EXPONENTIAL, SCALAR, builder.parameter(0, SCALAR));
        int body = builder.endComputation();
        builder.add(new HloOp.While(condition, body), SCALAR, builder.parameter(0, SCALAR));

        assertThat(HloCostAnalysis.of(builder.build()).total()).isEqualTo(new Cost(0, 1, 8));
    }

    @Test
    void countsOnlyTheBoundaryOfAFusion() {
        var builder = new ModuleBuilder();
        var row = Shape.array(PrimitiveType.F32, 128);
        var matrix = Shape.array(PrimitiveType.F32, 8, 128);
        var x = builder.parameter(0, matrix);
        var y = builder.parameter(1, row);
        var spread = builder.add(new HloOp.WithDimensions(HloOpcode.BROADCAST, List.of(1)), matrix, y);
        var sum = builder.plain(HloOpcode.ADD, matrix, x, spread);
        builder.plain(HloOpcode.MULTIPLY, matrix, sum, x);
        int fused = builder.endComputation();
        var fusion = builder.add(
                new HloOp.Fusion(FusionKind.LOOP, fused, List.of()),
                matrix,
                builder.parameter(0, matrix),
                builder.parameter(1, row));

        assertThat(HloCostAnalysis.of(builder.build()).cost(fusion)).isEqualTo(new Cost(2048, 0, 4096 + 4096 + 512));
    }

    @Test
    void leavesCustomCallsOutOfTheSum() {
        var builder = new ModuleBuilder();
        var x = builder.parameter(0, SCALAR);
        var call = builder.add(new HloOp.CustomCall("f", List.of(), null, false, "", List.of()), SCALAR, x);
        builder.plain(HloOpcode.NEGATE, SCALAR, call);
        var analysis = HloCostAnalysis.of(builder.build());

        assertThat(analysis.cost(call)).isEqualTo(Cost.UNKNOWN);
        assertThat(analysis.unknown()).containsExactly(call);
        assertThat(analysis.total()).isEqualTo(new Cost(1, 0, 8));
    }
}
