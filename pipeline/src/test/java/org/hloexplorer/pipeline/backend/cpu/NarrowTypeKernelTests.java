package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types of eight bits and fewer, to the bit: every code, and every way a number can lie between two. */
@ExtendWith(SharedWorker.class)
final class NarrowTypeKernelTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f8e3m4",
                "f8e4m3",
                "f8e4m3fn",
                "f8e4m3fnuz",
                "f8e4m3b11fnuz",
                "f8e5m2",
                "f8e5m2fnuz",
                "f8e8m0fnu"
            })
    void everyCodeIsReadAndEveryNumberWritten(String type, Comparison comparison) {
        holdsExactly(comparison, """
                HloModule codes
                ENTRY main {
                  i = u8[256] iota(), iota_dimension=0
                  n = TYPE[256] bitcast-convert(i)
                  wide = f32[256] convert(n)
                  half = f16[256] convert(n)
                  j = u16[65536] iota(), iota_dimension=0
                  h = f16[65536] bitcast-convert(j)
                  x = f32[65536] convert(h)
                  a = TYPE[65536] convert(x)
                  codes = u8[65536] bitcast-convert(a)
                  bits = u32[65536] bitcast-convert(x)
                  one = u32[] constant(1)
                  ones = u32[65536] broadcast(one), dimensions={}
                  above = u32[65536] or(bits, ones)
                  y = f32[65536] bitcast-convert(above)
                  b = TYPE[65536] convert(y)
                  morecodes = u8[65536] bitcast-convert(b)
                  sixteen = u32[] constant(65536)
                  sixteens = u32[65536] broadcast(sixteen), dimensions={}
                  jw = u32[65536] convert(j)
                  all = u32[65536] multiply(jw, sixteens)
                  z = f32[65536] bitcast-convert(all)
                  c = TYPE[65536] convert(z)
                  lastcodes = u8[65536] bitcast-convert(c)
                  ROOT r = (f32[256], f16[256], u8[65536], u8[65536], u8[65536]) tuple(wide, half, codes, morecodes, lastcodes)
                }
                """.replace("TYPE", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"f4e2m1fn", "f6e2m3fn", "f6e3m2fn"})
    void numbersOfFewerBitsRoundAsTheReferenceDoes(String type, Comparison comparison) {
        holdsExactly(comparison, """
                HloModule rounded
                ENTRY main {
                  j = u16[65536] iota(), iota_dimension=0
                  h = f16[65536] bitcast-convert(j)
                  x = f32[65536] convert(h)
                  a = TYPE[65536] convert(x)
                  b = f32[65536] convert(a)
                  ROOT r = (f32[65536]) tuple(b)
                }
                """.replace("TYPE", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"f8e4m3fn", "f8e5m2"})
    void theyAreAddedMultipliedAndSummed(String type, Comparison comparison) {
        comparison.holds("""
                HloModule arithmetic
                add {
                  p = f32[] parameter(0)
                  q = f32[] parameter(1)
                  ROOT s = f32[] add(p, q)
                }
                ENTRY main {
                  x = TYPE[40,50] parameter(0)
                  y = TYPE[50,30] parameter(1)
                  z = TYPE[40,50] parameter(2)
                  sum = TYPE[40,50] add(x, z)
                  product = TYPE[40,50] multiply(sum, z)
                  less = pred[40,50] compare(product, z), direction=LT
                  chosen = TYPE[40,50] select(less, product, x)
                  wide = f32[40,50] convert(chosen)
                  zero = f32[] constant(0)
                  rows = f32[40] reduce(wide, zero), dimensions={1}, to_apply=add
                  d = f32[40,30] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  t = TYPE[50,40] transpose(chosen), dimensions={1,0}
                  ROOT r = (TYPE[40,50], f32[40], f32[40,30], TYPE[50,40]) tuple(chosen, rows, d, t)
                }
                """.replace("TYPE", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s4", "u4", "s2", "u2"})
    void integersOfFewerBitsWrapAndSaturate(String type, Comparison comparison) {
        holdsExactly(comparison, """
                HloModule wrapped
                ENTRY main {
                  i = s32[256] iota(), iota_dimension=0
                  a = TYPE[256] convert(i)
                  seven = s32[] constant(7)
                  sevens = s32[256] broadcast(seven), dimensions={}
                  j = s32[256] divide(i, sevens)
                  b = TYPE[256] convert(j)
                  sum = TYPE[256] add(a, b)
                  difference = TYPE[256] subtract(b, a)
                  product = TYPE[256] multiply(a, b)
                  quotient = TYPE[256] divide(a, b)
                  rest = TYPE[256] remainder(a, b)
                  most = TYPE[256] maximum(a, b)
                  negative = TYPE[256] negate(a)
                  size = TYPE[256] abs(a)
                  both = TYPE[256] and(a, b)
                  not = TYPE[256] not(a)
                  f = f32[256] convert(i)
                  offset = f32[] constant(100.5)
                  offsets = f32[256] broadcast(offset), dimensions={}
                  g = f32[256] subtract(f, offsets)
                  saturated = TYPE[256] convert(g)
                  w0 = s32[256] convert(sum)
                  w1 = s32[256] convert(difference)
                  w2 = s32[256] convert(product)
                  w3 = s32[256] convert(quotient)
                  w4 = s32[256] convert(rest)
                  w5 = s32[256] convert(most)
                  w6 = s32[256] convert(negative)
                  w7 = s32[256] convert(size)
                  w8 = s32[256] convert(both)
                  w9 = s32[256] convert(not)
                  ROOT r = (TYPE[256], TYPE[256], s32[256], s32[256], s32[256], s32[256], s32[256], s32[256], s32[256],
                    s32[256], s32[256], s32[256]) tuple(saturated, a, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9)
                }
                """.replace("TYPE", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s4", "u4", "s2", "u2"})
    void bitsOfNarrowIntegersAreCountedAndShifted(String type, Comparison comparison) {
        holdsExactly(comparison, """
                HloModule bits
                ENTRY main {
                  i = s32[256] iota(), iota_dimension=0
                  a = TYPE[256] convert(i)
                  sixteen = s32[] constant(16)
                  sixteens = s32[256] broadcast(sixteen), dimensions={}
                  j = s32[256] divide(i, sixteens)
                  b = TYPE[256] convert(j)
                  count = TYPE[256] popcnt(a)
                  zeros = TYPE[256] count-leading-zeros(a)
                  left = TYPE[256] shift-left(a, b)
                  right = TYPE[256] shift-right-logical(a, b)
                  signed = TYPE[256] shift-right-arithmetic(a, b)
                  w0 = s32[256] convert(count)
                  w1 = s32[256] convert(zeros)
                  w2 = s32[256] convert(left)
                  w3 = s32[256] convert(right)
                  w4 = s32[256] convert(signed)
                  ROOT r = (s32[256], s32[256], s32[256], s32[256], s32[256]) tuple(w0, w1, w2, w3, w4)
                }
                """.replace("TYPE", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s4", "u4", "s2", "u2", "s8", "u8"})
    void highHalvesOfProducts(String type, Comparison comparison) {
        holdsExactly(comparison, """
                HloModule halves
                ENTRY main {
                  i = s32[256] iota(), iota_dimension=0
                  a = TYPE[256] convert(i)
                  sixteen = s32[] constant(16)
                  sixteens = s32[256] broadcast(sixteen), dimensions={}
                  j = s32[256] divide(i, sixteens)
                  b = TYPE[256] convert(j)
                  high = TYPE[256] mulhi(a, b)
                  w = s32[256] convert(high)
                  ROOT r = (s32[256]) tuple(w)
                }
                """.replace("TYPE", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s4", "u4", "s8", "u8", "s16", "s32", "u32", "s64", "u64", "pred"})
    void powersOfIntegers(String type, Comparison comparison) {
        holdsExactly(comparison, """
                HloModule powers
                ENTRY main {
                  i = s32[400] iota(), iota_dimension=0
                  twenty = s32[] constant(20)
                  twenties = s32[400] broadcast(twenty), dimensions={}
                  eight = s32[] constant(8)
                  eights = s32[400] broadcast(eight), dimensions={}
                  row = s32[400] divide(i, twenties)
                  column = s32[400] remainder(i, twenties)
                  base = s32[400] subtract(row, eights)
                  exponent = s32[400] subtract(column, eights)
                  a = TYPE[400] convert(base)
                  b = TYPE[400] convert(exponent)
                  p = TYPE[400] power(a, b)
                  ROOT r = (TYPE[400]) tuple(p)
                }
                """.replace("TYPE", type));
    }

    @Test
    void reducedPrecisionOfDoubles(Comparison comparison) {
        holdsExactly(comparison, """
                HloModule reduced
                ENTRY main {
                  j = u64[65536] iota(), iota_dimension=0
                  step = u64[] constant(281479271743489)
                  steps = u64[65536] broadcast(step), dimensions={}
                  all = u64[65536] multiply(j, steps)
                  x = f64[65536] bitcast-convert(all)
                  a = f64[65536] reduce-precision(x), exponent_bits=8, mantissa_bits=23
                  b = f64[65536] reduce-precision(x), exponent_bits=11, mantissa_bits=7
                  c = f64[65536] reduce-precision(x), exponent_bits=5, mantissa_bits=52
                  ROOT r = (f64[65536], f64[65536], f64[65536]) tuple(a, b, c)
                }
                """);
    }

    private static void holdsExactly(Comparison comparison, String text) {
        comparison.holdsClosely(HloParser.parseOrThrow(text), List.of(), 0);
    }
}
