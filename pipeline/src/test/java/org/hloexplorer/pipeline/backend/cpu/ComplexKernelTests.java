package org.hloexplorer.pipeline.backend.cpu;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Complex numbers, and the transforms that need them. */
@ExtendWith(SharedWorker.class)
final class ComplexKernelTests {

    @ParameterizedTest
    @ValueSource(strings = {"c64", "c128"})
    void arithmeticAndMovement(String type, Comparison comparison) {
        comparison.holds("""
                HloModule arithmetic
                f {
                  a = TYPE[6,5] parameter(0)
                  b = TYPE[6,5] parameter(1)
                  p = TYPE[6,5] multiply(a, b)
                  q = TYPE[6,5] divide(a, b)
                  s = TYPE[6,5] add(p, q)
                  d = TYPE[6,5] subtract(s, a)
                  n = TYPE[6,5] negate(d)
                  t = TYPE[5,6] transpose(n), dimensions={1,0}
                  r = TYPE[30] reshape(t)
                  w = TYPE[10] slice(r), slice={[5:25:2]}
                  c = TYPE[] constant((2, -3))
                  z = TYPE[14] pad(w, c), padding=1_3
                  ROOT e = TYPE[14] exponential(z)
                }
                ENTRY main {
                  a = TYPE[6,5] parameter(0)
                  b = TYPE[6,5] parameter(1)
                  ROOT r = TYPE[14] fusion(a, b), kind=kLoop, calls=f
                }
                """.replace("TYPE", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c64 f32", "c128 f64"})
    void partsMagnitudesAndRoots(String types, Comparison comparison) {
        var parts = types.split(" ", -1);
        comparison.holds("""
                HloModule parts
                ENTRY main {
                  a = TYPE[40] parameter(0)
                  re = PART[40] real(a)
                  im = PART[40] imag(a)
                  m = PART[40] abs(a)
                  c = TYPE[40] complex(m, im)
                  l = TYPE[40] log(c)
                  s = TYPE[40] sqrt(a)
                  r = TYPE[40] rsqrt(s)
                  e = pred[40] compare(a, c), direction=EQ
                  x = TYPE[40] select(e, l, r)
                  v = TYPE[40] convert(re)
                  ROOT t = (TYPE[40], PART[40], TYPE[40], TYPE[40], pred[40]) tuple(x, m, v, l, e)
                }
                """.replace("TYPE", parts[0]).replace("PART", parts[1]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c64[3,64] c64[3,64] FFT {64}",
                "c64[3,64] c64[3,64] IFFT {64}",
                "c64[3,24] c64[3,24] FFT {24}",
                "c64[4,8,16] c64[4,8,16] FFT {8,16}",
                "c64[2,1] c64[2,1] FFT {1}",
                "f32[3,64] c64[3,33] RFFT {64}",
                "f32[3,15] c64[3,8] RFFT {15}",
                "f32[3,4,16] c64[3,4,9] RFFT {4,16}",
                "c64[3,33] f32[3,64] IRFFT {64}",
                "c64[3,8] f32[3,15] IRFFT {15}",
                "c128[2,32] c128[2,32] FFT {32}"
            })
    void transforms(String transform, Comparison comparison) {
        var parts = transform.split(" ", -1);
        comparison.holds("""
                HloModule transform
                ENTRY main {
                  x = %s parameter(0)
                  ROOT r = %s fft(x), fft_type=%s, fft_length=%s
                }
                """.formatted(parts[0], parts[1], parts[2], parts[3]));
    }

    @Test
    void loopsCarryComplexNumbers(Comparison comparison) {
        comparison.holds("""
                HloModule powers
                body {
                  s = (s32[], c64[9], c64[9]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  a = c64[9] get-tuple-element(s), index=1
                  b = c64[9] get-tuple-element(s), index=2
                  one = s32[] constant(1)
                  n = s32[] add(i, one)
                  p = c64[9] multiply(a, b)
                  ROOT r = (s32[], c64[9], c64[9]) tuple(n, p, b)
                }
                condition {
                  s = (s32[], c64[9], c64[9]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  n = s32[] constant(4)
                  ROOT c = pred[] compare(i, n), direction=LT
                }
                ENTRY main {
                  x = c64[9] parameter(0)
                  zero = s32[] constant(0)
                  s = (s32[], c64[9], c64[9]) tuple(zero, x, x)
                  w = (s32[], c64[9], c64[9]) while(s), condition=condition, body=body
                  ROOT r = c64[9] get-tuple-element(w), index=1
                }
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c64", "c128"})
    void dotsAndReductions(String type, Comparison comparison) {
        comparison.holds("""
                HloModule sums
                add {
                  a = TYPE[] parameter(0)
                  b = TYPE[] parameter(1)
                  ROOT s = TYPE[] add(a, b)
                }
                multiply {
                  a = TYPE[] parameter(0)
                  b = TYPE[] parameter(1)
                  ROOT s = TYPE[] multiply(a, b)
                }
                ENTRY main {
                  a = TYPE[3,20,17] parameter(0)
                  b = TYPE[3,17,9] parameter(1)
                  d = TYPE[3,20,9] dot(a, b), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}
                  start = TYPE[] constant((1, -2))
                  s = TYPE[20] reduce(d, start), dimensions={0,2}, to_apply=add
                  n = TYPE[3,20,9] negate(d)
                  l = TYPE[] reduce(n, start), dimensions={0,1,2}, to_apply=add
                  p = TYPE[20,17] reduce(a, start), dimensions={0}, to_apply=multiply
                  sr = REAL[20] real(s)
                  si = REAL[20] imag(s)
                  lr = REAL[] real(l)
                  pr = REAL[20,17] real(p)
                  pi = REAL[20,17] imag(p)
                  ROOT r = (REAL[20], REAL[20], REAL[], REAL[20,17], REAL[20,17]) tuple(sr, si, lr, pr, pi)
                }
                """.replace("TYPE", type).replace("REAL", type.equals("c64") ? "f32" : "f64"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c64", "c128"})
    void reductionsByWhateverComputation(String type, Comparison comparison) {
        comparison.holds("""
                HloModule reductions
                larger {
                  a = TYPE[] parameter(0)
                  b = TYPE[] parameter(1)
                  x = REAL[] abs(a)
                  y = REAL[] abs(b)
                  p = pred[] compare(x, y), direction=GE
                  ROOT s = TYPE[] select(p, a, b)
                }
                step {
                  a = TYPE[] parameter(0)
                  b = TYPE[] parameter(1)
                  half = TYPE[] constant((0.25, 0.5))
                  h = TYPE[] multiply(a, half)
                  ROOT s = TYPE[] subtract(b, h)
                }
                ENTRY main {
                  a = TYPE[7,20,17] parameter(0)
                  start = TYPE[] constant((0, 0))
                  l = TYPE[20] reduce(a, start), dimensions={0,2}, to_apply=larger
                  r = TYPE[17] reduce(a, start), dimensions={0,1}, to_apply=step
                  lr = REAL[20] real(l)
                  li = REAL[20] imag(l)
                  rr = REAL[17] real(r)
                  ri = REAL[17] imag(r)
                  ROOT t = (REAL[20], REAL[20], REAL[17], REAL[17]) tuple(lr, li, rr, ri)
                }
                """.replace("TYPE", type).replace("REAL", type.equals("c64") ? "f32" : "f64"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c64 f32 c64", "f64 c128 c128", "s32 c64 c64"})
    void dotsOfRealAndComplexArrays(String types, Comparison comparison) {
        var parts = types.split(" ", -1);
        comparison.holds("""
                HloModule mixed
                ENTRY main {
                  a = LEFT[20,17] parameter(0)
                  b = RIGHT[17,9] parameter(1)
                  d = c64[20,9] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  re = f32[20,9] real(d)
                  im = f32[20,9] imag(d)
                  ROOT t = (f32[20,9], f32[20,9]) tuple(re, im)
                }
                """.replace("c64", parts[2])
                .replace("f32", parts[2].equals("c64") ? "f32" : "f64")
                .replace("LEFT", parts[0])
                .replace("RIGHT", parts[1]));
    }
}
