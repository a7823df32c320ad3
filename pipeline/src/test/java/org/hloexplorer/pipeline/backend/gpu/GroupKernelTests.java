package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels whose items work together: large reductions in two launches, transposes in tiles. */
@ExtendWith(OpenCl.Shared.class)
final class GroupKernelTests {
    private static final Worker WORKER = new Worker();

    @AfterAll
    static void close() {
        WORKER.close();
    }

    private static HloModule reduction(String operand, String result, int dimension, String combiner) {
        var type = result.substring(0, result.indexOf('['));
        return HloParser.parseOrThrow("""
                HloModule large
                combine { a = %1$s[] parameter(0)  b = %1$s[] parameter(1)  ROOT c = %1$s[] %5$s(a, b) }
                ENTRY main {
                  x = %2$s parameter(0)
                  from = %1$s[] parameter(1)
                  ROOT y = %3$s reduce(x, from), dimensions={%4$d}, to_apply=combine
                }
                """.formatted(type, operand, result, dimension, combiner));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[1048576]; f32[]; 0; add",
                "f32[1000003]; f32[]; 0; add",
                "s32[4,300000]; s32[4]; 1; maximum",
                "f32[100003,5]; f32[5]; 0; add",
                "u32[70000,3]; u32[3]; 0; xor"
            })
    void manyElementsAreReducedInTwoLaunches(
            String operand, String result, int dimension, String combiner, OpenCl device) throws BackendException {
        var module = reduction(operand, result, dimension, combiner);

        device.holds(module);

        assertThat(GpuCode.of(module, WORKER))
                .extracting(KernelDescription::name)
                .containsExactly("y.parts", "y");
    }

    @Test
    void manyResultsNeedOnlyOne() throws BackendException {
        assertThat(GpuCode.of(reduction("f32[1000,2000]", "f32[1000]", 1, "add"), WORKER))
                .extracting(KernelDescription::name)
                .containsExactly("y");
    }

    @Test
    void whatIsFusedIntoALargeReductionIsComputedByItsFirstLaunch(OpenCl device) {
        device.holds("""
                HloModule fused
                combine { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
                body {
                  x = f32[300000] parameter(0)
                  square = f32[300000] multiply(x, x)
                  zero = f32[] constant(0)
                  ROOT y = f32[] reduce(square, zero), dimensions={0}, to_apply=combine
                }
                ENTRY main {
                  x = f32[300000] parameter(0)
                  ROOT f = f32[] fusion(x), kind=kInput, calls=body
                }
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ROOT y = f32[100,70,3] transpose(x), dimensions={1,0,2}",
                "ROOT y = f32[3,100,70] transpose(x), dimensions={2,1,0}",
                "ROOT y = f32[70,3,100] transpose(x), dimensions={0,2,1}",
                "ROOT y = f32[70,100,3]{0,2,1} copy(x)"
            })
    void transposesOfEachKindAreRight(String root, OpenCl device) {
        device.holds("HloModule m ENTRY main { x = f32[70,100,3] parameter(0) %s }".formatted(root));
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "bf16", "pred", "s8", "f64"})
    void aTransposeGoesThroughLocalMemory(String type, OpenCl device) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  x = %1$s[5,100,70] parameter(0)
                  ROOT y = %1$s[5,70,100] transpose(x), dimensions={0,2,1}
                }
                """.formatted(type));

        device.holds(module);

        assertThat(GpuCode.of(module, WORKER).getFirst().code().getFirst().text())
                .contains("local packed.tile");
    }

    @Test
    void whatIsFusedIntoATransposeIsComputedAsItIsRead(OpenCl device) {
        device.holds("""
                HloModule fused
                body {
                  x = f32[64,96] parameter(0)
                  b = f32[96] parameter(1)
                  rows = f32[64,96] broadcast(b), dimensions={1}
                  sum = f32[64,96] add(x, rows)
                  ROOT y = f32[96,64] transpose(sum), dimensions={1,0}
                }
                ENTRY main {
                  x = f32[64,96] parameter(0)
                  b = f32[96] parameter(1)
                  ROOT f = f32[96,64] fusion(x, b), kind=kInput, calls=body
                }
                """);
    }
}
