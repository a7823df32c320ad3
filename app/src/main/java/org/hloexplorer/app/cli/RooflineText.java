package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.RooflineMeter;
import org.hloexplorer.roofline.KernelMeasurement;
import org.hloexplorer.roofline.LevelBytes;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.WholeProgram;

/** A roofline as text. */
final class RooflineText {
    private RooflineText() {}

    static String of(RooflineData data) {
        var text = new StringBuilder();
        text.append("%s on %s%n".formatted(data.program(), data.roofs().machine()));
        data.roofs().arithmetic().forEach(each -> text.append(roof(each)));
        data.roofs().memory().forEach(each -> text.append(roof(each)));
        for (var stage : data.stages()) {
            text.append("%n%s%n".formatted(stage.name()));
            text.append("  %-34s %10s %12s %10s %10s %9s  %s%n"
                    .formatted("kernel", "flops", "bytes", "ms", "flop/byte", "Gflop/s", "of roof"));
            boolean isLast = stage.equals(data.stages().getLast());
            stage.kernels().forEach(each -> text.append(kernel(each)).append(isLast ? ceilings(each) : ""));
        }
        text.append(sources(data));
        text.append("%n%s%n%s%n".formatted(data.summary(), RooflineMeter.verdict(data)));
        data.whole().forEach(each -> text.append(whole(each)));
        return text.toString();
    }

    private static String whole(WholeProgram whole) {
        return "%n%s%n%s%n%s%n  (%s)%n"
                .formatted(whole.eagerText(), whole.compiledText(), whole.differenceText(), whole.source());
    }

    /** The figures of the last stage in the several ways that they were found in. */
    private static String sources(RooflineData data) {
        var kernels = data.stages().getLast().kernels().stream()
                .map(Placement::kernel)
                .toList();
        var levels = kernels.stream()
                .flatMap(each -> each.levels().stream())
                .map(LevelBytes::level)
                .distinct()
                .toList();
        var counted = kernels.stream()
                .filter(each -> each.evidence().counted() != null)
                .findFirst();
        if (counted.isEmpty()) {
            return kernels.stream()
                    .map(each -> each.evidence().counting())
                    .filter(reason -> !reason.isEmpty())
                    .findFirst()
                    .map("%n%s%n"::formatted)
                    .orElse("");
        }
        var text = new StringBuilder(
                "%n%s by source%n".formatted(data.stages().getLast().name()));
        text.append("  %-34s %14s %14s %12s %12s %13s"
                .formatted("kernel", "flops analytic", "counted", "transc. an.", "counted", "bytes analytic"));
        levels.forEach(level -> text.append(" %13s".formatted(level + " bytes")));
        boolean hasHardware = kernels.stream()
                .anyMatch(each -> Double.isFinite(each.evidence().hardware().value()));
        text.append(hasHardware ? " %13s%n".formatted("by hardware") : "\n");
        kernels.forEach(each -> text.append(sources(each, levels)).append(hasHardware ? hardware(each) : "\n"));
        var evidence = counted.get().evidence();
        text.append("  (%s; %s; %s)%n"
                .formatted(
                        evidence.counting(),
                        evidence.simulation(),
                        evidence.hardware().source()));
        return text + uncounted(kernels);
    }

    /** Why there is a dash in place of what was counted, for each kernel of which that is so. */
    private static String uncounted(List<KernelMeasurement> kernels) {
        return kernels.stream()
                .filter(each -> each.evidence().counted() == null)
                .map(each ->
                        "  (%s: %s)%n".formatted(each.name(), each.evidence().counting()))
                .collect(Collectors.joining());
    }

    private static String sources(KernelMeasurement kernel, List<String> levels) {
        var evidence = kernel.evidence();
        var work = evidence.counted();
        var line = new StringBuilder(String.format(
                Locale.ROOT,
                "  %-34s %,14.0f %14s %,12.0f %12s %,13.0f",
                kernel.name(),
                evidence.analyticFlops().value(),
                work == null ? "-" : String.format(Locale.ROOT, "%,d", work.flops()),
                evidence.analyticTranscendentals().value(),
                work == null ? "-" : String.format(Locale.ROOT, "%,d", work.transcendentals()),
                evidence.analyticBytes().value()));
        for (var level : levels) {
            line.append(" %13s"
                    .formatted(kernel.levels().stream()
                            .filter(each -> each.level().equals(level))
                            .findFirst()
                            .map(each -> String.format(
                                    Locale.ROOT, "%,.0f", each.bytes().value()))
                            .orElse("-")));
        }
        return line.toString();
    }

    private static String hardware(KernelMeasurement kernel) {
        double missed = kernel.evidence().hardware().value();
        return Double.isFinite(missed) ? String.format(Locale.ROOT, " %,13.0f%n", missed) : " %13s%n".formatted("-");
    }

    private static String roof(Roof roof) {
        return "  %-34s %s  (%s)%n".formatted(roof.name(), roof.valueText(), roof.source());
    }

    private static String kernel(Placement placement) {
        var kernel = placement.kernel();
        return String.format(
                Locale.ROOT,
                "  %-34s %,10.0f %,12.0f %10.4f %10.3f %9.3f  %s%n",
                kernel.name(),
                kernel.flops().value(),
                kernel.bytes().value(),
                kernel.seconds().value() * 1e3,
                kernel.intensity(),
                kernel.flopRate() / 1e9,
                share(placement));
    }

    /** The roofs of a kernel alone, below its line. */
    private static String ceilings(Placement placement) {
        return placement.kernel().ceilings().stream()
                .map(each -> "    %-32s %s  (%s)%n".formatted(each.name(), each.valueText(), each.source()))
                .collect(Collectors.joining());
    }

    private static String share(Placement placement) {
        return switch (placement) {
            case Placement.Plotted plotted ->
                String.format(
                        Locale.ROOT,
                        "%.0f%% of %s",
                        placement.fractionOfRoof() * 100,
                        plotted.roof().name());
            case Placement.MovesData moves ->
                String.format(
                        Locale.ROOT,
                        "%.0f%% of %s",
                        placement.fractionOfRoof() * 100,
                        moves.roof().name());
            case Placement.Refused refused -> refused.verdict();
        };
    }
}
