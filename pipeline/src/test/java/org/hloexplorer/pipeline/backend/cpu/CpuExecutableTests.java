package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a compiled program tells of itself, and how it ends when it cannot end well. */
@ExtendWith(SharedWorker.class)
final class CpuExecutableTests {
    private static final String TWINS = """
            HloModule twins
            ENTRY main {
              x = f32[1000] parameter(0)
              y = f32[1000] parameter(1)
              a = f32[1000] multiply(x, y)
              b = f32[1000] multiply(y, a)
              ROOT c = f32[1000] tanh(b)
            }
            """;

    private static final String ROUNDED = """
            HloModule rounded
            ENTRY main {
              x = f32[100] parameter(0)
              bits = u32[100] parameter(1)
              n = f32[100] negate(x)
              s = s8[100] stochastic-convert(n, bits)
              t = s8[100] stochastic-convert(x, bits)
              d = s8[100] subtract(s, t)
              ROOT r = f32[100] convert(d)
            }
            """;

    private static final String ENDLESS = """
            HloModule endless
            cond {
              s = (s32[], f32[]) parameter(0)
              ROOT r = pred[] constant(true)
            }
            body {
              ROOT s = (s32[], f32[]) parameter(0)
            }
            ENTRY main {
              i = s32[] parameter(0)
              x = f32[] parameter(1)
              s = (s32[], f32[]) tuple(i, x)
              w = (s32[], f32[]) while(s), condition=cond, body=body
              ROOT r = f32[] get-tuple-element(w), index=1
            }
            """;

    @Test
    void theDeviceIsNamed(Worker worker) {
        var device = new CpuBackend(worker).device();
        assertThat(device.kind()).isEqualTo(DeviceKind.CPU);
        assertThat(device.isAvailable()).isTrue();
        assertThat(device.name()).contains("-bit vectors");
    }

    @Test
    void equalKernelsAreCompiledOnceAndListedForEach(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow(TWINS);
        var program = new CpuCompiler(worker, CompileCache.none(), module, true, TierChoice.BEST, new Cancellation())
                .compile();
        assertThat(program.plan().steps()).hasSize(3);
        assertThat(program.code()).hasSize(2);
        try (var executable = CpuExecutable.load(
                worker,
                new CacheSizes(worker),
                CompileCache.none(),
                module,
                program,
                MemoryPlan.of(program.plan()),
                System.nanoTime())) {
            assertThat(executable.kernels()).extracting(KernelDescription::name).containsExactly("a", "b", "c");
            assertThat(executable.compileTime()).isPositive();
            assertThat(text(executable.kernels().get(1), "LLVM IR")).contains("compiled from this IR as kernel `a`");
        }
    }

    @Test
    void listingsGoFromLoopsToMachineCode(Worker worker) throws Exception {
        try (var executable = compile(worker, TWINS)) {
            var kernel = executable.kernels().getLast();
            assertThat(kernel.code())
                    .extracting(CodeListing::stage)
                    .containsExactly(
                            "loop IR",
                            "LLVM IR",
                            "optimised LLVM IR",
                            "assembly",
                            "remarks",
                            "registers and size",
                            "llvm-mca");
            assertThat(text(kernel, "loop IR")).contains("kernel c(in b: f32[1000], out c: f32[1000]) {", "// %c");
            assertThat(text(kernel, "LLVM IR")).contains("define internal float @hlox.tanh.f32", "!dbg");
            assertThat(text(kernel, "optimised LLVM IR")).contains("x float>");
            // The line of the HLO text that the root stands on, in the module's usual form.
            assertThat(text(kernel, "assembly")).containsPattern("\\.loc\\s+0 8 1");
            assertThat(text(kernel, "remarks")).containsPattern("line 8: vectorised: \\d+ elements at once");
            assertThat(text(kernel, "registers and size"))
                    .contains("bits wide at most", "all values stay in registers");
            assertThat(text(kernel, "llvm-mca")).containsAnyOf("Block RThroughput", "is not in PATH", "cannot analyse");
        }
    }

    private static String text(KernelDescription kernel, String stage) {
        return kernel.code().stream()
                .filter(listing -> listing.stage().equals(stage))
                .findFirst()
                .orElseThrow()
                .text();
    }

