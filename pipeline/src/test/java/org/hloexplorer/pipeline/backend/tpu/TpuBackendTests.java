package org.hloexplorer.pipeline.backend.tpu;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.simulator.ConvolutionMethod;
import org.hloexplorer.pipeline.backend.tpu.simulator.Counters;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;
import org.hloexplorer.pipeline.backend.tpu.simulator.TileSchedule;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Modules whose dots run on the array. */
final class TpuBackendTests {
    private static final TpuConfig FOUR = TpuConfig.array(4, 4, TimingMode.DOUBLE_BUFFERED);

    private static final long SEED = 1;

    @ParameterizedTest
    @CsvSource({
        // dimensions of both sides, as batch, M, N, K
        "'f32[5,7]', 'f32[7,3]', 'f32[5,3]', '', '1', '', '0', 1, 5, 3, 7",
        "'f32[7,5]', 'f32[3,7]', 'f32[5,3]', '', '0', '', '1', 1, 5, 3, 7",
        "'f32[2,5,7]', 'f32[2,7,3]', 'f32[2,5,3]', '0', '2', '0', '1', 2, 5, 3, 7",
        "'f32[5,2,7]', 'f32[7,3,2]', 'f32[2,5,3]', '1', '2', '2', '0', 2, 5, 3, 7",
        "'f32[2,3,4,5]', 'f32[4,6,3]', 'f32[2,5,6]', '', '1,2', '', '2,0', 1, 10, 6, 12",
        "'f32[7]', 'f32[7,3]', 'f32[3]', '', '0', '', '0', 1, 1, 3, 7",
        "'f32[7]', 'f32[7]', 'f32[]', '', '0', '', '0', 1, 1, 1, 7",
        "'bf16[5,7]', 'f32[7,3]', 'bf16[5,3]', '', '1', '', '0', 1, 5, 3, 7",
        "'f16[5,7]', 'f16[7,3]', 'f32[5,3]', '', '1', '', '0', 1, 5, 3, 7"
    })
    void dotsOfAnyDimensions(
            String lhs,
            String rhs,
            String result,
            String lhsBatch,
            String lhsContracting,
            String rhsBatch,
            String rhsContracting,
            int batch,
            int m,
            int n,
            int k)
            throws BackendException {
        var module = dot(lhs, rhs, result, lhsBatch, lhsContracting, rhsBatch, rhsContracting);
        try (var executable = compile(module, FOUR)) {
            var output = run(executable).output();
            var simulation = executable.simulation().orElseThrow();
            assertThat(simulation.matMuls()).hasSize(1);
            assertThat(simulation.matMuls().getFirst().simulation().gemm()).isEqualTo(new Gemm(batch, m, n, k));
            assertThat(comparison(executable, output, module)).matches(LiteralComparison::agrees, "agrees");
        }
    }

    @Test
    void integersAreExact() throws BackendException {
        var module = dot("s8[9,30]", "s8[30,11]", "s32[9,11]", "", "1", "", "0");
        try (var executable = compile(module, FOUR)) {
            var output = run(executable).output();
            var run = executable.simulation().orElseThrow().matMuls().getFirst();
            assertThat(run.simulation().config().operandType()).isEqualTo(OperandType.INT8);
            assertThat(run.checked().orElseThrow().maxError()).isZero();
            assertThat(executable.tolerance(PrimitiveType.S32).relative()).isZero();
            assertThat(comparison(executable, output, module).maxAbsolute()).isZero();
        }
    }

    /** The output depends on the number of rows: sums of four terms at a time round differently than sums of eight. */
    @Test
    void tilingChangesLastBits() throws BackendException {
        var module = dot("f32[8,64]", "f32[64,8]", "f32[8,8]", "", "1", "", "0");
        var four = run(compile(module, FOUR)).output();
        var eight = run(compile(module, TpuConfig.array(8, 8, TimingMode.DOUBLE_BUFFERED)))
                .output();
        var difference = LiteralComparison.of(four, eight).maxAbsolute();
        assertThat(difference).isPositive().isLessThan(1e-5);
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void timingLeavesValuesAlone(TimingMode timing) throws BackendException {
        var module = dot("f32[8,64]", "f32[64,8]", "f32[8,8]", "", "1", "", "0");
        var expected = run(compile(module, FOUR)).output();
        var actual = run(compile(module, FOUR.with(timing))).output();
        assertThat(LiteralComparison.of(actual, expected).maxAbsolute()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"mlp_inference, 2", "attention_1head, 2", "softmax, 0"})
    void realPrograms(String name, int products) throws BackendException, IOException {
        var module = sample(name);
        try (var executable = compile(module, TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED))) {
            var result = run(executable);
            var simulation = executable.simulation().orElseThrow();
            assertThat(simulation.matMuls()).hasSize(products);
            assertThat(simulation.cycles()).isEqualTo(simulation.closedForm());
            assertThat(simulation.states().values())
                    .allSatisfy(states -> assertThat(states.values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum())
                            .isEqualTo(simulation.cycles()));
            assertThat(simulation.matMuls())
                    .allSatisfy(run -> assertThat(run.checked().orElseThrow().withinBound())
                            .isTrue());
            assertThat(simulation.elsewhere())
                    .isNotEmpty()
                    .allSatisfy(other -> assertThat(other.reason()).isEqualTo(Elsewhere.VECTOR_UNIT));
            assertThat(comparison(executable, result.output(), module)).matches(LiteralComparison::agrees, "agrees");
            assertThat(result.profile().whole().medianNanos()).isCloseTo(simulation.cycles() / 1.05, within(1e-6));
        }
    }

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
    void dotsInFusionsAndLoopsRunOnTheArrayToo() throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule loop

