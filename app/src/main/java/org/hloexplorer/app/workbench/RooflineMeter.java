package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.gpu.DeviceRoofs;
import org.hloexplorer.pipeline.backend.tpu.TpuBackend;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.roofline.Drift;
import org.hloexplorer.roofline.GpuRoofline;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.RooflineMeasurer;
import org.hloexplorer.roofline.RooflineMeasurer.Subject;
import org.hloexplorer.roofline.TpuRoofline;

/** Runs a program before and after fusion, and holds the time of every kernel against what the machine can do. */
public final class RooflineMeter {
    private static final double GIGA = 1e9;
    private static final Duration GPU_LIMIT = Duration.ofMinutes(1);

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
    public RooflineData measure(PipelineRun timeline, List<Literal> arguments, RunOptions options, Progress progress)
            throws BackendException, IOException {
        return measure(List.of(new Subject(timeline, arguments)), options, progress)
                .getFirst();
    }

    /** Measures such stages of several timelines in turns. DRAM is measured right before and right after. */
    public List<RooflineData> measure(List<Subject> subjects, RunOptions options, Progress progress)
            throws BackendException, IOException {
        var machine = ceilings.get(progress);
        var kept = Ceilings.roofs(machine, options.threads());
        var before = ceilings.dram(machine, options.threads(), progress);
        progress.report("kernels");
        var measured =
                new RooflineMeasurer(devices.cpuKernelByKernel()).measure(subjects, options, progress.cancellation());
        var after = ceilings.dram(machine, options.threads(), progress);
        var drift = new Drift(
                kept.farthestMemory(),
                before.traffic() * GIGA,
                after.traffic() * GIGA,
                Math.max(before.spread(), after.spread()));
        var roofs = kept.withFarthest(drift.roof());
        return measured.stream()
                .map(each -> each.under(roofs).saying(drift.warning()))
                .toList();
    }

    /** Whether there is a GPU to run on. */
    public boolean hasGpu() {
        return devices.backend(DeviceKind.GPU).device().isAvailable();
    }

    /**
     * Measures such stages on a GPU, under roofs that are measured of it first.
     *
     * @param number of the GPU
     * @throws BackendException of the kind {@code DEVICE_MISSING} where there is none
     */
    public List<RooflineData> measureOnGpu(int number, List<Subject> subjects, RunOptions options, Progress progress)
            throws BackendException {
        progress.report("measuring the GPU");
        var limit = new Limit(GPU_LIMIT, progress.cancellation());
        var roofs = GpuRoofline.roofs(DeviceRoofs.measure(devices.worker(), number, limit));
        progress.report("kernels");
        return new RooflineMeasurer(devices.backend(DeviceKind.GPU, number))
                .measure(subjects, options, progress.cancellation()).stream()
                        .map(each -> each.under(roofs))
                        .toList();
    }

    /**
     * Runs the compiled program on a simulated TPU, and holds its products against what the chip can do.
     *
     * @throws IllegalArgumentException with a sentence, where the array has no roofs
     */
    public static RooflineData measure(
            PipelineRun timeline, TpuConfig config, List<Literal> arguments, RunOptions options, Progress progress)
            throws BackendException {
        progress.report("simulation");
        try (var executable = new TpuBackend(config).compile(timeline.output(), progress.cancellation())) {
            executable.run(arguments, options, progress.cancellation());
            return TpuRoofline.of(executable.simulation().orElseThrow(), timeline.versions() - 1);
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
