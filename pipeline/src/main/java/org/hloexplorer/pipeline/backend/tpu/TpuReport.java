package org.hloexplorer.pipeline.backend.tpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipRun;
import org.hloexplorer.pipeline.backend.tpu.simulator.ResultCheck;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;

/** A simulation as a record of plain values, to be printed as JSON. */
public final class TpuReport {
    private TpuReport() {}

    /** Field names as the command line promises them; {@code file} and {@code compare} are the caller's to add. */
    public static Map<String, Object> of(TpuSimulation simulation) {
        var config = simulation.config();
        var report = new LinkedHashMap<String, Object>();
        report.put("array", config.array());
        report.put("chip", config.name());
        report.put("matrix_units", config.matrixUnits());
        report.put("timing", config.timing().flag());
        report.put("cycles", simulation.cycles());
        report.put("closed_form", simulation.closedForm());
        config.seconds(simulation.cycles()).ifPresent(seconds -> report.put("seconds", seconds));
        report.put("states", states(simulation.states()));
        report.put(
                "matmuls",
                simulation.matMuls().stream()
                        .map(run -> matMul(run, simulation))
                        .toList());
        simulation.onChip().ifPresent(chip -> report.put("program", program(chip)));
        if (!simulation.whyNotOnChip().isEmpty()) {
            report.put("no_program", simulation.whyNotOnChip());
        }
        report.put(
                "not_on_array",
                simulation.elsewhere().stream().map(TpuReport::elsewhere).toList());
        report.put("source", config.source());
        return report;
    }

    private static Map<String, Object> states(Map<String, Map<UnitState, Long>> units) {
        var named = new LinkedHashMap<String, Object>();
        units.forEach((unit, states) -> {
            var cycles = new LinkedHashMap<String, Object>();
            states.forEach((state, count) -> cycles.put(state.label().replace(' ', '_'), count));
            named.put(unit.replace(' ', '_'), cycles);
        });
        return named;
    }

    private static Map<String, Object> program(ChipRun chip) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("cycles", chip.cycles());
        fields.put("at_least", chip.atLeast());
        fields.put("at_most", chip.atMost());
        var path = new LinkedHashMap<String, Object>();
        chip.criticalPath().forEach((kind, count) -> path.put(kind.label().replace(' ', '_'), count));
        fields.put("critical_path", path);
        var units = new LinkedHashMap<String, Object>();
        chip.states().forEach((unit, states) -> {
            var cycles = new LinkedHashMap<String, Object>();
            states.forEach((state, count) -> cycles.put(state.label().replace(' ', '_'), count));
            units.put(unit.label().replace(' ', '_'), cycles);
        });
        fields.put("states", units);
        var bytes = new LinkedHashMap<String, Object>();
        chip.bytes().forEach((kind, count) -> bytes.put(kind.label().replace(' ', '_'), count));
        fields.put("bytes", bytes);
        fields.put("on_chip_peak_bytes", chip.onChipPeak());
        fields.put("source", chip.model().source());
        return fields;
    }

    private static Map<String, Object> matMul(MatMulRun run, TpuSimulation simulation) {
        var gemm = run.simulation().gemm();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("instruction", run.name());
        fields.put("computation", run.place());
        fields.put("batch", gemm.batch());
        fields.put("m", gemm.m());
        fields.put("n", gemm.n());
        fields.put("k", gemm.k());
        fields.put("taps", gemm.taps());
        fields.put("type", run.simulation().config().operandType().name().toLowerCase(Locale.ROOT));
        fields.put("folds", run.simulation().folds());
        fields.put("executions", run.executions());
        fields.put("cycles", run.cycles());
        fields.put(
                "closed_form", run.executions() * run.simulation().closedForm().cycles());
        fields.put("formula", run.simulation().closedForm().formula());
        fields.put("states", states(run.simulation().states()));
        ProductRoofline.of(run, simulation).ifPresent(roofline -> fields.put("roofline", roofline(roofline)));
        run.checked().ifPresent(check -> fields.put("check", check(check)));
        var remarks = new ArrayList<String>();
        if (run.remark() != null) {
            remarks.add(run.remark());
        }
        if (run.withoutValues() != null) {
            remarks.add(run.withoutValues());
        }
        fields.put("remarks", List.copyOf(remarks));
        return fields;
    }

    private static Map<String, Object> roofline(ProductRoofline roofline) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("reached", roofline.reached());
        fields.put("model_intensity", roofline.modelIntensity());
        fields.put("hbm_intensity", roofline.memoryIntensity());
        fields.put("on_chip_intensity", roofline.onChipIntensity());
        fields.put("peak", roofline.peak());
        fields.put("hbm_bound", roofline.memoryBound());
        fields.put("mapping_ceiling", roofline.mappingCeiling());
        fields.put("shift_ceiling", roofline.shiftCeiling());
        return fields;
    }

    private static Map<String, Object> check(ResultCheck check) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("max_error", check.maxError());
        fields.put("element", check.where());
        fields.put("actual", check.actual());
        fields.put("exact", check.expected());
        fields.put("max_summation_error", check.maxSummationError());
        fields.put("within_bound", check.withinBound());
        fields.put("checked", check.checked());
        fields.put("elements", check.elements());
        return fields;
    }

    private static Map<String, Object> elsewhere(Elsewhere elsewhere) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("instruction", elsewhere.name());
        fields.put("opcode", elsewhere.opcode());
        fields.put("reason", elsewhere.reason());
        fields.put("work", elsewhere.work());
        return fields;
    }
}
