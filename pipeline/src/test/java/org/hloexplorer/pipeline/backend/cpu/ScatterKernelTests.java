package org.hloexplorer.pipeline.backend.cpu;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scatter and select-and-scatter: every element in its place, in order, and none outside. */
@ExtendWith(SharedWorker.class)
final class ScatterKernelTests {

    @ParameterizedTest
    @ValueSource(strings = {"add(a, b)", "maximum(a, b)", "multiply(b, a)", "subtract(a, b)"})
    void rowsWithRepeatedAndOutlyingIndices(String operation, Comparison comparison) {
        comparison.holds("""
                HloModule rows
                f {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] %s
                }
                ENTRY main {
                  x = f32[6,33] parameter(0)
                  i = s32[40,1] parameter(1)
                  u = f32[40,33] parameter(2)
                  e = f32[6,33] cosine(x)
                  ROOT r = f32[6,33] scatter(e, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f
                }
                """.formatted(operation));
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "bf16", "f16", "f64", "s32", "u8"})
    void windowsOfAnyType(String type, Comparison comparison) {
        comparison.holds("""
                HloModule windows
                f {
                  a = TYPE[] parameter(0)
                  b = TYPE[] parameter(1)
                  ROOT r = TYPE[] add(a, b)
                }
                ENTRY main {
                  x = TYPE[9,12] parameter(0)
                  i = s32[2,7] parameter(1)
                  u = TYPE[3,7,2] parameter(2)
                  ROOT r = TYPE[9,12] scatter(x, i, u), update_window_dims={0,2}, inserted_window_dims={}, scatter_dims_to_operand_dims={1,0}, index_vector_dim=0, to_apply=f
                }
                """.replace("TYPE", type));
    }

    @Test
    void severalArraysAtOnce(Comparison comparison) {
        comparison.holds("""
                HloModule together
                f {
                  a = f32[] parameter(0)
                  b = s32[] parameter(1)
                  c = f32[] parameter(2)
                  d = s32[] parameter(3)
                  isless = pred[] compare(c, a), direction=LT
                  least = f32[] select(isless, c, a)
                  where = s32[] select(isless, d, b)
                  ROOT r = (f32[], s32[]) tuple(least, where)
                }
                ENTRY main {
                  x = f32[6,33] parameter(0)
                  y = s32[6,33] parameter(1)
                  i = s32[40,1] parameter(2)
                  u = f32[40,33] parameter(3)
                  v = s32[40,33] parameter(4)
                  ROOT r = (f32[6,33], s32[6,33]) scatter(x, y, i, u, v), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f
                }
                """);
    }

    @Test
    void batches(Comparison comparison) {
        comparison.holds("""
                HloModule batches
                f {
                  a = f32[] parameter(0)
                  ROOT b = f32[] parameter(1)
                }
                ENTRY main {
                  x = f32[5,8] parameter(0)
                  i = s64[5,3,1] parameter(1)
                  u = f32[5,3] parameter(2)
                  ROOT r = f32[5,8] scatter(x, i, u), update_window_dims={}, inserted_window_dims={1}, scatter_dims_to_operand_dims={1}, input_batching_dims={0}, scatter_indices_batching_dims={0}, index_vector_dim=2, to_apply=f
                }
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size=1x2x2x1 stride=1x2x2x1 | f32[2,4,4,3]",
                "size=1x3x3x1 stride=1x2x2x1 pad=0_0x1_0x1_0x0_0 | f32[2,4,4,3]",
                "size=1x2x2x1 | f32[2,7,7,3]"
            })
    void windowsSelect(String window, Comparison comparison) {
        var parts = window.split(" \\| ", -1);
        comparison.holds("""
                HloModule pool
                ge {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = pred[] compare(a, b), direction=GE
                }
                f {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] add(a, b)
                }
                ENTRY main {
                  x = f32[2,8,8,3] parameter(0)
                  s = %s parameter(1)
                  zero = f32[] constant(0)
                  ROOT r = f32[2,8,8,3] select-and-scatter(x, s, zero), window={%s}, select=ge, scatter=f
                }
                """.formatted(parts[1], parts[0]));
    }
}
