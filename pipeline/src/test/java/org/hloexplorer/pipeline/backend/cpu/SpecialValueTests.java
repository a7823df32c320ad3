package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NaN, infinities, denormals and -0 go through every kind of kernel as through the reference. */
@ExtendWith(SharedWorker.class)
final class SpecialValueTests {
    private static final String VALUES =
            "{nan, inf, -inf, -0, 0, 1e-40, -1e-40, 1.4e-45, 3.4e38, -3.4e38, 1, -1, 0.5, 88.8, -103.5, -104.5}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exponential",
                "log",
                "tanh",
                "logistic",
                "sqrt",
                "rsqrt",
                "cosine",
                "erf",
                "floor",
                "sign",
                "abs",
                "negate"
            })
    void throughFunctions(String function, Comparison comparison) {
        comparison.holds("""
                HloModule function
                ENTRY main {
                  x = f32[16] constant(%s)
                  ROOT r = f32[16] %s(x)
                }
                """.formatted(VALUES, function));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "atan2", "remainder"})
    void throughPairs(String operation, Comparison comparison) {
        comparison.holds("""
                HloModule pairs
                ENTRY main {
                  x = f32[16] constant(%s)
                  a = f32[16,16] broadcast(x), dimensions={0}
                  b = f32[16,16] broadcast(x), dimensions={1}
                  ROOT r = f32[16,16] %s(a, b)
                }
                """.formatted(VALUES, operation));
    }

    @ParameterizedTest
    @ValueSource(strings = {"add 0", "maximum -inf", "minimum inf", "multiply 1"})
    void throughReductions(String reduction, Comparison comparison) {
        var parts = reduction.split(" ", -1);
        comparison.holds("""
                HloModule reduction
                f {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] %s(a, b)
                }
                ENTRY main {
                  x = f32[16] constant(%s)
                  y = f32[40] parameter(0)
                  a = f32[16,40] broadcast(x), dimensions={0}
                  b = f32[16,40] broadcast(y), dimensions={1}
                  n = f32[16,40] multiply(a, b)
                  z = f32[] constant(%s)
                  rows = f32[16] reduce(n, z), dimensions={1}, to_apply=f
                  columns = f32[40] reduce(n, z), dimensions={0}, to_apply=f
                  ROOT r = (f32[16], f32[40]) tuple(rows, columns)
                }
                """.formatted(parts[0], VALUES, parts[1]));
    }

    /** A row with NaN is NaN, one with an infinity is NaN or zero, and the others are what they were without them. */
    @Test
    void throughRowsThatAreOneKernel(Comparison comparison) {
        comparison.holds("""
                HloModule softmax
                maximum {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] maximum(a, b)
                }
                sum {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] add(a, b)
                }
                ENTRY main {
                  v = f32[16] constant(%s)
                  y = f32[80] parameter(0)
                  a = f32[16,80] broadcast(v), dimensions={0}
                  b = f32[16,80] broadcast(y), dimensions={1}
                  x = f32[16,80] add(a, b)
                  least = f32[] constant(-inf)
                  zero = f32[] constant(0)
                  m = f32[16] reduce(x, least), dimensions={1}, to_apply=maximum
                  c = f32[16,80] broadcast(m), dimensions={0}
                  d = f32[16,80] subtract(x, c)
                  e = f32[16,80] exponential(d)
                  s = f32[16] reduce(e, zero), dimensions={1}, to_apply=sum
                  t = f32[16,80] broadcast(s), dimensions={0}
                  ROOT r = f32[16,80] divide(e, t)
                }
                """.formatted(VALUES));
    }

    @Test
    void throughTiles(Comparison comparison) {
        comparison.holds("""
                HloModule tiles
                ENTRY main {
                  v = f32[16] constant({nan, inf, -inf, -0, 0, 1e-40, -1e-40, 1.4e-45, 3e38, -3e38, 1, -1, 0.5, 88, 2, 3})
                  y = f32[40,50] parameter(0)
                  a = f32[16,40] broadcast(v), dimensions={0}
                  ROOT r = f32[16,50] dot(a, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """);
    }

    @Test
    void throughSorting(Comparison comparison) {
        comparison.holds("""
                HloModule sorted
                less {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = pred[] compare(a, b), direction=LT, type=TOTALORDER
                }
                ENTRY main {
                  x = f32[16] constant(%s)
                  ROOT r = f32[16] sort(x), dimensions={0}, to_apply=less
                }
                """.formatted(VALUES));
    }

    @Test
    void resultsDoNotChangeFromRunToRun(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow("""
                HloModule again
                sum {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] add(a, b)
                }
                ENTRY main {
                  x = f32[200,300] parameter(0)
                  y = f32[300,170] parameter(1)
                  zero = f32[] constant(0)
                  d = f32[200,170] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  e = f32[200,170] logistic(d)
                  s = f32[] reduce(e, zero), dimensions={0,1}, to_apply=sum
                  ROOT r = (f32[200,170], f32[]) tuple(e, s)
                }
                """);
        var arguments = GeneratedInputs.of(module, 1);
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            var first = executable.run(arguments, RunOptions.ONCE, new Cancellation());
            for (int threads : List.of(1, 2, 3, 2, 1)) {
                var options = new RunOptions(2, threads, Duration.ofMinutes(1));
                var again = executable.run(arguments, options, new Cancellation());
                assertThat(LiteralComparison.of(again.output(), first.output(), _ -> Tolerance.exact())
                                .agrees())
                        .as("%d threads", threads)
                        .isTrue();
            }
        }
    }
}
