package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fusions: one kernel each, in which every element is worked out once and as far out as its indices allow. */
@ExtendWith(SharedWorker.class)
final class FusionKernelTests {
    private static final String SOFTMAX = """
            HloModule softmax
            max {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT r = f32[] maximum(a, b)
            }
            sum {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT r = f32[] add(a, b)
            }
            fused {
              x = f32[64,300] parameter(0)
              inf = f32[] constant(-inf)
              m = f32[64] reduce(x, inf), dimensions={1}, to_apply=max
              mb = f32[64,300] broadcast(m), dimensions={0}
              d = f32[64,300] subtract(x, mb)
              e = f32[64,300] exponential(d)
              zero = f32[] constant(0)
              s = f32[64] reduce(e, zero), dimensions={1}, to_apply=sum
              sb = f32[64,300] broadcast(s), dimensions={0}
              ROOT q = f32[64,300] divide(e, sb)
            }
            ENTRY main {
              x = f32[64,300] parameter(0)
              ROOT f = f32[64,300] fusion(x), kind=kLoop, calls=fused
            }
            """;

    @Test
    void reductionsInsideAFusionRunOncePerRow(Comparison comparison, Worker worker) throws Exception {
        comparison.holds(SOFTMAX);
        try (var executable = new CpuBackend(worker).compile(HloParser.parseOrThrow(SOFTMAX), new Cancellation())) {
            assertThat(executable.kernels()).hasSize(1);
            var loops = executable.kernels().getFirst().code().getFirst().text();
            // Rows, and in each row three loops over its columns: the maximum, the sum, the quotients.
            assertThat(loops.lines().filter(line -> line.contains("for "))).hasSize(4);
            assertThat(loops).contains("parallel for i in 0..64 {", "reduction for", "// %m", "exp v");
        }
    }

    /** Each step uses the one before twice: worked out anew for each use, the last would take 2^40 operations. */
    @Test
    void whatIsUsedTwiceIsComputedOnce(Comparison comparison, Worker worker) throws Exception {
        var steps = IntStream.range(0, 40)
                .mapToObj(i -> "  a%d = f32[100] add(a%d, a%d)\n".formatted(i + 1, i, i))
                .collect(Collectors.joining());
        var text = """
                HloModule chain
                fused {
                  a0 = f32[100] parameter(0)
                  one = f32[] constant(0.5)
                  c = f32[100] broadcast(one), dimensions={}
                STEPS  ROOT r = f32[100] multiply(a40, c)
                }
                ENTRY main {
                  x = f32[100] parameter(0)
                  ROOT f = f32[100] fusion(x), kind=kLoop, calls=fused
                }
                """.replace("STEPS", steps);
        comparison.holds(text);
        try (var executable = new CpuBackend(worker).compile(HloParser.parseOrThrow(text), new Cancellation())) {
            assertThat(executable.kernels().getFirst().code().getFirst().text().lines())
                    .hasSizeLessThan(60);
        }
    }

    @Test
    void severalResultsOfOneShapeShareALoop(Comparison comparison, Worker worker) throws Exception {
        var text = """
                HloModule outputs
                fused {
                  x = f32[50,60] parameter(0)
                  e = f32[50,60] exponential(x)
                  n = f32[50,60] negate(e)
                  ROOT t = (f32[50,60], f32[50,60]) tuple(e, n)
                }
                ENTRY main {
                  x = f32[50,60] parameter(0)
                  f = (f32[50,60], f32[50,60]) fusion(x), kind=kLoop, calls=fused
                  a = f32[50,60] get-tuple-element(f), index=0
                  b = f32[50,60] get-tuple-element(f), index=1
                  ROOT r = f32[50,60] add(a, b)
                }
                """;
        comparison.holds(text);
        try (var executable = new CpuBackend(worker).compile(HloParser.parseOrThrow(text), new Cancellation())) {
            var loops = executable.kernels().getFirst().code().getFirst().text();
            assertThat(loops.lines().filter(line -> line.contains("for "))).hasSize(1);
            assertThat(loops.lines().filter(line -> line.contains("exp "))).hasSize(1);
        }
    }

