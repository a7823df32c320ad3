package org.hloexplorer.roofline;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.KernelDescription;

/**
 * One version of a program as it was measured, not yet held against anything.
 *
 * @param version of the module on the timeline
 */
record MeasuredStage(
        String name,
        int version,
        HloModule module,
        List<KernelDescription> kernels,
        ExecutionProfile profile,
        Counted work) {
    MeasuredStage {
        kernels = List.copyOf(kernels);
    }

    /** Seconds of all kernels of a run, one after the other, median. */
    double kernelSeconds() {
        return profile.kernels().stream()
                        .mapToDouble(each -> each.timing().medianNanos())
                        .sum()
                * 1e-9;
    }

    /** Its kernels under the roofs of a machine. */
    Stage under(Roofs roofs) {
        var analysis = HloCostAnalysis.of(module);
        var placer = new Placer(roofs);
        var levels = new LevelSentence(roofs);
        return new Stage(
                name,
                version,
                kernels.stream()
                        .map(kernel -> advised(placer.place(measurement(analysis, kernel)), levels, kernel))
                        .toList());
    }

    /** Adds to the verdict what each level moved and, to a kernel that memory limits, what fusing it would save. */
    private Placement advised(Placement placement, LevelSentence levels, KernelDescription kernel) {
        return switch (placement) {
            case Placement.Plotted plotted
            when plotted.bound() == Placement.Bound.ARITHMETIC ->
                plotted.saying(joined(plotted.verdict(), levels.of(plotted.kernel())));
            case Placement.Refused refused -> refused;
            case Placement.Plotted plotted -> plotted.saying(advice(plotted, levels, kernel));
            case Placement.MovesData moves -> moves.saying(advice(moves, levels, kernel));
        };
    }

    private String advice(Placement placement, LevelSentence levels, KernelDescription kernel) {
        var measured = placement.kernel();
        var saving = FusionSaving.of(module, kernel, kernels)
                .map(each -> each.times(measured.evidence().launches())
                        .sentence(measured.bytes().value()))
                .orElse("");
        return joined(placement.verdict(), levels.of(measured), saving);
    }

    private static String joined(String... sentences) {
        return Stream.of(sentences).filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
    }

    private KernelMeasurement measurement(HloCostAnalysis analysis, KernelDescription kernel) {
        var instruction = module.findInstruction(kernel.instruction()).orElseThrow();
        var evidence = work.evidence(LibraryWork.cost(module, analysis, kernel), kernel);
        var timing = profile.kernels().stream()
                .filter(time -> time.kernel().equals(kernel.name()))
                .findFirst();
        var identity = new KernelIdentity(kernel.name(), instruction.id(), names(kernel), List.copyOf(origins(kernel)));
        var seconds = new Figure(
                timing.map(time -> time.timing().medianNanos() * 1e-9).orElse(Double.NaN),
                timing.map(time -> source(time.timing())).orElse("not timed"));
        var engine = Optional.ofNullable(kernel.fallback())
                .map(reason -> kernel.engine() + ": " + reason)
                .orElse(kernel.engine());
        return new KernelMeasurement(identity, evidence.amounts(seconds), engine, List.of(), evidence);
    }

    private String source(ExecutionProfile.Timing timing) {
        return "median of %d runs on %d thread%s, %s"
                .formatted(timing.runs(), profile.threads(), profile.threads() == 1 ? "" : "s", profile.source());
    }

    private List<String> names(KernelDescription kernel) {
        return kernel.instructions().stream()
                .flatMap(id -> module.findInstruction(id).stream())
                .map(each -> each.name())
                .toList();
    }

    /** The instructions whose work the kernel does, by the ids they have now and had before. */
    private Set<Integer> origins(KernelDescription kernel) {
        var origins = new LinkedHashSet<Integer>();
        for (int id : kernel.instructions()) {
            origins.add(id);
            module.findInstruction(id).ifPresent(instruction -> origins.addAll(instruction.originIds()));
        }
        return origins;
    }
}
