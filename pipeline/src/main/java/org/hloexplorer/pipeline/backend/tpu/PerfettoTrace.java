package org.hloexplorer.pipeline.backend.tpu;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipRun;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipState;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.StateInterval;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitTimeline;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * A simulation as trace events for Perfetto and Chrome: a thread for each part of the chip, a slice for each state it is in.
 *
 * <p>One microsecond of the trace is one cycle, so that all times are whole numbers. Products follow one another, each in
 * its first execution. A second process shows the whole program on the chip's units.
 */
public final class PerfettoTrace {
    private static final int PROCESS = 1;
    private static final int CHIP_PROCESS = 2;

    private final JsonGenerator json;
    private final TpuSimulation simulation;
    private final Map<String, Integer> threads = new LinkedHashMap<>();
    private int process = PROCESS;

    private PerfettoTrace(JsonGenerator json, TpuSimulation simulation) {
        this.json = json;
        this.simulation = simulation;
    }

    /** Writes the trace; the writer stays open. */
    public static void write(TpuSimulation simulation, Writer writer) throws IOException {
        var factory = JsonFactory.builder()
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        try (var json = factory.createGenerator(ObjectWriteContext.empty(), writer)) {
            new PerfettoTrace(json, simulation).write();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private void write() {
        json.writeStartObject();
        json.writeStringProperty("displayTimeUnit", "ns");
        json.writeObjectPropertyStart("otherData");
        json.writeStringProperty("timeBase", "1 us = 1 cycle");
        json.writeStringProperty("array", simulation.config().array());
        json.writeStringProperty("timing", simulation.config().timing().flag());
        json.writeNumberProperty("clockHz", simulation.config().clockHertz());
        json.writeEndObject();
        json.writeArrayPropertyStart("traceEvents");
        long start = 0;
        for (var run : simulation.matMuls()) {
            product(run, start);
            start += run.simulation().cycles();
        }
        simulation.onChip().ifPresent(this::chip);
        json.writeEndArray();
        json.writeEndObject();
    }

    /** The whole program on the chip's units, each piece once, as a process of its own. */
    private void chip(ChipRun run) {
        process = CHIP_PROCESS;
        long start = 0;
        for (var piece : run.pieces()) {
            var schedule = piece.schedule();
            for (var unit : ChipUnit.values()) {
                for (var interval : schedule.intervals(unit)) {
                    if (interval.state() == ChipState.WORKING) {
                        task(schedule.tasks().get(interval.task()), piece, start + interval.from());
                    }
                }
            }
            start += schedule.cycles();
        }
        process = PROCESS;
    }

    private void task(ChipTask task, ChipPiece piece, long at) {
        var details = new LinkedHashMap<String, Object>();
        details.put("hlo", task.name());
        details.put("computation", piece.computation() + " × " + piece.times());
        details.put("block", task.block());
        details.put("bytes", task.bytes());
        slice(task.unit().label(), task.kind().label() + " " + task.name(), "chip", at, task.cycles(), details);
    }

    private void product(MatMulRun run, long start) {
        slice("program", run.name(), "dot", start, run.simulation().cycles(), Map.of("product", run.toString()));
        var config = run.simulation().config();
        for (int unit = 0; unit < run.simulation().plans().size(); unit++) {
            var plan = run.simulation().plans().get(unit);
            var timeline = new UnitTimeline(run.simulation().schedule(unit), config);
            for (var part : HardwareUnit.of(config.timing())) {
                var thread = part.label() + (config.matrixUnits() == 1 ? "" : " " + unit);
                timeline.forEach(part, interval -> interval(thread, run, plan, interval, start));
            }
        }
    }

    /** Idle cycles are the gaps between slices. */
    private void interval(String thread, MatMulRun run, TilePlan plan, StateInterval interval, long start) {
        if (interval.state() == UnitState.IDLE) {
            return;
        }
        var details = new LinkedHashMap<String, Object>();
        details.put("hlo", run.name());
        details.put("meaning", interval.state().meaning());
        if (interval.tile() >= 0) {
            var tile = plan.tile(interval.tile());
            details.put("tile", tile.index());
            details.put("column_fold", tile.columnFold());
            details.put("row_fold", tile.rowFold());
        }
        slice(thread, interval.state().label(), "matmul", start + interval.from(), interval.cycles(), details);
    }

    private void slice(String thread, String name, String category, long at, long cycles, Map<String, Object> details) {
        int id = thread(thread);
        json.writeStartObject();
        json.writeStringProperty("ph", "X");
        json.writeNumberProperty("pid", process);
        json.writeNumberProperty("tid", id);
        json.writeNumberProperty("ts", at);
        json.writeNumberProperty("dur", cycles);
        json.writeStringProperty("name", name);
        json.writeStringProperty("cat", category);
        details(details);
        json.writeEndObject();
    }

    /** The number of a thread, which is named in the trace when it is first met. */
    private int thread(String name) {
        var known = threads.get(process + name);
        if (known != null) {
            return known;
        }
        int id = threads.size() + 1;
        threads.put(process + name, id);
        json.writeStartObject();
        json.writeStringProperty("ph", "M");
        json.writeNumberProperty("pid", process);
        json.writeNumberProperty("tid", id);
        json.writeStringProperty("name", "thread_name");
        details(Map.of("name", name));
        json.writeEndObject();
        return id;
    }

    private void details(Map<String, Object> details) {
        json.writeObjectPropertyStart("args");
        details.forEach((key, value) -> {
            if (value instanceof Integer number) {
                json.writeNumberProperty(key, number);
            } else {
                json.writeStringProperty(key, String.valueOf(value));
            }
        });
        json.writeEndObject();
    }
}
