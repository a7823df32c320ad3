package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scatters in each of the ways that they are shared out among items, on updates that meet and windows that stick out. */
@ExtendWith(OpenCl.Shared.class)
final class ScatterTests {
    private static final Worker WORKER = new Worker();

    @AfterAll
    static void close() {
        WORKER.close();
    }

    private static HloModule scatter(String type, int width, String combiner, String attributes) {
        return HloParser.parseOrThrow("""
                HloModule scatters
                combine { a = %1$s[] parameter(0)  b = %1$s[] parameter(1)  ROOT c = %1$s[] %3$s }
                ENTRY main {
                  x = %1$s[50,%2$d] parameter(0)
                  at = s32[300,1] parameter(1)
                  updates = %1$s[300,%2$d] parameter(2)
                  ROOT y = %1$s[50,%2$d] scatter(x, at, updates), update_window_dims={1}, inserted_window_dims={0},
                    scatter_dims_to_operand_dims={0}, index_vector_dim=1%4$s, to_apply=combine
                }
                """.formatted(type, width, combiner, attributes));
    }

    /** Rows from 2 before the first to 2 after the last, in a mixed order. */
    private static List<Literal> inputs(HloModule module) {
        var generated = GeneratedInputs.of(module, 1);
        var rows = IntStream.range(0, 300).map(i -> i * 17 % 54 - 2).toArray();
        return List.of(generated.get(0), Literal.ofInts(rows, 300, 1), generated.get(2));
    }

    private static void holds(OpenCl device, HloModule module, String loop) throws BackendException {
        device.holds(module, inputs(module));
        assertThat(loops(module)).containsPattern(loop);
    }

    private static String loops(HloModule module) throws BackendException {
        return GpuCode.of(module, WORKER).getLast().code().getFirst().text();
    }

    @Test
    void integersAreAddedInOneStep(OpenCl device) throws BackendException {
        holds(device, scatter("s32", 4, "add(a, b)", ""), "atomic add y");
        holds(device, scatter("u32", 40, "maximum(a, b)", ""), "atomic maximum y");
        holds(device, scatter("s32", 1, "minimum(a, b)", ""), "atomic minimum y");
    }

    @Test
    void floatsOfNarrowWindowsAreToo(OpenCl device) throws BackendException {
        holds(device, scatter("f32", 1, "add(a, b)", ""), "atomic add y");
        holds(device, scatter("f32", 8, "add(a, b)", ""), "atomic add y");
    }

    @Test
    void wideWindowsHaveAnItemForEachColumn(OpenCl device) throws BackendException {
        holds(device, scatter("f32", 64, "add(a, b)", ""), "parallel for \\w+ in 0..64");
        holds(device, scatter("f32", 3, "multiply(a, b)", ""), "parallel for \\w+ in 0..3 ");
        holds(device, scatter("f32", 3, "add(b, b)", ""), "parallel for \\w+ in 0..3 ");
    }

    @Test
    void updatesThatDoNotMeetHaveItemsOfTheirOwn(OpenCl device) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule unique
                combine { a = f32[] parameter(0)  ROOT b = f32[] parameter(1) }
                ENTRY main {
                  x = f32[500,3] parameter(0)
                  at = s32[100,1] iota(), iota_dimension=0
                  updates = f32[100,3] parameter(1)
                  ROOT y = f32[500,3] scatter(x, at, updates), update_window_dims={1}, inserted_window_dims={0},
                    scatter_dims_to_operand_dims={0}, index_vector_dim=1, unique_indices=true, to_apply=combine
                }
                """);
        device.holds(module);
        assertThat(GpuCode.of(module, WORKER).getLast().code().getFirst().text())
                .containsPattern("parallel for \\w+ in 0..300");
    }

    @Test
    void whatAFusionBeginsWithIsWrittenFirst(OpenCl device) {
        device.holds("""
                HloModule fused
                combine { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
                body {
                  at = s32[300] parameter(0)
                  updates = f32[300,8] parameter(1)
                  zero = f32[] constant(0)
                  zeros = f32[50,8] broadcast(zero), dimensions={}
                  rows = s32[300,1] bitcast(at)
                  twice = f32[300,8] add(updates, updates)
                  ROOT y = f32[50,8] scatter(zeros, rows, twice), update_window_dims={1}, inserted_window_dims={0},
                    scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=combine
                }
                ENTRY main {
                  at = s32[300] parameter(0)
                  updates = f32[300,8] parameter(1)
                  ROOT f = f32[50,8] fusion(at, updates), kind=kInput, calls=body
                }
                """);
    }

    @Test
    void ptxHasInstructionsForIt() throws BackendException {
        assertThat(ptx(scatter("f32", 8, "add(a, b)", ""))).contains(".global.add.f32");
        assertThat(ptx(scatter("s32", 8, "maximum(a, b)", ""))).contains(".global.max.s32");
    }

    private static String ptx(HloModule module) throws BackendException {
        return GpuCode.of(module, WORKER).getLast().code().stream()
                .filter(listing -> listing.stage().equals("PTX (sm_80)"))
                .findFirst()
                .orElseThrow()
                .text();
    }
}
