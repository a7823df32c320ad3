package org.hloexplorer.roofline;

import java.util.List;
import java.util.StringJoiner;

/** The rows of a roofline as comma-separated values: the same rows as the table beside the chart. */
public final class RooflineCsv {
    private RooflineCsv() {}

    private static final List<String> HEADER = List.of(
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
            "verdict");

    public static String of(RooflineData data) {
        var lines = new StringJoiner("\n", "", "\n");
        lines.add(String.join(",", HEADER));
        for (var stage : data.stages()) {
            for (var placement : stage.kernels()) {
                lines.add(row(stage, placement));
            }
        }
        return lines.toString();
    }

    private static String row(Stage stage, Placement placement) {
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
        return cells.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
