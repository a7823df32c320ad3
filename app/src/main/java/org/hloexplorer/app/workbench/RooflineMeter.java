package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.roofline.Figure;
import org.hloexplorer.roofline.KernelMeasurement;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.Placer;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Stage;

/** Runs a program before and after fusion, and holds the time of every kernel against what the machine can do. */
public final class RooflineMeter {
    private static final String FUSION = "fusion";
    private static final double NANOS_PER_SECOND = 1e9;

    private final Devices devices;
    private final Ceilings ceilings;

    public RooflineMeter(Devices devices, Ceilings ceilings) {
        this.devices = devices;
        this.ceilings = ceilings;
    }

    /**
     * Measures two stages of a timeline: the version that fusion was given, and the last one. Where nothing was fused,
     * there is only the last.
     */
    public RooflineData measure(
            String name, PipelineRun timeline, List<Literal> arguments, RunOptions options, Progress progress)
            throws BackendException, IOException {
        var roofs = Ceilings.roofs(ceilings.get(progress), options.threads());
        var placer = new Placer(roofs);
        int last = timeline.versions() - 1;
        var after = stage("after fusion", timeline, last, arguments, options, placer, progress);
        var before = versionBeforeFusion(timeline);
        if (before.isEmpty()) {
            return new RooflineData(name, roofs, List.of(new Stage("compiled", last, after.kernels())));
        }
        return new RooflineData(
                name,
                roofs,
                List.of(stage("before fusion", timeline, before.get(), arguments, options, placer, progress), after));
    }

    private static Optional<Integer> versionBeforeFusion(PipelineRun timeline) {
        return timeline.runs().stream()
                .filter(run -> run.pass().equals(FUSION) && run.isChanging())
                .map(run -> run.index())
                .findFirst();
    }

    private Stage stage(
            String name,
            PipelineRun timeline,
            int version,
            List<Literal> arguments,
            RunOptions options,
            Placer placer,
            Progress progress)
            throws BackendException {
        progress.report(name);
        var module = timeline.version(version);
        try (var program = devices.backend(DeviceKind.CPU).compile(module, progress.cancellation())) {
            var profile =
                    program.run(arguments, options, progress.cancellation()).profile();
            var kernels = new Kernels(program.module(), HloCostAnalysis.of(program.module()), profile);
            return new Stage(
                    name,
                    version,
                    program.kernels().stream()
                            .map(kernels::measurement)
                            .map(placer::place)
                            .toList());
        }
    }

    /** Figures of the kernels of one program. */
    private static final class Kernels {
        private final HloModule module;
        private final HloCostAnalysis analysis;
        private final ExecutionProfile profile;
        private final Map<String, KernelTime> times = new HashMap<>();

        Kernels(HloModule module, HloCostAnalysis analysis, ExecutionProfile profile) {
            this.module = module;
            this.analysis = analysis;
            this.profile = profile;
            profile.kernels().forEach(each -> times.put(each.kernel(), each));
        }

        KernelMeasurement measurement(KernelDescription kernel) {
            var instruction = module.findInstruction(kernel.instruction())
                    .orElseThrow(() -> new IllegalStateException("kernel " + kernel.name() + " computes nothing"));
            var cost = analysis.cost(instruction);
            return new KernelMeasurement(
                    kernel.name(),
                    kernel.instruction(),
                    names(kernel),
                    kernel.instructions(),
                    figure(cost.flops()),
                    figure(cost.transcendentals()),
                    figure(cost.bytesAccessed()),
                    seconds(kernel),
                    kernel.engine());
        }

        private List<String> names(KernelDescription kernel) {
            return kernel.instructions().stream()
                    .map(module::findInstruction)
                    .flatMap(Optional::stream)
                    .map(HloInstruction::name)
                    .toList();
        }

        /** What the analysis does not know is no number. */
        private static Figure figure(long value) {
            return new Figure(value < 0 ? Double.NaN : value, HloCostAnalysis.SOURCE);
        }

        private Figure seconds(KernelDescription kernel) {
            var time = times.get(kernel.name());
            if (time == null) {
                return new Figure(Double.NaN, "not timed");
            }
            var source = "median of %d runs on %d threads, %s"
                    .formatted(time.timing().runs(), profile.threads(), profile.source());
            return new Figure(time.timing().medianNanos() / NANOS_PER_SECOND, source);
        }
    }

    /** What limits a program, in a sentence about its slowest kernel. */
    public static String verdict(RooflineData data) {
        return data.stages().getLast().kernels().stream()
                .filter(each -> Double.isFinite(each.kernel().seconds().value()))
                .max((a, b) -> Double.compare(
                        a.kernel().seconds().value(), b.kernel().seconds().value()))
                .map(RooflineMeter::verdict)
                .orElse("No kernel was timed.");
    }

    private static String verdict(Placement slowest) {
        return "The longest kernel is %s. %s".formatted(slowest.kernel().name(), slowest.verdict());
    }
}
