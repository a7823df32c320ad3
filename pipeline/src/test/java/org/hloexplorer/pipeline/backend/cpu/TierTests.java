package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Quick code runs first, says so, gives the bits of the best code, and makes way for it. */
@ExtendWith(SharedWorker.class)
final class TierTests {
    private static final String SMALL = """
            HloModule small
            ENTRY main {
              x = f32[1000] parameter(0)
              y = f32[1000] parameter(1)
              a = f32[1000] multiply(x, y)
              b = f32[1000] add(a, y)
              ROOT c = f32[1000] tanh(b)
            }
            """;

    private static final String LARGE = SMALL.replace("small", "large").replace("1000", "50000000");

    private static final String SUM = """
            HloModule sum
            add {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT s = f32[] add(a, b)
            }
            ENTRY main {
              x = f32[100] parameter(0)
              zero = f32[] constant(0)
              ROOT s = f32[] reduce(x, zero), dimensions={0}, to_apply=add
            }
            """;

    private static Executable compile(Worker worker, CompileCache cache, String text) throws Exception {
        return new CpuBackend(worker, cache).quickFirst().compile(HloParser.parseOrThrow(text), new Cancellation());
    }

    private static ExecutionResult run(Executable executable) throws Exception {
        var arguments = GeneratedInputs.of(executable.module(), 1);
        return executable.run(arguments, new RunOptions(1, 2, Duration.ofMinutes(1)), new Cancellation());
    }

    private static String text(KernelDescription kernel, String stage) {
        return kernel.code().stream()
                .filter(listing -> listing.stage().equals(stage))
                .findFirst()
                .orElseThrow()
                .text();
    }

    @Test
    void theCodeThatRunsIsNamed(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow(SMALL);
        var program = new CpuCompiler(worker, CompileCache.none(), module, true, TierChoice.SOONEST, new Cancellation())
                .compile();
        assertThat(program.quick()).hasSize(program.code().size());
        var quick = new KernelListings(worker, program).descriptions().getLast();
        assertThat(quick.engine()).startsWith("LLVM, ").endsWith(" code");
        assertThat(text(quick, "remarks"))
                .contains("compiled now as quick code")
                .contains("until O3 is done");
        assertThat(text(quick, "optimised LLVM IR")).contains("define").doesNotContain("x float>");
        try (var executable = compile(worker, CompileCache.none(), SMALL)) {
            executable.awaitOptimized(new Cancellation());
            var best = executable.kernels().getLast();
            assertThat(best.engine()).endsWith("-bit vectors");
            assertThat(text(best, "remarks")).contains("compiled now, at O3");
            assertThat(text(best, "optimised LLVM IR")).contains("x float>");
            assertThat(run(executable).profile().source()).doesNotContain("O1 code");
        }
    }

    @Test
    void aRunInQuickCodeSaysSoAndGivesTheSameBits(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow(SMALL);
        var program = new CpuCompiler(worker, CompileCache.none(), module, true, TierChoice.SOONEST, new Cancellation())
                .compile();
        var memory = org.hloexplorer.pipeline.kernel.MemoryPlan.of(program.plan());
        var loaded = LoadedCode.of(worker, module, program, memory);
        var arguments = GeneratedInputs.of(module, 1);
        var options = new RunOptions(1, 2, Duration.ofMinutes(1));
        var quick = loaded.plan().run(arguments, options, new Cancellation());
        loaded.plan().close();
        assertThat(quick.profile().source()).contains("ran in quick or O1 code, as O3 was not done with them");
        try (var executable = compile(worker, CompileCache.none(), SMALL)) {
            executable.awaitOptimized(new Cancellation());
            var best = run(executable).output();
            assertThat(LiteralComparison.of(best, quick.output(), _ -> Tolerance.exact())
                            .agrees())
                    .isTrue();
            Comparison.assertAgrees(best, new HloEvaluator().evaluate(module, arguments));
        }
    }

    @Test
    void whatIsTimedOftenRunsInTheBestCode(Worker worker) throws Exception {
        try (var executable = compile(worker, CompileCache.none(), SMALL)) {
            var arguments = GeneratedInputs.of(executable.module(), 1);
            var profile = executable
                    .run(arguments, new RunOptions(3, 1, Duration.ofMinutes(1)), new Cancellation())
                    .profile();
            assertThat(profile.source()).doesNotContain("O1 code");
            assertThat(executable.kernels().getLast().engine()).endsWith("-bit vectors");
        }
    }

    @Test
    void productsAndSumsAreJoinedByTheKernelRatherThanTheCompiler(Worker worker) throws Exception {
        try (var executable = compile(worker, CompileCache.none(), SMALL.replace("tanh", "negate"))) {
            assertThat(executable.kernels()).hasSize(3);
        }
        try (var executable = compile(worker, CompileCache.none(), """
                HloModule joined
                inside {
                  x = f32[1000] parameter(0)
                  y = f32[1000] parameter(1)
                  a = f32[1000] multiply(x, y)
                  ROOT b = f32[1000] add(a, y)
                }
                ENTRY main {
                  x = f32[1000] parameter(0)
                  y = f32[1000] parameter(1)
                  ROOT f = f32[1000] fusion(x, y), kind=kLoop, calls=inside
                }
                """)) {
            assertThat(text(executable.kernels().getFirst(), "LLVM IR"))
                    .contains("call float @llvm.fmuladd.f32")
                    .doesNotContain("contract", "fmul ", "fadd ");
        }
    }

    @Test
    void sumsThatTheCompilerOrdersAndLongRunsGetTheBestCodeAtOnce(Worker worker) throws Exception {
        for (var text : new String[] {SUM, LARGE}) {
            var module = HloParser.parseOrThrow(text);
            var program = new CpuCompiler(
                            worker, CompileCache.none(), module, true, TierChoice.SOONEST, new Cancellation())
                    .compile();
            assertThat(program.quick()).isEmpty();
        }
    }

    @Test
    void waitingCanBeCancelled(Worker worker) throws Exception {
        var cancellation = new Cancellation();
        cancellation.cancel();
        try (var executable = compile(worker, CompileCache.none(), SMALL)) {
            assertThatThrownBy(() -> executable.awaitOptimized(cancellation)).isInstanceOf(CancellationException.class);
        }
    }
}
