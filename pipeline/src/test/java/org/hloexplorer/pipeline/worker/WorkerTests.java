package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.pipeline.worker.ProgramImage.Launch;
import org.hloexplorer.pipeline.worker.WorkerException.Reason;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Real children: what crashes here has crashed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkerTests {
    private static final Limit LONG = Limit.of(Duration.ofSeconds(60));
    private static final int COUNT = 1000;

    private Path directory;
    private Worker worker;

    @BeforeAll
    void start(@TempDir Path temporary) {
        directory = temporary;
        worker = new Worker(directory);
    }

    @AfterAll
    void stop() {
        worker.close();
    }

    @Test
    void runsLaunchesInOrderAndBringsResultsBack() {
        try (var program = program(Kernels.increment("one"), Kernels.increment("two"))) {
            assertThat(run(program, 0, 2, RunOptions.ONCE)).containsExactly(expected(2));
        }
    }

    @Test
    void keepsMemoryBetweenRuns() {
        try (var program = program(Kernels.increment("one"), Kernels.increment("two"))) {
            run(program, 0, 1, RunOptions.ONCE);
            var into = MemorySegment.ofArray(new long[COUNT]);
            program.run(List.of(), 1, 2, List.of(new Program.Download(0, into)), RunOptions.ONCE, LONG);
            assertThat(into.toArray(JAVA_LONG)).containsExactly(expected(2));
        }
    }

    @Test
    void threadsShareTheOutermostLoop() {
        try (var program = program(Kernels.increment("one"))) {
            assertThat(run(program, 0, 1, new RunOptions(1, 4, 2))).containsExactly(expected(5));
        }
    }

    @Test
    void timesAreThoseOfTheRepeatsAlone() {
        try (var program = program(Kernels.increment("one"), Kernels.increment("two"))) {
            var times = program.run(List.of(), 0, 2, List.of(), new RunOptions(3, 5, 1), LONG);
            assertThat(times.whole().nanoseconds()).hasSize(5);
            assertThat(times.units())
                    .hasSize(2)
                    .allSatisfy(launch -> assertThat(launch.nanoseconds()).hasSize(5));
            assertThat(times.whole().minimum()).isPositive();
        }
    }

    @Test
    void aCrashNamesTheKernelAndTheNextRunWorks() {
        try (var program = program(Kernels.increment("fine"), Kernels.storingToNull("wild"));
                var other = program(Kernels.increment("after"))) {
            assertThatThrownBy(() -> run(program, 0, 2, RunOptions.ONCE))
                    .isInstanceOfSatisfying(WorkerException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.CRASHED);
                        assertThat(e.kernel()).contains("wild");
                    })
                    .hasMessage("the worker ended (SIGSEGV, signal 11) while kernel `wild` ran");
            assertThat(run(other, 0, 1, RunOptions.ONCE)).containsExactly(expected(1));
            assertThat(run(program, 0, 1, RunOptions.ONCE)).containsExactly(expected(1));
        }
    }

    @Test
    void anAbortOfTheCompilerNamesTheKernelAndTheNextCompilationWorks() {
        assertThatThrownBy(() -> worker.compile(List.of(Kernels.abortingTheCompiler("odd")), LONG))
                .hasMessageContaining("LLVM ERROR: Cannot select")
                .hasMessageContaining("while kernel `odd` was compiled");
        assertThat(worker.compile(List.of(Kernels.increment("one")), LONG))
                .singleElement()
                .isInstanceOf(CompileOutcome.Compiled.class);
    }

    @Test
    void anEndlessKernelIsStoppedAndNamed() {
        try (var program = program(Kernels.endless("forever"), Kernels.increment("fine"))) {
            assertThatThrownBy(() ->
                            program.run(List.of(), 0, 1, List.of(), RunOptions.ONCE, Limit.of(Duration.ofMillis(300))))
                    .hasMessage("the worker was stopped after 0.3 s while kernel `forever` ran;"
                            + " it starts anew with the next request");
            assertThat(run(program, 1, 2, RunOptions.ONCE)).containsExactly(expected(1));
        }
    }

    @Test
    void anInterruptCancels() throws Exception {
        try (var program = program(Kernels.endless("forever"))) {
            var failure = new CompletableFuture<Throwable>();
            var thread = Thread.ofPlatform().start(() -> {
                try {
                    program.run(List.of(), 0, 1, List.of(), RunOptions.ONCE, LONG);
                } catch (WorkerException e) {
                    failure.complete(Thread.currentThread().isInterrupted() ? e : new AssertionError(e));
                }
            });
            thread.interrupt();
            assertCancelled(failure.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void anotherThreadCancels() throws Exception {
        try (var program = program(Kernels.endless("forever"), Kernels.increment("fine"))) {
            var cancellation = new Cancellation();
            var failure = new CompletableFuture<Throwable>();
            Thread.ofPlatform().start(() -> {
                try {
                    var limit = new Limit(LONG.timeout(), cancellation);
                    program.run(List.of(), 0, 1, List.of(), RunOptions.ONCE, limit);
                } catch (WorkerException e) {
                    failure.complete(e);
                }
            });
            cancellation.cancel();
            assertCancelled(failure.get(20, TimeUnit.SECONDS));
            assertThat(run(program, 1, 2, RunOptions.ONCE)).containsExactly(expected(1));
        }
    }

    private static void assertCancelled(Throwable failure) {
        assertThat(failure).isInstanceOfSatisfying(WorkerException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.CANCELLED);
            assertThat(e).hasMessageStartingWith("running was cancelled");
        });
    }

    @Test
    void brokenKernelsAreRefusedOneByOne() {
        var broken = new KernelSource("broken", "broken", "define void @broken() {\n  rat void\n}\n");
        var outcomes = worker.compile(List.of(broken, Kernels.increment("one")), LONG);
        assertThat(outcomes.get(0))
                .isInstanceOfSatisfying(
                        CompileOutcome.Refused.class,
                        refused -> assertThat(refused.message())
                                .contains("broken:2:3: error: expected instruction opcode"));
        assertThat(outcomes.get(1)).isInstanceOf(CompileOutcome.Compiled.class);
    }

    @Test
    void listingsShowTheObjectThatIsLoaded() {
        var source = List.of(Kernels.increment("one"));
        var plain = (CompileOutcome.Compiled) worker.compile(source, LONG).getFirst();
        var listed = (CompileOutcome.Compiled) worker.list(source, LONG).getFirst();
        assertThat(listed.object()).isEqualTo(plain.object());
        assertThat(listed.assembly()).contains("one:");
        assertThat(listed.optimizedIr()).contains("define void @one(");
        assertThat(plain.assembly()).isEmpty();
    }

    @Test
    void unknownSymbolsAreRefusedWithoutACrash() {
        var image = new ProgramImage(List.of(), 64, 0, List.of(new Launch("missing", "missing", List.of(), 1, 1)));
        try (var program = worker.program(image, List.of())) {
            assertThatThrownBy(() -> run(program, 0, 1, RunOptions.ONCE))
                    .hasMessageContaining("missing")
                    .extracting(e -> ((WorkerException) e).reason())
                    .isEqualTo(Reason.REFUSED);
        }
    }

    @Test
    void measuresAKernelOnSeveralThreads() {
        var kernel = new MicroKernel(Kernels.increment("one"), List.of(8_000_000L), 1_000_000);
        var sample = worker.measure(kernel, 2, 5, LONG);
        assertThat(sample.nanoseconds()).hasSize(5);
        assertThat(sample.minimum()).isGreaterThan(10_000);
    }

    @Test
    void filesLoseTheirNamesAndLeftoversGo() throws Exception {
        try (var program = program(Kernels.increment("one"))) {
            run(program, 0, 1, RunOptions.ONCE);
            assertThat(worker.directory().toFile().list((_, name) -> name.startsWith("exchange")))
                    .isEmpty();
        }
        var leftover = Files.createDirectory(directory.resolve("hlox-worker-%d-x".formatted(Integer.MAX_VALUE)));
        Files.writeString(leftover.resolve("exchange1"), "left");
        try (var other = new Worker(directory)) {
            assertThat(leftover).doesNotExist();
            assertThat(worker.directory()).exists();
            assertThat(other.directory()).exists();
        }
    }

    private Program program(KernelSource... kernels) {
        var objects = worker.compile(List.of(kernels), LONG).stream()
                .map(outcome -> ((CompileOutcome.Compiled) outcome).object())
                .toList();
        var launches = List.of(kernels).stream()
                .<ProgramImage.Step>map(kernel -> new Launch(kernel.name(), kernel.symbol(), List.of(0L), COUNT, 8))
                .toList();
        return worker.program(new ProgramImage(objects, COUNT * 8L, 64, launches), List.of());
    }

    private static long[] run(Program program, int first, int end, RunOptions options) {
        try (var arena = Arena.ofConfined()) {
            var memory = arena.allocateFrom(JAVA_LONG, expected(0));
            program.run(
                    List.of(new Program.Upload(0, memory)),
                    first,
                    end,
                    List.of(new Program.Download(0, memory)),
                    options,
                    LONG);
            return memory.toArray(JAVA_LONG);
        }
    }

    private static long[] expected(long plus) {
        return LongStream.range(0, COUNT).map(i -> i + plus).toArray();
    }
}
