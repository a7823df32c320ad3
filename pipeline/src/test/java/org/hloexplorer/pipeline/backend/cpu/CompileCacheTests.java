package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Code is compiled once, and again only where what was kept is damaged, too old, or for something else. */
@ExtendWith(SharedWorker.class)
final class CompileCacheTests {
    private static final String PROGRAM = """
            HloModule kept
            ENTRY main {
              x = f32[100] parameter(0)
              e = f32[100] FUNCTION(x)
              ROOT r = f32[100] multiply(e, x)
            }
            """;

    @TempDir
    private Path folder;

    private static Executable compile(Worker worker, CompileCache cache, String function) throws Exception {
        var module = HloParser.parseOrThrow(PROGRAM.replace("FUNCTION", function));
        return new CpuBackend(worker, cache).compile(module, new Cancellation());
    }

    private static String remarks(Executable executable) {
        return executable.kernels().getFirst().code().stream()
                .filter(listing -> listing.stage().equals("remarks"))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private List<Path> files() {
        try (var paths = Files.list(folder)) {
            return paths.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theSecondTimeNothingIsCompiled(Worker worker) throws Exception {
        var cache = CompileCache.in(folder, 1 << 20);
        try (var first = compile(worker, cache, "exponential")) {
            assertThat(remarks(first)).startsWith("compiled now");
        }
        try (var second = compile(worker, CompileCache.in(folder, 1 << 20), "exponential")) {
            assertThat(remarks(second)).startsWith("not compiled now");
            var arguments = GeneratedInputs.of(second.module(), 1);
            var result = second.run(arguments, RunOptions.ONCE, new Cancellation());
            Comparison.assertAgrees(result.output(), new HloEvaluator().evaluate(second.module(), arguments));
        }
        try (var other = compile(worker, cache, "tanh")) {
            assertThat(remarks(other)).startsWith("compiled now");
        }
    }

    @Test
    void aDamagedFileIsCompiledAnew(Worker worker) throws Exception {
        var cache = CompileCache.in(folder, 1 << 20);
        compile(worker, cache, "exponential").close();
        for (var file : files()) {
            var text = Files.readString(file);
            Files.writeString(file, text.substring(0, text.length() / 2));
        }
        try (var again = compile(worker, cache, "exponential")) {
            assertThat(remarks(again)).startsWith("compiled now");
        }
        try (var third = compile(worker, cache, "exponential")) {
            assertThat(remarks(third)).startsWith("not compiled now");
        }
    }

    @Test
    void itStaysWithinItsSize(Worker worker) throws Exception {
        compile(worker, CompileCache.in(folder, 1 << 20), "exponential").close();
        assertThat(files()).isNotEmpty();
        compile(worker, CompileCache.in(folder, 10), "tanh").close();
        assertThat(files()).isEmpty();
    }

    @Test
    void aFolderThatCannotBeUsedDoesNoHarm(Worker worker) throws Exception {
        var file = Files.writeString(folder.resolve("file"), "no folder");
        try (var executable = compile(worker, CompileCache.in(file, 1 << 20), "exponential")) {
            assertThat(remarks(executable)).startsWith("compiled now");
        }
    }
}