    @Test
    void severalResultsOfDifferentShapesHaveLoopsOfTheirOwn(Comparison comparison) {
        comparison.holds("""
                HloModule outputs
                sum {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] add(a, b)
                }
                fused {
                  x = f32[50,60] parameter(0)
                  e = f32[50,60] exponential(x)
                  zero = f32[] constant(0)
                  s = f32[50] reduce(e, zero), dimensions={1}, to_apply=sum
                  c = f32[60] reduce(e, zero), dimensions={0}, to_apply=sum
                  i = s32[7] iota(), iota_dimension=0
                  ROOT t = (f32[50,60], f32[50], f32[60], s32[7]) tuple(e, s, c, i)
                }
                ENTRY main {
                  x = f32[50,60] parameter(0)
                  ROOT f = (f32[50,60], f32[50], f32[60], s32[7]) fusion(x), kind=kLoop, calls=fused
                }
                """);
    }

    @Test
    void fusionsMoveReduceAndContract(Comparison comparison) {
        comparison.holds("""
                HloModule mixed
                sum {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] add(a, b)
                }
                fused {
                  x = f32[20,30] parameter(0)
                  w = f32[30,40] parameter(1)
                  k = f32[3] constant({1, -2, 3})
                  t = f32[30,20] transpose(x), dimensions={1,0}
                  rs = f32[600] reshape(t)
                  sl = f32[300] slice(rs), slice={[0:600:2]}
                  z = f32[] constant(9)
                  pd = f32[302] pad(sl, z), padding=1_1
                  rv = f32[302] reverse(pd), dimensions={0}
                  cc = f32[305] concatenate(rv, k), dimensions={0}
                  d = f32[20,40] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  zero = f32[] constant(0)
                  col = f32[40] reduce(d, zero), dimensions={0}, to_apply=sum
                  all = f32[] reduce(cc, zero), dimensions={0}, to_apply=sum
                  ab = f32[40] broadcast(all), dimensions={}
                  ROOT r = f32[40] add(col, ab)
                }
                ENTRY main {
                  x = f32[20,30] parameter(0)
                  w = f32[30,40] parameter(1)
                  ROOT f = f32[40] fusion(x, w), kind=kLoop, calls=fused
                }
                """);
    }

    @Test
    void fusionsInsideFusionsAndCallsAreOneKernel(Comparison comparison) {
        comparison.holds("""
                HloModule nested
                inner {
                  a = f32[40] parameter(0)
                  ROOT t = f32[40] tanh(a)
                }
                twice {
                  a = f32[40] parameter(0)
                  b = f32[40] fusion(a), kind=kLoop, calls=inner
                  ROOT c = f32[40] call(b), to_apply=inner
                }
                outer {
                  x = f32[40] parameter(0)
                  y = f32[40] call(x), to_apply=twice
                  z = f32[40] call(y), to_apply=twice
                  ROOT r = f32[40] add(z, y)
                }
                ENTRY main {
                  x = f32[40] parameter(0)
                  f = f32[40] fusion(x), kind=kLoop, calls=outer
                  ROOT g = f32[40] call(f), to_apply=outer
                }
                """);
    }

    @Test
    void narrowFloatsRoundAfterEachOperation(Comparison comparison) {
        comparison.holds("""
                HloModule narrow
                fused {
                  x = bf16[500] parameter(0)
                  y = bf16[500] parameter(1)
                  a = bf16[500] add(x, y)
                  m = bf16[500] multiply(a, x)
                  e = bf16[500] exponential(m)
                  s = bf16[500] subtract(e, a)
                  w = f32[500] convert(s)
                  h = f16[500] convert(w)
                  ROOT q = f16[500] divide(h, h)
                }
                ENTRY main {
                  x = bf16[500] parameter(0)
                  y = bf16[500] parameter(1)
                  ROOT f = f16[500] fusion(x, y), kind=kLoop, calls=fused
                }
                """);
    }
}
