package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;

/** Runs the versions of a program on a device, and puts their kernels under its roofs. */
public final class RooflineMeasurer {
    private static final String FUSION = "fusion";

    private final Backend backend;
    private final Placer placer;
    private final Roofs roofs;
    private final LevelSentence levels;

    public RooflineMeasurer(Backend backend, Roofs roofs) {
        this.backend = backend;
        this.roofs = roofs;
        this.placer = new Placer(roofs);
        this.levels = new LevelSentence(roofs);
    }

    /**
     * The program just before its first fusion and after its last pass, or only after it where nothing was fused.
     *
     * @param arguments of the program; the same for all stages
     */
    public RooflineData measure(
            PipelineRun timeline, List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        var versions = new LinkedHashMap<String, Integer>();
        var beforeFusion = timeline.firstChangeBy(FUSION).map(PassRun::index);
        beforeFusion.ifPresent(version -> versions.put("before fusion", version));
        versions.put(beforeFusion.isPresent() ? "after fusion" : timeline.pipeline(), timeline.versions() - 1);
        var stages = new ArrayList<Stage>();
        var parts = new ArrayList<WholeProgram.Part>();
        for (var version : versions.entrySet()) {
            var module = timeline.version(version.getValue());
            try (var executable = backend.compile(module, cancellation)) {
                var profile = executable.run(arguments, options, cancellation).profile();
                var work = Counted.of(executable, arguments, options, cancellation);
                stages.add(new Stage(version.getKey(), version.getValue(), placements(executable, profile, work)));
                executable
                        .launchTimes(arguments, options, cancellation)
                        .map(times -> new WholeProgram.Part(version.getKey(), kernelSeconds(profile), times))
                        .ifPresent(parts::add);
            }
        }
        var data = new RooflineData(timeline.input().name(), roofs, stages);
        return parts.size() == versions.size() ? data.with(new WholeProgram(parts.getFirst(), parts.getLast())) : data;
    }

    private static double kernelSeconds(ExecutionProfile profile) {
        return profile.kernels().stream()
                        .mapToDouble(each -> each.timing().medianNanos())
                        .sum()
                * 1e-9;
    }

    private List<Placement> placements(Executable executable, ExecutionProfile profile, Counted work) {
        var analysis = HloCostAnalysis.of(executable.module());
        return executable.kernels().stream()
                .map(kernel -> advised(
                        placer.place(measurement(executable.module(), analysis, kernel, profile, work)),
                        executable,
                        kernel))
                .toList();
    }

    /** Adds to the verdict what each level moved and, to a kernel that memory limits, what fusing it would save. */
    private Placement advised(Placement placement, Executable executable, KernelDescription kernel) {
        return switch (placement) {
            case Placement.Plotted plotted
            when plotted.bound() == Placement.Bound.ARITHMETIC ->
                plotted.saying(joined(plotted.verdict(), levels.of(plotted.kernel())));
            case Placement.Refused refused -> refused;
            case Placement.Plotted plotted -> plotted.saying(advice(plotted, executable, kernel));
            case Placement.MovesData moves -> moves.saying(advice(moves, executable, kernel));
        };
    }

    private String advice(Placement placement, Executable executable, KernelDescription kernel) {
        var measured = placement.kernel();
        var saving = FusionSaving.of(executable.module(), kernel, executable.kernels())
                .map(each -> each.times(measured.evidence().launches())
                        .sentence(measured.bytes().value()))
                .orElse("");
        return joined(placement.verdict(), levels.of(measured), saving);
    }

    private static String joined(String... sentences) {
        return Stream.of(sentences).filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
    }

    private static KernelMeasurement measurement(
            HloModule module,
            HloCostAnalysis analysis,
            KernelDescription kernel,
            ExecutionProfile profile,
            Counted work) {
        var instruction = module.findInstruction(kernel.instruction()).orElseThrow();
        var evidence = work.evidence(analysis.cost(instruction), kernel);
        var timing = profile.kernels().stream()
                .filter(time -> time.kernel().equals(kernel.name()))
                .findFirst();
        return new KernelMeasurement(
                kernel.name(),
                instruction.id(),
                names(module, kernel),
                List.copyOf(origins(module, kernel)),
                evidence.flops(),
                evidence.transcendentals(),
                evidence.analyticBytes(),
                new Figure(
                        timing.map(time -> time.timing().medianNanos() * 1e-9).orElse(Double.NaN),
                        timing.map(time -> source(time.timing(), profile)).orElse("not timed")),
                Optional.ofNullable(kernel.fallback())
                        .map(reason -> kernel.engine() + ": " + reason)
                        .orElse(kernel.engine()),
                List.of(),
                evidence);
    }

    private static String source(ExecutionProfile.Timing timing, ExecutionProfile profile) {
        return "median of %d runs on %d thread%s, %s"
                .formatted(timing.runs(), profile.threads(), profile.threads() == 1 ? "" : "s", profile.source());
    }

    private static List<String> names(HloModule module, KernelDescription kernel) {
        return kernel.instructions().stream()
                .flatMap(id -> module.findInstruction(id).stream())
                .map(each -> each.name())
                .toList();
    }

    /** The instructions whose work the kernel does, by the ids they have now and had before. */
    private static Set<Integer> origins(HloModule module, KernelDescription kernel) {
        var origins = new LinkedHashSet<Integer>();
        for (int id : kernel.instructions()) {
            origins.add(id);
            module.findInstruction(id).ifPresent(instruction -> origins.addAll(instruction.originIds()));
        }
        return origins;
    }
}
