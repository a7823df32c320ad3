package org.hloexplorer.pipeline.backend.cpu;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions over any dimensions, of any type, by any computation. */
@ExtendWith(SharedWorker.class)
final class ReductionKernelTests {

    static Stream<String> overDimensions() {
        return Stream.of(
                "f32[3000] {0} f32[]",
                "f32[100,200] {1} f32[100]",
                "f32[100,200] {0} f32[200]",
                "f32[100,200] {0,1} f32[]",
                "f32[5,300,7] {1} f32[5,7]",
                "f32[5,30,70] {0,2} f32[30]",
                "f32[5,30,70] {0,1} f32[70]",
                "f32[40,1] {0} f32[1]",
                "f32[1,40] {0} f32[40]",
                "f32[0,40] {0} f32[40]",
                "f32[40,0] {1} f32[40]",
                "f32[300,3] {0} f32[3]",
                "f32[64,600] {0} f32[600]",
                "f32[100,200]{0,1} {1} f32[100]",
                "f32[100,200]{0,1} {0} f32[200]",
                "f64[100,200] {1} f64[100]",
                "f64[100,200] {0} f64[200]",
                "bf16[100,200] {1} bf16[100]",
                "bf16[100,200] {0} bf16[200]",
                "f16[100,200] {1} f16[100]",
                "s32[100,200] {0} s32[200]",
                "s64[100,200] {1} s64[100]",
                "u8[10,200] {1} u8[10]",
                "s8[10,200] {0} s8[200]",
                "f32[100,200] {} f32[100,200]");
    }

    @ParameterizedTest
    @MethodSource("overDimensions")
    void sums(String shapes, Comparison comparison) {
        comparison.holds(reduction(shapes, "add", "0"));
    }

    @ParameterizedTest
    @MethodSource("overDimensions")
    void maxima(String shapes, Comparison comparison) {
        comparison.holds(reduction(shapes, "maximum", shapes.startsWith("u") ? "0" : "-100"));
    }

    @ParameterizedTest
    @CsvSource({"minimum, 100", "multiply, 1", "and, -1", "or, 0", "xor, 5"})
    void otherOperations(String operation, String initial, Comparison comparison) {
        comparison.holds(reduction("s32[33,77] {1} s32[33]", operation, initial));
        comparison.holds(reduction("s32[33,77] {0} s32[77]", operation, initial));
    }

    @ParameterizedTest
    @CsvSource({"and, true", "or, false"})
    void predicates(String operation, String initial, Comparison comparison) {
        comparison.holds(reduction("pred[33,7] {1} pred[33]", operation, initial));
        comparison.holds(reduction("pred[33,70] {0} pred[70]", operation, initial));
    }

    private static String reduction(String shapes, String operation, String initial) {
        var parts = shapes.split(" ");
        var type = parts[0].substring(0, parts[0].indexOf('['));
        return """
                HloModule reduction
                f {
                  a = T[] parameter(0)
                  b = T[] parameter(1)
                  ROOT r = T[] OP(a, b)
                }
                ENTRY main {
                  x = FROM parameter(0)
                  c = T[] constant(INIT)
                  ROOT r = TO reduce(x, c), dimensions=DIMS, to_apply=f
                }
                """.replace("FROM", parts[0])
                .replace("TO ", parts[2] + " ")
                .replace("DIMS", parts[1])
                .replace("OP", operation)
                .replace("INIT", initial)
                .replace("T[]", type + "[]");
    }

    @Test
    void severalResultsAtOnce(Comparison comparison) {
        for (var dimension : new String[] {"0", "1"}) {
            var result = dimension.equals("0") ? "50" : "40";
            comparison.holds("""
                    HloModule argmax
                    f {
                      a = f32[] parameter(0)
                      i = s32[] parameter(1)
                      b = f32[] parameter(2)
                      j = s32[] parameter(3)
                      gt = pred[] compare(a, b), direction=GT
                      eq = pred[] compare(a, b), direction=EQ
                      lt = pred[] compare(i, j), direction=LT
                      first = pred[] and(eq, lt)
                      left = pred[] or(gt, first)
                      m = f32[] select(left, a, b)
                      n = s32[] select(left, i, j)
                      ROOT t = (f32[], s32[]) tuple(m, n)
                    }
                    ENTRY main {
                      x = f32[40,50] parameter(0)
                      n = s32[40,50] iota(), iota_dimension=DIM
                      inf = f32[] constant(-inf)
                      zero = s32[] constant(0)
                      r = (f32[SIZE], s32[SIZE]) reduce(x, n, inf, zero), dimensions={DIM}, to_apply=f
                      ROOT i = s32[SIZE] get-tuple-element(r), index=1
                    }
                    """.replace("DIM", dimension).replace("SIZE", result));
        }
    }

    @Test
    void computationsThatAreNoSingleOperation(Comparison comparison) {
        comparison.holds("""
                HloModule general
                f {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  half = f32[] constant(0.5)
                  h = f32[] multiply(a, half)
                  s = f32[] subtract(b, h)
                  ROOT r = f32[] maximum(s, h)
                }
                ENTRY main {
                  x = f32[40,50] parameter(0)
                  c = f32[] constant(0.25)
                  a = f32[40] reduce(x, c), dimensions={1}, to_apply=f
                  b = f32[50] reduce(x, c), dimensions={0}, to_apply=f
                  ROOT t = (f32[40], f32[50]) tuple(a, b)
                }
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[20,30]; f32[20,30]; {size=3x3 pad=1_1x1_1}",
                "f32[20,30]; f32[9,14]; {size=3x3 stride=2x2}",
                "f32[20,30]; f32[20,30]; {size=1x30 pad=0_0x29_0}",
                "f32[20,30]; f32[16,30]; {size=3x1 rhs_dilate=2x1}",
                "f32[20,30]; f32[37,30]; {size=3x1 lhs_dilate=2x1}"
            })
    void windows(String from, String to, String window, Comparison comparison) {
        for (var operation : new String[] {"add", "maximum"}) {
            comparison.holds("""
                    HloModule window
                    f {
                      a = f32[] parameter(0)
                      b = f32[] parameter(1)
                      ROOT r = f32[] OP(a, b)
                    }
                    ENTRY main {
                      x = FROM parameter(0)
                      c = f32[] constant(-0.5)
                      ROOT r = TO reduce-window(x, c), window=WINDOW, to_apply=f
                    }
                    """.replace("FROM", from)
                    .replace("TO", to)
                    .replace("WINDOW", window)
                    .replace("OP", operation));
        }
    }
}