                fused {
                  a = f32[4,4] parameter(0)
                  b = f32[4,4] parameter(1)
                  d = f32[4,4] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  ROOT t = f32[4,4] tanh(d)
                }

                body {
                  p = (s32[], f32[4,4], f32[4,4]) parameter(0)
                  i = s32[] get-tuple-element(p), index=0
                  x = f32[4,4] get-tuple-element(p), index=1
                  w = f32[4,4] get-tuple-element(p), index=2
                  one = s32[] constant(1)
                  next = s32[] add(i, one)
                  y = f32[4,4] fusion(x, w), kind=kOutput, calls=fused
                  ROOT r = (s32[], f32[4,4], f32[4,4]) tuple(next, y, w)
                }

                condition {
                  p = (s32[], f32[4,4], f32[4,4]) parameter(0)
                  i = s32[] get-tuple-element(p), index=0
                  five = s32[] constant(5)
                  ROOT c = pred[] compare(i, five), direction=LT
                }

                ENTRY main {
                  x = f32[4,4] parameter(0)
                  w = f32[4,4] parameter(1)
                  zero = s32[] constant(0)
                  t = (s32[], f32[4,4], f32[4,4]) tuple(zero, x, w)
                  l = (s32[], f32[4,4], f32[4,4]) while(t), condition=condition, body=body
                  ROOT y = f32[4,4] get-tuple-element(l), index=1
                }
                """);
        try (var executable = compile(module, FOUR)) {
            var output = run(executable).output();
            var simulation = executable.simulation().orElseThrow();
            assertThat(simulation.matMuls()).hasSize(1);
            var run = simulation.matMuls().getFirst();
            assertThat(run.name()).isEqualTo("d");
            assertThat(run.place()).isEqualTo("fused");
            assertThat(run.executions()).isEqualTo(5);
            assertThat(run.simulation().cycles()).isEqualTo(14);
            assertThat(simulation.cycles()).isEqualTo(5 * 14);
            assertThat(simulation.elsewhere())
                    .extracting(Elsewhere::name)
                    .containsExactlyInAnyOrder("fused/t", "body/next", "condition/c");
            assertThat(comparison(executable, output, module)).matches(LiteralComparison::agrees, "agrees");
        }
    }

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

    /** The plain reference lies as far away as rounding operands to bf16 takes it, and no further. */
    @Test
    void plainReferenceIsCloseButNotThatClose() throws BackendException {
        var module = dot("f32[8,64]", "f32[64,8]", "f32[8,8]", "", "1", "", "0");
        try (var executable = compile(module, FOUR)) {
            var output = run(executable).output();
            var plain = new HloEvaluator().evaluate(module, GeneratedInputs.of(module, SEED));
            var error = LiteralComparison.of(output, plain).maxAbsolute();
            assertThat(error).isBetween(1e-3, 0.1);
            var run = executable.simulation().orElseThrow().matMuls().getFirst();
            assertThat(run.checked().orElseThrow().maxError()).isCloseTo(error, within(1e-5));
            assertThat(comparison(executable, output, module).maxAbsolute()).isLessThan(1e-5);
            assertThat(executable.referenceDescription())
                    .isEqualTo(
                            "reference evaluator with operands of dots rounded to bf16, as the array gets them (1 of them)");
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

    @Test
    void endsWhenCancelledAndWhenTimeIsUp() {
        var module = dot("f32[8,64]", "f32[64,8]", "f32[8,8]", "", "1", "", "0");
        var arguments = GeneratedInputs.of(module, 1);
        var cancelled = new Cancellation();
        cancelled.cancel();
        try (var executable = compile(module, FOUR)) {
            assertThatThrownBy(() -> executable.run(arguments, RunOptions.ONCE, cancelled))
                    .isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> executable.run(arguments, new RunOptions(1, 1, Duration.ZERO), new Cancellation()))
                    .isInstanceOf(BackendException.class)
                    .hasMessage("the simulation was not done after 0 s; allow it more time");
            assertThat(executable.simulation()).isEmpty();
        }
    }

    private static HloModule dot(
            String lhs,
            String rhs,
            String result,
            String lhsBatch,
            String lhsContracting,
            String rhsBatch,
            String rhsContracting) {
        var batch =
                lhsBatch.isEmpty() ? "" : "lhs_batch_dims={%s}, rhs_batch_dims={%s}, ".formatted(lhsBatch, rhsBatch);
        return HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  a = %s parameter(0)
                  b = %s parameter(1)
                  ROOT d = %s dot(a, b), %slhs_contracting_dims={%s}, rhs_contracting_dims={%s}
                }
                """.formatted(lhs, rhs, result, batch, lhsContracting, rhsContracting));
    }

    private static HloModule sample(String name) throws IOException {
        try (var stream = Objects.requireNonNull(
                TpuBackendTests.class.getResourceAsStream("/tpu/modules/" + name + ".hlo"), name)) {
            return HloParser.parseOrThrow(new String(stream.readAllBytes(), UTF_8));
        }
    }

    private static TpuExecutable compile(HloModule module, TpuConfig config) {
        return new TpuBackend(config).compile(module, new Cancellation());
    }

    private static ExecutionResult run(TpuExecutable executable) throws BackendException {
        List<Literal> arguments = GeneratedInputs.of(executable.module(), SEED);
        return executable.run(arguments, RunOptions.ONCE, new Cancellation());
    }

    private static LiteralComparison comparison(TpuExecutable executable, Literal output, HloModule module) {
        var expected =
                executable.reference(EvaluationOptions.standard()).evaluate(module, GeneratedInputs.of(module, SEED));
        return LiteralComparison.of(output, expected, executable::tolerance);
    }
}
