package org.hloexplorer.pipeline.backend.cpu;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sorts along any dimension, of any length, by any comparator, and stably; the largest elements likewise. */
@ExtendWith(SharedWorker.class)
final class SortKernelTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[5,1000] | 1",
                "f32[64,30] | 0",
                "f32[1] | 0",
                "f32[0,3] | 0",
                "s32[3,17,5] | 1",
                "bf16[2,257] | 1"
            })
    void ofOneOperand(String shape, int dimension, Comparison comparison) {
        var type = shape.substring(0, shape.indexOf('['));
        comparison.holds("""
                HloModule sort
                less {
                  a = T[] parameter(0)
                  b = T[] parameter(1)
                  ROOT r = pred[] compare(a, b), direction=LT
                }
                ENTRY main {
                  x = SHAPE parameter(0)
                  ROOT r = SHAPE sort(x), dimensions={D}, to_apply=less
                }
                """.replace("SHAPE", shape).replace("T[", type + "[").replace("D}", dimension + "}"));
    }

    /** Keys are few, so that order among equal ones shows in what they carry along. */
    @Test
    void rowsMoveTogetherAndStayInOrder(Comparison comparison) {
        comparison.holds("""
                HloModule pairs
                greater {
                  a = s8[] parameter(0)
                  b = s8[] parameter(1)
                  c = f32[] parameter(2)
                  d = f32[] parameter(3)
                  ROOT r = pred[] compare(a, b), direction=GT
                }
                ENTRY main {
                  k = s8[300,2] parameter(0)
                  v = f32[300,2] parameter(1)
                  ROOT r = (s8[300,2], f32[300,2]) sort(k, v), dimensions={0}, is_stable=true, to_apply=greater
                }
                """);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 5", "false, 5", "true, 37"})
    void largestAndSmallest(boolean largest, int k, Comparison comparison) {
        comparison.holds(
                """
                HloModule top
                ENTRY main {
                  x = f32[6,37] parameter(0)
                  ROOT r = (f32[6,K], s32[6,K]) topk(x), k=K, largest=L
                }
                """.replace("K", Integer.toString(k)).replace("L}", "}").replace("=L", "=" + largest));
    }

    @Test
    void notANumberIsTheLargest(Comparison comparison) {
        comparison.holds("""
                HloModule top
                ENTRY main {
                  x = f32[8] constant({1, nan, -inf, inf, -0, 0, 3, -nan})
                  ROOT r = (f32[8], s32[8]) topk(x), k=8, largest=true
                }
                """);
    }
}
