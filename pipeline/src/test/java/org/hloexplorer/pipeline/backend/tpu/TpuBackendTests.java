package org.hloexplorer.pipeline.backend.tpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.comparison;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.compile;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.dot;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.run;
import static org.hloexplorer.pipeline.backend.tpu.TpuRuns.sample;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;
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

    /** The plain reference lies as far away as rounding operands to bf16 takes it, and no further. */
    @Test
    void plainReferenceIsCloseButNotThatClose() throws BackendException {
        var module = dot("f32[8,64]", "f32[64,8]", "f32[8,8]", "", "1", "", "0");
        try (var executable = compile(module, FOUR)) {
            var output = run(executable).output();
            var plain = new HloEvaluator().evaluate(module, GeneratedInputs.of(module, TpuRuns.SEED));
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
}
