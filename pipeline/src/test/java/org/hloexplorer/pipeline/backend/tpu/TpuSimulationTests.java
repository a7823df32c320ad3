package org.hloexplorer.pipeline.backend.tpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole simulations, and how they are written down. */
final class TpuSimulationTests {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void productWithoutProgram() {
        var simulation = TpuSimulation.ofGemm(Gemm.of(6, 4, 8), TpuConfig.array(4, 4, TimingMode.DOUBLE_BUFFERED), 1);
        assertThat(simulation.cycles()).isEqualTo(22).isEqualTo(simulation.closedForm());
        var run = simulation.matMuls().getFirst();
        assertThat(run.checked().orElseThrow().withinBound()).isTrue();
        assertThat(run.simulation().data()).isPresent();
        assertThat(simulation.states().get("matrix unit"))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(UnitState.WEIGHT_SHIFT, 4L, UnitState.ACTIVE, 12L, UnitState.DRAIN, 6L));
    }

    @Test
    void hugeProductsAreTimedOnlyAndSaySo() {
        var v4 = TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED);
        var run = TpuSimulation.ofGemm(Gemm.of(65536, 16384, 16384), v4, 1)
                .matMuls()
                .getFirst();
        assertThat(run.withoutValues()).startsWith("Timed only: ");
        assertThat(run.checked()).isEmpty();
        assertThat(run.simulation().agrees()).isTrue();
    }

    @Test
    void reportHasTheNamesOfTheCommandLine() {
        var simulation =
                TpuSimulation.ofGemm(Gemm.of(8, 16, 16), TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED), 1);
        var report = JSON.readTree(JSON.writeValueAsString(TpuReport.of(simulation)));
        assertThat(report.propertyNames())
                .containsSubsequence("array", "chip", "timing", "cycles", "closed_form", "states", "matmuls");
        assertThat(report.get("chip").stringValue()).isEqualTo("v4");
        assertThat(report.get("cycles").longValue())
                .isEqualTo(390)
                .isEqualTo(report.get("closed_form").longValue());
        assertThat(report.get("seconds").doubleValue()).isEqualTo(390 / 1.05e9);
        assertThat(report.get("states").get("matrix_unit_0").get("weight_shift").longValue())
                .isEqualTo(128);
        var product = report.get("matmuls").get(0);
        assertThat(product.propertyNames()).contains("instruction", "m", "n", "k", "folds", "cycles");
        assertThat(product.get("check").get("within_bound").booleanValue()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void traceHasNoOverlapsAndAddsUp(TimingMode timing) throws IOException {
        var config = TpuConfig.of(TpuChip.V4, timing);
        var one = TpuSimulation.ofGemm(Gemm.of(100, 300, 300), config, 1)
                .matMuls()
                .getFirst();
        var simulation = new TpuSimulation("twice", config, List.of(one, one), List.of());
        var writer = new StringWriter();
        PerfettoTrace.write(simulation, writer);
        var ends = new HashMap<Integer, Long>();
        long active = 0;
        for (var event : JSON.readTree(writer.toString()).get("traceEvents")) {
            if (event.get("ph").stringValue().equals("X")) {
                int thread = event.get("tid").intValue();
                long start = event.get("ts").longValue();
                assertThat(start).isGreaterThanOrEqualTo(ends.getOrDefault(thread, 0L));
                ends.put(thread, start + event.get("dur").longValue());
                active += event.get("name").stringValue().equals("active")
                        ? event.get("dur").longValue()
                        : 0;
            }
        }
        assertThat(ends.values().stream().mapToLong(Long::longValue).max()).hasValue(simulation.cycles());
        assertThat(active).isEqualTo(states(simulation, UnitState.ACTIVE));
        assertThat(names(JSON.readTree(writer.toString()))).hasSize(ends.size()).contains("program", "matrix unit 0");
    }

    /** The chip's units as a process of their own: no unit does two tasks at once, and the last ends with the program. */
    @Test
    void traceShowsTheChip() throws IOException {
        var v4 = TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED);
        var simulation = TpuSimulation.ofGemm(Gemm.of(512, 512, 512), v4, 1);
        var writer = new StringWriter();
        PerfettoTrace.write(simulation, writer);
        var ends = new HashMap<Integer, Long>();
        for (var event : JSON.readTree(writer.toString()).get("traceEvents")) {
            if (event.get("ph").stringValue().equals("X") && event.get("pid").intValue() == 2) {
                long start = event.get("ts").longValue();
                ends.merge(event.get("tid").intValue(), start, (last, next) -> {
                    assertThat(next).isGreaterThanOrEqualTo(last);
                    return next;
                });
                ends.put(event.get("tid").intValue(), start + event.get("dur").longValue());
            }
        }
        assertThat(ends).hasSize(2);
        assertThat(ends.values().stream().mapToLong(Long::longValue).max())
                .hasValue(simulation.onChip().orElseThrow().cycles());
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void waveformsEndWithTheLastCycleAndAreInOrder(TimingMode timing) throws IOException {
        var config = TpuConfig.of(TpuChip.V4, timing);
        var simulation = TpuSimulation.ofGemm(Gemm.of(100, 300, 300), config, 1);
        var writer = new StringWriter();
        VcdTrace.write(simulation, writer);
        var lines = writer.toString().lines().toList();
        assertThat(lines).contains("$timescale 1 ns $end", "$scope module matrix_unit_7 $end", "$enddefinitions $end");
        var times = lines.stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> Long.valueOf(line.substring(1)))
                .toList();
        assertThat(times).isSorted().doesNotHaveDuplicates().startsWith(0L).endsWith(simulation.cycles());
        var codes = lines.stream()
                .filter(line -> line.startsWith("$var"))
                .map(line -> line.split(" ")[3])
                .toList();
        assertThat(codes).doesNotHaveDuplicates().hasSize(8 * 2 * (timing == TimingMode.FIFO ? 4 : 3));
        var used = lines.stream()
                .filter(line -> line.startsWith("b"))
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .distinct()
                .toList();
        assertThat(used).hasSameElementsAs(codes);
    }

    /** 512 x 512 x 512: 2 MiB of bf16 operands and f32 result, 4 row folds, 16 tiles of 128 x 128 over 4 units. */
    @Test
    void aProductLiesUnderItsRoofs() {
        var simulation =
                TpuSimulation.ofGemm(Gemm.of(512, 512, 512), TpuConfig.of(TpuChip.V5E, TimingMode.DOUBLE_BUFFERED), 1);
        var roofline =
                ProductRoofline.of(simulation.matMuls().getFirst(), simulation).orElseThrow();
        double operations = 2.0 * 512 * 512 * 512;
        assertThat(roofline.modelIntensity()).isEqualTo(operations / (2 << 20));
        assertThat(roofline.memoryIntensity()).isEqualTo(operations / (2 << 20));
        assertThat(roofline.onChipIntensity())
                .isEqualTo(operations / (4 * 512 * 512 * 2 + 512 * 512 * 2 + 4 * 512 * 512 * 4));
        assertThat(roofline.mappingCeiling()).isEqualTo(197e12);
        assertThat(roofline.shiftCeiling()).isEqualTo(197e12);
        assertThat(roofline.memoryBound()).isEqualTo(128 * 819e9);
        // The transfers take longer than the 2430 cycles on the arrays.
        assertThat(roofline.reached()).isCloseTo(roofline.memoryBound(), within(1e3));
        assertThat(simulation.cycles() / 1.5e9).isLessThan((2 << 20) / 819e9);
        assertThat(ProductRoofline.of(
                        TpuSimulation.ofGemm(Gemm.of(4, 4, 4), TpuConfig.standard(), 1)
                                .matMuls()
                                .getFirst(),
                        simulation))
                .isEmpty();
    }

    @Test
    void countersAreALinePerProduct() {
        var v4 = TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED);
        var lines = CounterCsv.of(TpuSimulation.ofGemm(Gemm.of(100, 300, 300), v4, 1))
                .lines()
                .toList();
        assertThat(lines).hasSize(2);
        var names = List.of(lines.getFirst().split(","));
        var values = List.of(lines.getLast().split(","));
        assertThat(values).hasSameSizeAs(names);
        assertThat(values.get(names.indexOf("useful_macs"))).isEqualTo("9000000");
        assertThat(values.get(names.indexOf("cycles"))).isEqualTo(values.get(names.indexOf("closed_form")));
        assertThat(values.get(names.indexOf("tiles"))).isEqualTo("18");
    }

    private static long states(TpuSimulation simulation, UnitState state) {
        return simulation.states().values().stream()
                .mapToLong(states -> states.getOrDefault(state, 0L))
                .sum();
    }

    private static List<String> names(JsonNode trace) {
        return trace.get("traceEvents")
                .valueStream()
                .filter(event -> event.get("ph").stringValue().equals("M"))
                .map(event -> event.get("args").get("name").stringValue())
                .toList();
    }
}
