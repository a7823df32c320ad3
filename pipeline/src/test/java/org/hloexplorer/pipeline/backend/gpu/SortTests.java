package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts of long lines, which take several launches, and of short ones, which take one. */
@ExtendWith(OpenCl.Shared.class)
final class SortTests {
    private static final Worker WORKER = new Worker();

    @AfterAll
    static void close() {
        WORKER.close();
    }

    private static HloModule sort(String shape, int dimension, String direction) {
        return HloParser.parseOrThrow("""
                HloModule sorts
                before {
                  a = f32[] parameter(0)  b = f32[] parameter(1)
                  ROOT c = pred[] compare(a, b), direction=%3$s, type=TOTALORDER
                }
                ENTRY main {
                  x = f32[%1$s] parameter(0)
                  ROOT y = f32[%1$s] sort(x), dimensions={%2$d}, to_apply=before
                }
                """.formatted(shape, dimension, direction));
    }

    private static List<String> kernels(HloModule module) throws BackendException {
        return GpuCode.of(module, WORKER).stream().map(KernelDescription::name).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "65,1,'y.blocks y'",
        "128,1,'y.blocks y'",
        "129,2,'y.blocks y.merged128 y'",
        "1000,4,'y.blocks y.merged128 y.merged256 y.merged512 y'"
    })
    void aLongLineIsSortedInBlocksThatAreMerged(int length, int merges, String names, OpenCl device)
            throws BackendException {
        var module = sort("" + length, 0, "LT");
        device.holds(module);
        assertThat(kernels(module)).containsExactly(names.split(" ")).hasSize(1 + merges);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64})
    void aShortLineIsOneItems(int length, OpenCl device) throws BackendException {
        var module = sort("3," + length, 1, "LT");
        device.holds(module);
        assertThat(kernels(module)).hasSize(1);
    }

    @Test
    void linesLieAlongAnyDimension(OpenCl device) {
        device.holds(sort("300,5", 0, "GT"));
        device.holds(sort("5,300", 1, "GT"));
        device.holds(sort("3,200,4", 1, "LT"));
    }

    @Test
    void rowsOfEqualKeysKeepTheirOrder(OpenCl device) {
        var module = HloParser.parseOrThrow("""
                HloModule pairs
                before {
                  a = s32[] parameter(0)  b = s32[] parameter(1)  i = s32[] parameter(2)  j = s32[] parameter(3)
                  ROOT c = pred[] compare(a, b), direction=LT
                }
                ENTRY main {
                  keys = s32[5000] parameter(0)
                  numbers = s32[5000] iota(), iota_dimension=0
                  ROOT y = (s32[5000], s32[5000]) sort(keys, numbers), dimensions={0}, is_stable=true, to_apply=before
                }
                """);
        var keys = IntStream.range(0, 5000).map(i -> i * 7919 % 10).toArray();
        device.holds(module, List.of(Literal.ofInts(keys, 5000)));
    }

    @Test
    void bytesAndHalvesAreSortedAsTheyAre(OpenCl device) {
        device.holds("""
                HloModule narrow
                bytes { a = u8[] parameter(0)  b = u8[] parameter(1)  ROOT c = pred[] compare(a, b), direction=GT }
                halves { a = bf16[] parameter(0)  b = bf16[] parameter(1)  ROOT c = pred[] compare(a, b), direction=LT }
                ENTRY main {
                  p = u8[700] parameter(0)
                  q = bf16[700] parameter(1)
                  x = u8[700] sort(p), dimensions={0}, to_apply=bytes
                  y = bf16[700] sort(q), dimensions={0}, to_apply=halves
                  ROOT t = (u8[700], bf16[700]) tuple(x, y)
                }
                """);
    }

    @Test
    void theLargestOfALongLineAreFoundThatWay(OpenCl device) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule best
                ENTRY main {
                  x = f32[3,1000] parameter(0)
                  ROOT y = (f32[3,7], s32[3,7]) topk(x), k=7, largest=true
                }
                """);
        device.holds(module);
        assertThat(kernels(module)).hasSizeGreaterThan(1).endsWith("y");
    }

    @Test
    void aFusionAroundASortIsThatSort(OpenCl device) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule wrapped
                before { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = pred[] compare(a, b), direction=LT }
                fused { p = f32[500] parameter(0)  ROOT s = f32[500] sort(p), dimensions={0}, to_apply=before }
                ENTRY main {
                  x = f32[500] parameter(0)
                  ROOT y = f32[500] fusion(x), kind=kInput, calls=fused
                }
                """);
        device.holds(module);
        assertThat(kernels(module)).hasSize(4);
    }

    /** Every row is before every other: no order, so no result is right, but it ends, and writes nowhere else. */
    @Test
    void anOrderThatContradictsItselfDoesNoHarm(OpenCl device) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule contradiction
                before { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = pred[] constant(true) }
                ENTRY main {
                  x = f32[1000] parameter(0)
                  ROOT y = f32[1000] sort(x), dimensions={0}, to_apply=before
                }
                """);
        var arguments = GeneratedInputs.of(module, 1);
        try (var executable = device.backend().compile(module, new Cancellation())) {
            var output = executable
                    .run(arguments, RunOptions.ONCE, new Cancellation())
                    .output();
            assertThat(output.shape().isCompatible(module.entry().root().shape()))
                    .isTrue();
        }
    }
}
