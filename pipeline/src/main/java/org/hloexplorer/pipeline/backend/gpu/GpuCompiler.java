package org.hloexplorer.pipeline.backend.gpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.backend.planned.PlanListing;
import org.hloexplorer.pipeline.driver.GpuDevice;
import org.hloexplorer.pipeline.kernel.DeepStack;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.LoweringOptions;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.hloexplorer.pipeline.kernel.llvm.DeviceTarget;
import org.hloexplorer.pipeline.kernel.opencl.OpenClKernelPrinter;
import org.hloexplorer.pipeline.worker.DeviceBuild;
import org.hloexplorer.pipeline.worker.DeviceSource;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;

/** Makes a plan of a module, and code of the plan. What does not compile is left to the reference, with the reason. */
final class GpuCompiler {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final Worker worker;
    private final GpuDevice device;
    private final HloModule module;
    private final Limit limit;
    private final WorkGroups groups;

    /** Instructions that have proved not to compile, and why. */
    private final Map<Integer, String> excluded = new HashMap<>();

    GpuCompiler(Worker worker, GpuDevice device, HloModule module, Cancellation cancellation) {
        this.worker = worker;
        this.device = device;
        this.module = module;
        this.limit = new Limit(TIMEOUT, cancellation);
        this.groups = groups(device);
    }

    /** A processor's driver makes a loop of a group, so small ones do; graphics processors hide latency with many items. */
    private static WorkGroups groups(GpuDevice device) {
        int usual = device.kind().equals("GPU") ? 256 : 64;
        int size = (int) Math.min(usual, Long.highestOneBit(device.groupSize()));
        return new WorkGroups(size, Math.min(device.localBytes(), WorkGroups.COMMON.localBytes()));
    }

    GpuProgram compile() throws BackendException {
        long start = System.nanoTime();
        while (true) {
            limit.cancellation().check();
            var kernels = kernels(module, groups, excluded);
            if (excludes(kernels)) {
                continue;
            }
            var source = source(kernels);
            if (source.isEmpty()) {
                continue;
            }
            var builds = builds(kernels, source.get());
            if (builds.isPresent()) {
                var time = Duration.ofNanos(System.nanoTime() - start);
                return new GpuProgram(kernels.plan(), kernels, source.get(), builds.get(), groups, time);
            }
        }
    }

    /** OpenCL C for a module, whether or not there is a device for it. */
    static KernelSet kernels(HloModule module, WorkGroups groups, Map<Integer, String> excluded)
            throws BackendException {
        try {
            return DeepStack.call(() -> {
                var plan = ExecutablePlan.of(module, LoweringOptions.of(groups), excluded);
                var printer = new OpenClKernelPrinter(groups, new PlanListing(plan).names());
                return new KernelSet(plan, OpenClKernelPrinter.NOT_IN_NAMES, printer::print);
            });
        } catch (StackOverflowError e) {
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "a fusion is nested too deeply to be made a loop; keep some of it apart with the knob fusion.never",
                    e);
        }
    }

    /** The text of all kernels in the device's language, or nothing where one has none: its instructions are excluded then. */
    private Optional<DeviceSource> source(KernelSet kernels) {
        return switch (device.api()) {
            case OPENCL ->
                Optional.of(
                        new DeviceSource(device.number(), OpenClKernelPrinter.library(), kernels.sources(), options()));
            case CUDA -> ptx(kernels).map(texts -> new DeviceSource(device.number(), "", texts, ""));
        };
    }

    private Optional<List<KernelSource>> ptx(KernelSet kernels) {
        var target = DeviceTarget.nvidiaFor(device.extensions().getFirst());
        var code = new DeviceCode(worker, kernels, groups, limit);
        List<KernelSource> texts = new ArrayList<>();
        for (int i = 0; i < kernels.sources().size(); i++) {
            var source = kernels.sources().get(i);
            var made = code.assembly(i, target);
            if (made.refusal().isEmpty()) {
                texts.add(new KernelSource(source.name(), source.symbol(), made.text()));
            } else {
                exclude(kernels, i, "there is no %s of it: %s".formatted(target.name(), made.refusal()));
            }
        }
        return texts.size() == kernels.sources().size() ? Optional.of(texts) : Optional.empty();
    }

    private String options() {
        return "-cl-std=CL1.2" + (device.divisionIsExact() ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
    }

    /** Whether there are kernels that this device cannot run, whatever their code; they are excluded then. */
    private boolean excludes(KernelSet kernels) {
        int before = excluded.size();
        for (var step : kernels.plan().units().toList()) {
            if (step instanceof PlanStep.Launch launch
                    && !device.hasDoubles()
                    && OpenClKernelPrinter.needsDoubles(launch.kernel())) {
                excluded.put(
                        launch.instruction().id(),
                        "it computes with f64, which %s does not have (no cl_khr_fp64)".formatted(device.name()));
            }
        }
        return excluded.size() > before;
    }

    /** The code of all kernels, or nothing where one has none: its instructions are excluded then. */
    private Optional<List<DeviceBuild.Built>> builds(KernelSet kernels, DeviceSource source) {
        List<DeviceBuild.Built> builds = new ArrayList<>();
        var outcomes = source.kernels().isEmpty() ? List.<DeviceBuild>of() : worker.build(source, limit);
        for (int i = 0; i < outcomes.size(); i++) {
            switch (outcomes.get(i)) {
                case DeviceBuild.Built built -> builds.add(built);
                case DeviceBuild.Refused(var log) ->
                    exclude(kernels, i, refusal(source.kernels().get(i), log));
            }
        }
        return builds.size() == kernels.sources().size() ? Optional.of(builds) : Optional.empty();
    }

    private static String refusal(KernelSource source, String log) {
        return "the driver's compiler refuses kernel `%s`: %s"
                .formatted(source.name(), new BuildLog(log, source).withLines());
    }

    private void exclude(KernelSet kernels, int number, String reason) {
        kernels.instructions(number).forEach(instruction -> excluded.put(instruction, reason));
    }
}
