package org.hloexplorer.pipeline.backend.tpu;

import static org.assertj.core.api.Assertions.assertThat;

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
