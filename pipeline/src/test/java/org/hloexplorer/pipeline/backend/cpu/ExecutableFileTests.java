package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedWorker.class)
final class ExecutableFileTests {
    /** A constant, a layout that is not row-major, tuples on both sides, and a loop. */
    private static final String PROGRAM = """
            HloModule saved
            body {
              s = (s32[], f32[3,4]{0,1}) parameter(0)
              i = s32[] get-tuple-element(s), index=0
              x = f32[3,4]{0,1} get-tuple-element(s), index=1
              one = s32[] constant(1)
              next = s32[] add(i, one)
              t = f32[3,4]{0,1} tanh(x)
              ROOT out = (s32[], f32[3,4]{0,1}) tuple(next, t)
            }
            cond {
              s = (s32[], f32[3,4]{0,1}) parameter(0)
              i = s32[] get-tuple-element(s), index=0
              three = s32[] constant(3)
              ROOT less = pred[] compare(i, three), direction=LT
            }
            ENTRY main {
              p = (f32[3,4]{0,1}, s32[]) parameter(0)
              x = f32[3,4]{0,1} get-tuple-element(p), index=0
              i = s32[] get-tuple-element(p), index=1
              c = f32[3,4]{0,1} constant({{1,2,3,4},{5,6,7,8},{9,10,11,12}})
              y = f32[3,4]{0,1} add(x, c)
              zero = s32[] constant(0)
              s = (s32[], f32[3,4]{0,1}) tuple(zero, y)
              w = (s32[], f32[3,4]{0,1}) while(s), condition=cond, body=body
              r = f32[3,4]{0,1} get-tuple-element(w), index=1
              ROOT out = (f32[3,4]{0,1}, s32[]) tuple(r, i)
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void givesTheSameBitsWithoutCompiling(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow(PROGRAM);
        var arguments = GeneratedInputs.of(module, 1);
        var file = saved(worker, module);
        assertThat(ExecutableFile.isOne(file)).isTrue();
        try (var fresh = new CpuBackend(worker).compile(module, new Cancellation());
                var loaded = new CpuBackend(worker).load(file)) {
            var expected = fresh.run(arguments, RunOptions.ONCE, new Cancellation());
            var actual = loaded.run(arguments, RunOptions.ONCE, new Cancellation());
            assertThat(LiteralComparison.of(actual.output(), expected.output(), _ -> Tolerance.exact())
                            .agrees())
                    .isTrue();
            assertThat(loaded.compileTime()).isZero();
            assertThat(loaded.compiledOnceIn()).isPositive();
            assertThat(loaded.memoryBytes()).isEqualTo(fresh.memoryBytes());
            assertThat(loaded.kernels())
                    .extracting(each -> each.name())
                    .isEqualTo(fresh.kernels().stream().map(each -> each.name()).toList());
            assertThat(loaded.module()
                            .findInstruction(loaded.kernels().getFirst().instruction()))
                    .isPresent();
        }
    }

    @Test
    void isNotWrittenOfWhatTheReferenceRuns(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow("""
                HloModule calling
                ENTRY main {
                  p = f32[4] parameter(0)
                  ROOT r = f32[4] custom-call(p), custom_call_target="Sharding"
                }
                """);
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            assertThat(executable.kernels()).anyMatch(kernel -> kernel.fallback() != null);
            assertThatThrownBy(() -> ((CpuExecutable) executable).save(module, folder.resolve("calling.exe")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("only machine code is kept");
        }
    }

    @Test
    void tellsWhatIsDamaged(Worker worker) throws Exception {
        var file = saved(worker, HloParser.parseOrThrow(PROGRAM));
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(file, bytes);
        assertThatThrownBy(() -> ExecutableFile.load(worker, file))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("save it again");
    }

    @Test
    void isForMachinesThatHaveWhatItsCodeNeeds() throws Exception {
        var here = new Target("x86_64-unknown-linux-gnu", "small", "+avx,+avx2,-avx512f");
        check(here, new Target(here.triple(), "smaller", "+avx,+prefer-no-gather"));
        assertThatThrownBy(() -> check(here, new Target(here.triple(), "large", "+avx,+avx2,+avx512f,+avx512bf16")))
                .hasMessageContaining("code for large")
                .hasMessageContaining("small, has not avx512bf16, avx512f; save it again here");
        assertThatThrownBy(() -> check(here, new Target("aarch64-linux", "other", "")))
                .hasMessageContaining("code for aarch64-linux");
    }

    @Test
    void isForOneVersion() {
        var saved = program(new Target("x", "y", ""), SavedProgram.FORMAT + 1);
        assertThatThrownBy(() -> ExecutableFile.check(saved, new Target("x", "y", ""), Path.of("f")))
                .hasMessageContaining("another version of hlox (format 3");
    }

    private Path saved(Worker worker, HloModule module) throws Exception {
        var file = folder.resolve("program.exe");
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            ((CpuExecutable) executable).save(module, file);
        }
        return file;
    }

    private static void check(Target here, Target madeFor) throws BackendException {
        ExecutableFile.check(program(madeFor, SavedProgram.FORMAT), here, Path.of("f"));
    }

    private static SavedProgram program(Target target, int format) {
        var image = new ProgramImage(List.of(), 0, 0, List.of());
        return new SavedProgram(
                format,
                CompileCache.COMPILER,
                target,
                "generated",
                0,
                image,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