    @Test
    void timesAreOnePerKernelAndWhole(Worker worker) throws Exception {
        try (var executable = compile(worker, TWINS)) {
            var profile = executable
                    .run(arguments(TWINS), new RunOptions(7, 1, Duration.ofSeconds(30)), new Cancellation())
                    .profile();
            assertThat(profile.whole().runs()).isEqualTo(7);
            assertThat(profile.kernels())
                    .hasSize(3)
                    .allSatisfy(kernel -> assertThat(kernel.timing().minNanos())
                            .isPositive()
                            .isLessThanOrEqualTo(kernel.timing().medianNanos()));
            assertThat(profile.source()).contains("wall clock");
        }
    }

    @Test
    void whatHasNoKernelRunsOnTheReferenceAndSaysWhy(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow(ROUNDED);
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            assertThat(executable.kernels())
                    .extracting(KernelDescription::fallback)
                    .containsExactly(
                            null,
                            "stochastic-convert is not a kernel yet",
                            "stochastic-convert is not a kernel yet",
                            null,
                            null);
            var arguments = GeneratedInputs.of(module, 3);
            var result = executable.run(arguments, new RunOptions(2, 1, Duration.ofSeconds(30)), new Cancellation());
            Comparison.assertAgrees(result.output(), new HloEvaluator().evaluate(module, arguments));
            assertThat(result.profile().kernels())
                    .hasSize(5)
                    .allSatisfy(kernel -> assertThat(kernel.timing().runs()).isEqualTo(2));
            assertThat(result.profile().source()).contains("reference evaluator");
        }
    }

    @Test
    void aRunThatTakesTooLongSaysSoAndTheNextOneWorks(Worker worker) throws Exception {
        try (var executable = compile(worker, ENDLESS);
                var other = compile(worker, TWINS)) {
            assertThatThrownBy(() -> executable.run(
                            arguments(ENDLESS), new RunOptions(1, 1, Duration.ofMillis(300)), new Cancellation()))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("more time");
            other.run(arguments(TWINS), RunOptions.ONCE, new Cancellation());
        }
    }

    @Test
    void aRunCanBeCancelled(Worker worker) throws Exception {
        var cancellation = new Cancellation();
        cancellation.cancel();
        try (var executable = compile(worker, TWINS)) {
            assertThatThrownBy(() -> executable.run(arguments(TWINS), RunOptions.ONCE, cancellation))
                    .isInstanceOf(CancellationException.class);
            executable.run(arguments(TWINS), RunOptions.ONCE, new Cancellation());
        }
        assertThatThrownBy(() -> new CpuBackend(worker).compile(HloParser.parseOrThrow(TWINS), cancellation))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void aProgramThatIsTooLargeForTheMachineIsRefusedBeforeItRuns() throws Exception {
        CpuBackend.checkThatItFits(1_000_000_000L, 1_000_000_000L);
        assertThatThrownBy(() -> CpuBackend.checkThatItFits(40_000_000_000L, 24_000_000_000L))
                .isInstanceOf(BackendException.class)
                .hasMessage("the program needs 40.0 GB for its arrays and this machine has 24.0 GB");
    }

    @Test
    void sizesThatARunSetsAreRefused(Worker worker) {
        var module = HloParser.parseOrThrow("""
                HloModule cut
                ENTRY main {
                  a = f32[100] parameter(0)
                  n = s32[] parameter(1)
                  b = f32[<=100] set-dimension-size(a, n), dimensions={0}
                  ROOT r = s32[] get-dimension-size(b), dimensions={0}
                }
                """);
        assertThatThrownBy(() -> new CpuBackend(worker).compile(module, new Cancellation()))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("the size of %b, f32[<=100], is only known at run time")
                .hasMessageContaining("--device=reference");
    }

    @Test
    void argumentsThatDoNotFitAreNamed(Worker worker) throws Exception {
        try (var executable = compile(worker, TWINS)) {
            assertThatThrownBy(() -> executable.run(List.of(), RunOptions.ONCE, new Cancellation()))
                    .hasMessage("the program takes 2 arguments and was given 0");
            var wrong = List.of(Literal.ofFloats(new float[3], 3), Literal.ofFloats(new float[3], 3));
            assertThatThrownBy(() -> executable.run(wrong, RunOptions.ONCE, new Cancellation()))
                    .hasMessage("parameter 0 is f32[1000] and the argument f32[3]");
        }
    }

    private static org.hloexplorer.pipeline.backend.Executable compile(Worker worker, String text)
            throws BackendException {
        return new CpuBackend(worker).compile(HloParser.parseOrThrow(text), new Cancellation());
    }

    private static List<Literal> arguments(String text) {
        return GeneratedInputs.of(HloParser.parseOrThrow(text), 1);
    }
}
