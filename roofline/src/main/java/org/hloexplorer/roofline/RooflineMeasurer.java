package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    public RooflineMeasurer(Backend backend, Roofs roofs) {
        this.backend = backend;
        this.roofs = roofs;
        this.placer = new Placer(roofs);
    }

    /**
     * The program just before its first fusion and after its last pass, or only after it where nothing was fused.
     *
     * @param arguments of the program; the same for all stages
     */
    public RooflineData measure(
            PipelineRun timeline, List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        var stages = new ArrayList<Stage>();
        var beforeFusion = timeline.firstChangeBy(FUSION).map(PassRun::index);
        if (beforeFusion.isPresent()) {
            stages.add(stage("before fusion", beforeFusion.get(), timeline, arguments, options, cancellation));
        }
        var last = beforeFusion.isPresent() ? "after fusion" : timeline.pipeline();
        stages.add(stage(last, timeline.versions() - 1, timeline, arguments, options, cancellation));
        return new RooflineData(timeline.input().name(), roofs, stages);
    }

    private Stage stage(
            String name,
            int version,
            PipelineRun timeline,
            List<Literal> arguments,
            RunOptions options,
            Cancellation cancellation)
            throws BackendException {
        var module = timeline.version(version);
        try (var executable = backend.compile(module, cancellation)) {
            var profile = executable.run(arguments, options, cancellation).profile();
            return new Stage(name, version, placements(executable, profile));
        }
    }

    private List<Placement> placements(Executable executable, ExecutionProfile profile) {
        var analysis = HloCostAnalysis.of(executable.module());
        return executable.kernels().stream()
                .map(kernel -> advised(
                        placer.place(measurement(executable.module(), analysis, kernel, profile)), executable, kernel))
                .toList();
    }

    /** To a kernel that memory limits, says what fusing it with a neighbour would save. */
    private static Placement advised(Placement placement, Executable executable, KernelDescription kernel) {
        return switch (placement) {
            case Placement.Plotted plotted when plotted.bound() == Placement.Bound.ARITHMETIC -> plotted;
            case Placement.Refused refused -> refused;
            case Placement.Plotted plotted -> plotted.saying(advice(plotted, executable, kernel));
            case Placement.MovesData moves -> moves.saying(advice(moves, executable, kernel));
        };
    }

    private static String advice(Placement placement, Executable executable, KernelDescription kernel) {
        double moved = placement.kernel().bytes().value();
        return FusionSaving.of(executable.module(), kernel, executable.kernels())
                .map(saving -> placement.verdict() + " " + saving.sentence(moved))
                .orElse(placement.verdict());
    }

    private static KernelMeasurement measurement(
            HloModule module, HloCostAnalysis analysis, KernelDescription kernel, ExecutionProfile profile) {
        var instruction = module.findInstruction(kernel.instruction()).orElseThrow();
        var cost = analysis.cost(instruction);
        var timing = profile.kernels().stream()
                .filter(time -> time.kernel().equals(kernel.name()))
                .findFirst();
        return new KernelMeasurement(
                kernel.name(),
                instruction.id(),
                names(module, kernel),
                List.copyOf(origins(module, kernel)),
                new Figure(cost.flops(), HloCostAnalysis.SOURCE),
                new Figure(cost.transcendentals(), HloCostAnalysis.SOURCE),
                new Figure(cost.bytesAccessed(), HloCostAnalysis.SOURCE),
                new Figure(
                        timing.map(time -> time.timing().medianNanos() * 1e-9).orElse(Double.NaN),
                        timing.map(time -> source(time.timing(), profile)).orElse("not timed")),
                Optional.ofNullable(kernel.fallback())
                        .map(reason -> kernel.engine() + ": " + reason)
                        .orElse(kernel.engine()));
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
