package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that the CPU's pipeline makes loops of: after it, none is left to the reference; integers agree to the bit. */
@ExtendWith(SharedWorker.class)
final class ExpandedKernelTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s = u64[3] parameter(0)\n  ROOT r = (u64[3], u32[65]) rng-bit-generator(s), algorithm=rng_philox",
                "s = u64[2] parameter(0)\n  ROOT r = (u64[2], u32[65]) rng-bit-generator(s), algorithm=rng_three_fry",
                "s = u64[3] parameter(0)\n  ROOT r = (u64[3], u64[33]) rng-bit-generator(s), algorithm=rng_default",
                "a = f32[5,6,6] parameter(0)\n  t = f32[5,6,6] transpose(a), dimensions={0,2,1}\n"
                        + "  p = f32[5,6,6] dot(a, t), lhs_batch_dims={0}, rhs_batch_dims={0},"
                        + " lhs_contracting_dims={2}, rhs_contracting_dims={1}\n"
                        + "  ROOT r = f32[5,6,6] cholesky(p), lower=true",
                "a = f32[6,6] parameter(0)\n  b = f32[6,4] parameter(1)\n"
                        + "  ROOT r = f32[6,4] triangular-solve(a, b), left_side=true, lower=true, unit_diagonal=true,"
                        + " transpose_a=NO_TRANSPOSE",
                "a = f32[8,32] parameter(0)\n  ROOT r = (f32[8,4], s32[8,4]) topk(a), k=4, largest=true",
            })
    void runNatively(String body, Worker worker) throws Exception {
        var module = HloParser.parseOrThrow("HloModule expanded\nENTRY main {\n  %s\n}\n".formatted(body));
        var expanded = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(module, PipelineSettings.of(Pipelines.CPU))
                .output();
        var arguments = GeneratedInputs.of(module, 1);
        try (var executable = new CpuBackend(worker).compile(expanded, new Cancellation())) {
            assertThat(executable.kernels())
                    .allSatisfy(kernel -> assertThat(kernel.fallback()).isNull());
            var actual = executable.run(arguments, RunOptions.ONCE, new Cancellation());
            var expected = new HloEvaluator().evaluate(module, arguments);
            var comparison = LiteralComparison.of(actual.output(), expected, executable::tolerance);
            assertThat(comparison.agrees()).as(comparison.toText()).isTrue();
        }
    }
}
