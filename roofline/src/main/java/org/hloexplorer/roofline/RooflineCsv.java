package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;

/** The rows of a roofline as comma-separated values: the same rows as the table beside the chart. */
public final class RooflineCsv {
    private RooflineCsv() {}

    private static final List<String> FIRST = List.of(
            "stage",
            "kernel",
            "instructions",
            "flops",
            "flops_source",
            "transcendentals",
            "bytes",
            "bytes_source",
            "seconds",
            "seconds_source",
            "intensity_flop_per_byte",
            "flop_per_second",
            "fraction_of_roof",
            "engine",
            "verdict",
            "launches",
            "flops_analytic",
            "flops_counted",
            "flops_counted_by_type",
            "integer_operations_counted",
            "comparisons_counted",
            "conversions_counted",
            "transcendentals_analytic",
            "transcendentals_counted",
            "flops_inside_transcendentals_counted",
            "bytes_analytic",
            "bytes_loaded_counted",
            "bytes_stored_counted",
            "bytes_loaded_in_scratch_counted",
            "bytes_stored_in_scratch_counted",
            "counting",
            "simulation",
            "hardware_bytes",
            "hardware");

    public static String of(RooflineData data) {
        var lines = new StringJoiner("\n", "", "\n");
        var levels = levels(data);
        var header = new ArrayList<>(FIRST);
        levels.forEach(level -> header.add("bytes_%s".formatted(level.toLowerCase(Locale.ROOT))));
        lines.add(String.join(",", header));
        for (var stage : data.stages()) {
            for (var placement : stage.kernels()) {
                lines.add(row(stage, placement, levels));
            }
        }
        return lines.toString();
    }

    /** The levels that kernels moved bytes through, from the nearest on. */
    private static List<String> levels(RooflineData data) {
        return data.stages().stream()
                .flatMap(stage -> stage.kernels().stream())
                .flatMap(placement -> placement.kernel().levels().stream())
                .map(LevelBytes::level)
                .distinct()
                .toList();
    }

    private static String row(Stage stage, Placement placement, List<String> levels) {
        var kernel = placement.kernel();
        var cells = new StringJoiner(",");
        cells.add(quoted(stage.name()));
        cells.add(quoted(kernel.name()));
        cells.add(quoted(String.join(" ", kernel.instructionNames())));
        cells.add(Double.toString(kernel.flops().value()));
        cells.add(quoted(kernel.flops().source()));
        cells.add(Double.toString(kernel.transcendentals().value()));
        cells.add(Double.toString(kernel.bytes().value()));
        cells.add(quoted(kernel.bytes().source()));
        cells.add(Double.toString(kernel.seconds().value()));
        cells.add(quoted(kernel.seconds().source()));
        cells.add(Double.toString(kernel.intensity()));
        cells.add(Double.toString(kernel.flopRate()));
        cells.add(Double.toString(placement.fractionOfRoof()));
        cells.add(quoted(kernel.engine()));
        cells.add(quoted(placement.verdict()));
        addEvidence(kernel, cells);
        for (var level : levels) {
            cells.add(kernel.levels().stream()
                    .filter(each -> each.level().equals(level))
                    .findFirst()
                    .map(each -> Double.toString(each.bytes().value()))
                    .orElse(""));
        }
        return cells.toString();
    }

    /** What was not counted is left empty. */
    private static void addEvidence(KernelMeasurement kernel, StringJoiner cells) {
        var evidence = kernel.evidence();
        var counted = evidence.counted();
        boolean isAnalyzed = !evidence.equals(Evidence.NONE);
        cells.add(Long.toString(evidence.launches()));
        cells.add(isAnalyzed ? Double.toString(evidence.analyticFlops().value()) : "");
        cells.add(counted == null ? "" : Long.toString(counted.flops()));
        cells.add(counted == null ? "" : quoted(counted.byType(Kind.ARITHMETIC)));
        cells.add(counted == null ? "" : Long.toString(counted.integerOperations()));
        cells.add(counted == null ? "" : quoted(counted.byType(Kind.COMPARISON)));
        cells.add(counted == null ? "" : quoted(counted.byType(Kind.CONVERSION)));
        cells.add(
                isAnalyzed ? Double.toString(evidence.analyticTranscendentals().value()) : "");
        cells.add(counted == null ? "" : Long.toString(counted.transcendentals()));
        cells.add(counted == null ? "" : Long.toString(counted.libraryFlops()));
        cells.add(isAnalyzed ? Double.toString(evidence.analyticBytes().value()) : "");
        for (var kind : List.of(Kind.LOAD, Kind.STORE, Kind.SCRATCH_LOAD, Kind.SCRATCH_STORE)) {
            cells.add(counted == null ? "" : Long.toString(counted.bytes(kind)));
        }
        cells.add(quoted(evidence.counting()));
        cells.add(quoted(evidence.simulation()));
        double missed = evidence.hardware().value();
        cells.add(Double.isFinite(missed) ? Double.toString(missed) : "");
        cells.add(quoted(evidence.hardware().source()));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
