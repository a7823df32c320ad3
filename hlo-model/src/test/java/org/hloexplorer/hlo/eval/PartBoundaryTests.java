package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class PartBoundaryTests {
    private static final int ROWS = 64;
    private static final int COLUMNS = 128;
    private static final int DEVICES = 4;

    /** What a ring of permutes, a reduce-scatter and an all-to-all over four devices make of rows and columns. */
    @Test
    void evaluatesWhatEachDeviceDoesWithItsPart() throws IOException {
        var module = HloParser.parseOrThrow(
                Files.readString(Path.of("src/test/resources/programs/ring_scatter_exchange.hlo")));
        var argument = GeneratedInputs.of(module, 1).getFirst();
        var results = new HloEvaluator().evaluate(module, List.of(argument)).elements();
        for (int row = 0; row < ROWS; row++) {
            int shifted = (row + ROWS - ROWS / DEVICES) % ROWS;
            for (int column = 0; column < COLUMNS; column++) {
                assertThat(at(results.get(0), COLUMNS, row, column)).isEqualTo(at(argument, COLUMNS, shifted, column));
            }
        }
        for (int device = 0; device < DEVICES; device++) {
            for (int column = 0; column < COLUMNS / DEVICES; column++) {
                for (int row = 0; row < ROWS / DEVICES; row++) {
                    assertThat(at(results.get(1), COLUMNS / DEVICES, device * ROWS / DEVICES + row, column))
                            .isEqualTo(sum(argument, row, device * COLUMNS / DEVICES + column));
                }
                for (int row = 0; row < ROWS; row++) {
                    assertThat(at(results.get(2), COLUMNS / DEVICES, device * ROWS + row, column))
                            .isEqualTo(at(argument, COLUMNS, row, device * COLUMNS / DEVICES + column));
                }
            }
        }
    }

    /** In the order of the devices, in f32. */
    private static double sum(Literal argument, int row, int column) {
        float sum = 0;
        for (int device = 0; device < DEVICES; device++) {
            float term = (float) at(argument, COLUMNS, device * ROWS / DEVICES + row, column);
            sum = device == 0 ? term : sum + term;
        }
        return sum;
    }

    private static double at(Literal literal, int columns, int row, int column) {
        return literal.doubleAt((long) row * columns + column);
    }

    @Test
    void cutsAlongTwoAxesTheOuterOneFirst() {
        var module = module(
                "mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>", "<@mesh, [{\\\"y\\\", \\\"x\\\"}]>", "\\\"x\\\", \\\"y\\\"");
        // Each device adds its number, which is 2 x + y, to its part, which is the (2 y + x)-th.
        assertThat(new HloEvaluator().evaluate(module, List.of(Literal.ofFloats(new float[] {10, 20, 30, 40}, 4))))
                .isEqualTo(Literal.ofFloats(new float[] {10, 22, 31, 43}, 4));
    }

    @Test
    void cutsAlongOneAxis() {
        var module = module("mesh = #sdy.mesh<[\"x\"=4]>", "<@mesh, [{\\\"x\\\"}]>", "\\\"x\\\"");
        assertThat(new HloEvaluator().evaluate(module, List.of(Literal.ofFloats(new float[] {10, 20, 30, 40}, 4))))
                .isEqualTo(Literal.ofFloats(new float[] {10, 21, 32, 43}, 4));
    }

    @Test
    void refusesPartsOfAxes() {
        var module = module("mesh = #sdy.mesh<[\"x\"=4]>", "<@mesh, [{\\\"x\\\":(1)2}]>", "\\\"x\\\"");
        assertThatThrownBy(() ->
                        new HloEvaluator().evaluate(module, List.of(Literal.ofFloats(new float[] {10, 20, 30, 40}, 4))))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("a part of an axis");
    }

    @Test
    void refusesWhereThereIsNoMesh() {
        var module = module("other = #sdy.mesh<[\"x\"=4]>", "<@mesh, [{\\\"x\\\"}]>", "\\\"x\\\"");
        assertThatThrownBy(() ->
                        new HloEvaluator().evaluate(module, List.of(Literal.ofFloats(new float[] {10, 20, 30, 40}, 4))))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("only a program cut into partitions gives a meaning");
    }

    private static HloModule module(String mesh, String sharding, String axes) {
        return HloParser.parseOrThrow("""
                HloModule m, frontend_attributes={xla.sdy.meshes={%s}}
                body {
                  part = f32[1] parameter(0)
                  id = u32[] partition-id()
                  number = f32[] convert(id)
                  row = f32[1] reshape(number)
                  ROOT sum = f32[1] add(part, row)
                }
                ENTRY e {
                  x = f32[4] parameter(0)
                  in = f32[1] custom-call(x), custom_call_target="xla.sdy.GlobalToLocalShape", frontend_attributes={xla.sdy.in_shardings="#sdy.sharding_per_value<[%s]>",xla.sdy.manual_axes="#sdy<manual_axes{%s}>"}
                  done = f32[1] call(in), to_apply=body
                  ROOT out = f32[4] custom-call(done), custom_call_target="xla.sdy.LocalToGlobalShape", frontend_attributes={xla.sdy.out_shardings="#sdy.sharding_per_value<[%s]>",xla.sdy.manual_axes="#sdy<manual_axes{%s}>"}
                }
                """.formatted(mesh, sharding, axes, sharding, axes));
    }
}
