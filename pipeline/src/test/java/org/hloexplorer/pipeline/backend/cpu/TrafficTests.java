package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.work.LevelTraffic;
import org.hloexplorer.pipeline.backend.work.ProgramWork;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Simulated traffic of programs whose streams one knows. */
@ExtendWith(SharedWorker.class)
final class TrafficTests {
    private static final Caches CACHES = Caches.read();

    private static final String PRODUCT = """
            HloModule m
            ENTRY main {
              a = f32[512,512] parameter(0)
              b = f32[512,512] parameter(1)
              ROOT d = f32[512,512] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            }
            """;

    /** Both arrays pass through all caches: one is read, the other fetched and written back. */
    @Test
    void aCopyThatFitsNowhereMovesThreeTimesItsSize(Worker worker) throws Exception {
        long n = CACHES.levels().getLast().bytes() / 2;
        var work = count(worker, scaled(n));

        for (var level : work.kernel("r").orElseThrow().traffic()) {
            assertThat(level.readBytes()).as(level.level()).isCloseTo(8.0 * n, withinPercentage(2));
            assertThat(level.writtenBytes()).as(level.level()).isCloseTo(4.0 * n, withinPercentage(2));
        }
        assertThat(work.simulation()).startsWith("simulated:").contains("L1 of");
    }

    /** A quarter of the first cache holds both arrays from one run to the next. */
    @Test
    void smallArraysStayInTheFirstCache(Worker worker) throws Exception {
        var work = count(worker, scaled(CACHES.levels().getFirst().bytes() / 32));

        assertThat(work.kernel("r").orElseThrow().traffic())
                .isNotEmpty()
                .allSatisfy(level -> assertThat(level.bytes()).as(level.level()).isZero());
    }

    /** Twice the first cache, a small part of the second. */
    @Test
    void largerArraysStayInTheSecond(Worker worker) throws Exception {
        long n = CACHES.levels().getFirst().bytes() / 4;
        var traffic = count(worker, scaled(n)).kernel("r").orElseThrow().traffic();

        assertThat(traffic.getFirst().level()).isEqualTo("L2");
        assertThat(traffic.getFirst().readBytes()).isCloseTo(8.0 * n, withinPercentage(2));
        assertThat(traffic.getLast().bytes()).isZero();
    }

    /** Multiplied and added up, each row of the result takes all of the right operand, a MiB, from the second cache. */
    @Test
    void tilesSpareTheSecondCacheWhatPlainLoopsAskOfIt(Worker worker) throws Exception {
        var tiled = first(count(worker, PRODUCT));
        var plain = first(count(worker, """
                HloModule m
                add {
                  p = f32[] parameter(0)
                  q = f32[] parameter(1)
                  ROOT r = f32[] add(p, q)
                }
                fused {
                  a = f32[512,512] parameter(0)
                  b = f32[512,512] parameter(1)
                  x = f32[512,512,512] broadcast(a), dimensions={0,2}
                  y = f32[512,512,512] broadcast(b), dimensions={2,1}
                  p = f32[512,512,512] multiply(x, y)
                  zero = f32[] constant(0)
                  ROOT r = f32[512,512] reduce(p, zero), dimensions={2}, to_apply=add
                }
                ENTRY main {
                  a = f32[512,512] parameter(0)
                  b = f32[512,512] parameter(1)
                  ROOT d = f32[512,512] fusion(a, b), kind=kLoop, calls=fused
                }
                """));

        assertThat(plain.readBytes()).isGreaterThan(0.98 * 512 * (1 << 20));
        assertThat(tiled.bytes()).isLessThan(plain.bytes() / 3);
    }

    private static LevelTraffic first(ProgramWork work) {
        return work.kernel("d").orElseThrow().traffic().getFirst();
    }

    private static String scaled(long n) {
        return """
                HloModule m
                ENTRY main {
                  x = f32[%1$d] parameter(0)
                  ROOT r = f32[%1$d] add(x, x)
                }
                """.formatted(n);
    }

    private static ProgramWork count(Worker worker, String text) throws Exception {
        var module = HloParser.parseOrThrow(text);
        try (var executable = new CpuBackend(worker).kernelByKernel().compile(module, new Cancellation())) {
            return executable
                    .count(GeneratedInputs.of(module, 1), Duration.ofMinutes(1), new Cancellation())
                    .orElseThrow();
        }
    }
}
