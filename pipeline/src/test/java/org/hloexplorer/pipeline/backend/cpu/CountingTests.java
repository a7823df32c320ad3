package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.work.KernelWork;
import org.hloexplorer.pipeline.backend.work.ProgramWork;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts of the instrumented build, against what one counts by hand. */
@ExtendWith(SharedWorker.class)
final class CountingTests {

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 16, 1000, 65_543})
    void anElementwiseKernelDoesEachOperationOnceForEachElement(long n, Worker worker) throws Exception {
        var work = only(count(worker, """
                HloModule m
                fused {
                  x = f32[%1$d] parameter(0)
                  y = f32[%1$d] parameter(1)
                  product = f32[%1$d] multiply(x, y)
                  sum = f32[%1$d] add(product, x)
                  ROOT root = f32[%1$d] tanh(sum)
                }
                ENTRY main {
                  a = f32[%1$d] parameter(0)
                  b = f32[%1$d] parameter(1)
                  ROOT f = f32[%1$d] fusion(a, b), kind=kLoop, calls=fused
                }
                """.formatted(n)));

        assertThat(work.flops()).isEqualTo(2 * n);
        assertThat(work.flops(PrimitiveType.F32)).isEqualTo(2 * n);
        assertThat(work.transcendentals()).isEqualTo(n);
        assertThat(work.libraryFlops() % n).as("as many for each tanh").isZero();
        assertThat(work.libraryFlops() / n).as("a polynomial and a quotient").isBetween(10L, 60L);
        assertThat(work.bytes(Kind.LOAD)).isEqualTo(8 * n);
        assertThat(work.bytes(Kind.STORE)).isEqualTo(4 * n);
        assertThat(work.bytes(Kind.SCRATCH_LOAD) + work.bytes(Kind.SCRATCH_STORE))
                .isZero();
    }

    @Test
    void typesAreCountedApart(Worker worker) throws Exception {
        var work = count(worker, """
                HloModule m
                ENTRY main {
                  a = f64[33] parameter(0)
                  i = s32[50] parameter(1)
                  h = bf16[21] parameter(2)
                  d = f64[33] multiply(a, a)
                  j = s32[50] add(i, i)
                  s = s32[50] shift-left(i, i)
                  k = bf16[21] subtract(h, h)
                  c = f32[21] convert(h)
                  ROOT t = (f64[33], s32[50], s32[50], bf16[21], f32[21]) tuple(d, j, s, k, c)
                }
                """);

        assertThat(kernel(work, "d").flops(PrimitiveType.F64)).isEqualTo(33);
        assertThat(kernel(work, "d").bytes(Kind.LOAD)).isEqualTo(33 * 8);
        assertThat(kernel(work, "j").flops()).isZero();
        assertThat(kernel(work, "j").integerOperations()).isEqualTo(50);
        assertThat(kernel(work, "s").byType(Kind.BITWISE)).isEqualTo("s32 50");
        // bf16 is computed in f32: two operands are widened and the difference is rounded.
        assertThat(kernel(work, "k").flops(PrimitiveType.F32)).isEqualTo(21);
        assertThat(kernel(work, "k").bytes(Kind.STORE)).isEqualTo(42);
        assertThat(kernel(work, "c").flops()).isZero();
        assertThat(kernel(work, "c").byType(Kind.CONVERSION)).isEqualTo("f32 21");
    }

    /** Each row starts from zero, so that its first element is added, too. */
    @ParameterizedTest
    @CsvSource({"5, 7", "12, 1000", "3, 4096"})
    void aReductionAddsEachElement(long rows, long columns, Worker worker) throws Exception {
        var work = only(count(worker, """
                HloModule m
                add {
                  p = f32[] parameter(0)
                  q = f32[] parameter(1)
                  ROOT r = f32[] add(p, q)
                }
                ENTRY main {
                  a = f32[%1$d,%2$d] parameter(0)
                  zero = f32[] constant(0)
                  ROOT r = f32[%1$d] reduce(a, zero), dimensions={1}, to_apply=add
                }
                """.formatted(rows, columns)));

        assertThat(work.flops()).isEqualTo(rows * columns);
        assertThat(work.bytes(Kind.LOAD)).isEqualTo(4 * rows * columns);
        assertThat(work.bytes(Kind.STORE)).isEqualTo(4 * rows);
    }

    /** Too small for tiles: a multiply-add for each element of each row and column. */
    @ParameterizedTest
    @CsvSource({"3, 5, 7", "1, 31, 100"})
    void aSmallDotIsPlainLoops(long m, long n, long k, Worker worker) throws Exception {
        var work = only(count(worker, dot(m, n, k)));

        assertThat(work.flops()).isEqualTo(2 * m * n * k);
        assertThat(work.bytes(Kind.STORE)).isEqualTo(4 * m * n);
    }

    /** Tiles are filled up with zeros, which are multiplied like all else; a depth in blocks is added block by block. */
    @ParameterizedTest
    @CsvSource({"64, 64, 64", "129, 65, 97", "70, 40, 3000"})
    void aTiledDotComputesWholeTiles(long m, long n, long k, Worker worker) throws Exception {
        var module = HloParser.parseOrThrow(dot(m, n, k));
        try (var executable = new CpuBackend(worker).kernelByKernel().compile(module, new Cancellation())) {
            var loops = executable.kernels().getFirst().code().getFirst().text();
            var tile = Pattern.compile("in tiles of (\\d+) x (\\d+)").matcher(loops);
            assertThat(tile.find()).isTrue();
            long rows = roundedUp(m, Long.parseLong(tile.group(1)));
            long columns = roundedUp(n, Long.parseLong(tile.group(2)));
            long blocks = k > 1024 ? 3 : 1;
            var work = only(executable
                    .count(GeneratedInputs.of(module, 1), Duration.ofMinutes(1), new Cancellation())
                    .orElseThrow());

            assertThat(work.flops()).isEqualTo(2 * rows * columns * k + (blocks - 1) * m * n);
            assertThat(work.bytes(Kind.STORE)).isEqualTo(4 * m * n * blocks);
        }
    }

    private static long roundedUp(long size, long tile) {
        return Math.ceilDiv(size, tile) * tile;
    }

    private static String dot(long m, long n, long k) {
        return """
                HloModule m
                ENTRY main {
                  a = f32[%1$d,%3$d] parameter(0)
                  b = f32[%3$d,%2$d] parameter(1)
                  ROOT d = f32[%1$d,%2$d] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """.formatted(m, n, k);
    }

    /** For each element a maximum, a difference, an exponential, an addition and a quotient. */
    @ParameterizedTest
    @CsvSource({"4, 8", "7, 33", "16, 1000"})
    void softmaxTakesFourFlopsAndAnExponentialForEachElement(long rows, long columns, Worker worker) throws Exception {
        var work = count(worker, """
                HloModule m
                add {
                  p = f32[] parameter(0)
                  q = f32[] parameter(1)
                  ROOT r = f32[] add(p, q)
                }
                max {
                  p = f32[] parameter(0)
                  q = f32[] parameter(1)
                  ROOT r = f32[] maximum(p, q)
                }
                ENTRY main {
                  x = f32[%1$d,%2$d] parameter(0)
                  least = f32[] constant(-inf)
                  zero = f32[] constant(0)
                  m = f32[%1$d] reduce(x, least), dimensions={1}, to_apply=max
                  mb = f32[%1$d,%2$d] broadcast(m), dimensions={0}
                  d = f32[%1$d,%2$d] subtract(x, mb)
                  e = f32[%1$d,%2$d] exponential(d)
                  s = f32[%1$d] reduce(e, zero), dimensions={1}, to_apply=add
                  sb = f32[%1$d,%2$d] broadcast(s), dimensions={0}
                  ROOT q = f32[%1$d,%2$d] divide(e, sb)
                }
                """.formatted(rows, columns));

        assertThat(work.kernels().values().stream().mapToLong(KernelWork::flops).sum())
                .isEqualTo(4 * rows * columns);
        assertThat(work.kernels().values().stream()
                        .mapToLong(KernelWork::transcendentals)
                        .sum())
                .isEqualTo(rows * columns);
    }

    /** XLA's analysis counts one repetition; the build that counts does all of them. */
    @Test
    void aLoopCountsEachOfItsRepetitions(Worker worker) throws Exception {
        var work = count(worker, """
                HloModule m
                body {
                  s = (s32[], f32[37]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  x = f32[37] get-tuple-element(s), index=1
                  one = s32[] constant(1)
                  n = s32[] add(i, one)
                  y = f32[37] multiply(x, x)
                  ROOT t = (s32[], f32[37]) tuple(n, y)
                }
                condition {
                  s = (s32[], f32[37]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  end = s32[] constant(9)
                  ROOT less = pred[] compare(i, end), direction=LT
                }
                ENTRY main {
                  x = f32[37] parameter(0)
                  zero = s32[] constant(0)
                  t = (s32[], f32[37]) tuple(zero, x)
                  w = (s32[], f32[37]) while(t), condition=condition, body=body
                  ROOT r = f32[37] get-tuple-element(w), index=1
                }
                """);

        assertThat(kernel(work, "y").launches()).isEqualTo(9);
        assertThat(kernel(work, "y").flops()).isEqualTo(9 * 37);
        assertThat(kernel(work, "n").integerOperations()).isEqualTo(9);
        assertThat(kernel(work, "less").byType(Kind.COMPARISON)).isEqualTo("s32 10");
    }

    @ParameterizedTest
    @CsvSource({"true, 41, 0", "false, 0, 82"})
    void aConditionalCountsTheBranchThatIsTaken(boolean which, long first, long second, Worker worker)
            throws Exception {
        var work = count(worker, """
                HloModule m
                yes {
                  x = f32[41] parameter(0)
                  ROOT a = f32[41] add(x, x)
                }
                no {
                  x = f32[41] parameter(0)
                  b = f32[41] multiply(x, x)
                  ROOT c = f32[41] subtract(b, x)
                }
                ENTRY main {
                  x = f32[41] parameter(0)
                  p = pred[] constant(%s)
                  ROOT r = f32[41] conditional(p, x, x), true_computation=yes, false_computation=no
                }
                """.formatted(which));

        assertThat(kernel(work, "a").flops()).isEqualTo(first);
        assertThat(kernel(work, "b").flops() + kernel(work, "c").flops()).isEqualTo(second);
    }

    private static ProgramWork count(Worker worker, String text) throws Exception {
        var module = HloParser.parseOrThrow(text);
        try (var executable = new CpuBackend(worker).kernelByKernel().compile(module, new Cancellation())) {
            return executable
                    .count(GeneratedInputs.of(module, 1), Duration.ofMinutes(1), new Cancellation())
                    .orElseThrow();
        }
    }

    private static KernelWork only(ProgramWork work) {
        assertThat(work.kernels()).hasSize(1);
        return work.kernels().values().iterator().next();
    }

    private static KernelWork kernel(ProgramWork work, String name) {
        return work.kernel(name).orElseThrow(() -> new AssertionError("no kernel " + name + " in " + work.kernels()));
    }
}
