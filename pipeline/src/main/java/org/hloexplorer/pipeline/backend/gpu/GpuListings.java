package org.hloexplorer.pipeline.backend.gpu;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.backend.planned.PlanListing;
import org.hloexplorer.pipeline.driver.DeviceSession.Needs;
import org.hloexplorer.pipeline.fusion.gpu.KernelEstimate;
import org.hloexplorer.pipeline.kernel.LaunchShape;
import org.hloexplorer.pipeline.kernel.LoopText;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.llvm.DeviceTarget;
import org.hloexplorer.pipeline.kernel.opencl.OpenClKernelPrinter;
import org.hloexplorer.pipeline.worker.DeviceBuild;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.WorkerException;
import org.jspecify.annotations.Nullable;

/**
 * What there is to see of a program's kernels: loops, the code that runs, what the driver says of it, and code that LLVM
 * makes of the same loops for NVIDIA's and AMD's processors.
 *
 * @param engine what runs the kernels, in words
 * @param language of the code that runs; null where none does
 * @param running that code, by number in the set
 * @param builds what the driver says, by number in the set; empty where no driver was asked
 */
record GpuListings(
        DeviceCode code,
        String engine,
        @Nullable String language,
        List<KernelSource> running,
        List<DeviceBuild.Built> builds) {
    private static final String OPENCL = "OpenCL C";

    /** The processors that code is shown for. */
    static final List<DeviceTarget> TARGETS = List.of(DeviceTarget.SM_80, DeviceTarget.SM_90, DeviceTarget.GFX90A);

    List<KernelDescription> descriptions() {
        var listing = new PlanListing(kernels().plan());
        return listing.descriptions(launch -> describe(launch, listing));
    }

    private KernelSet kernels() {
        return code.kernels();
    }

    private KernelDescription describe(PlanStep.Launch launch, PlanListing listing) {
        int number = kernels().number(launch);
        var source = kernels().sources().get(number);
        List<CodeListing> stages = new ArrayList<>();
        stages.add(new CodeListing("loop IR", () -> LoopText.print(launch.kernel(), listing.names())));
        if (language != null && !language.equals(OPENCL)) {
            stages.add(new CodeListing(
                    language, shared(launch, source) + running.get(number).ir()));
        }
        stages.add(new CodeListing(OPENCL, shared(launch, source) + source.ir()));
        stages.add(new CodeListing("OpenCL C library", OpenClKernelPrinter::library));
        if (!builds.isEmpty()) {
            var built = builds.get(number);
            stages.add(new CodeListing("driver", text(built.needs()) + built.log() + "\n"));
        }
        TARGETS.forEach(target -> stages.add(new CodeListing(target.name(), () -> assembly(number, target))));
        stages.add(new CodeListing("resources", () -> resources(launch)));
        return new KernelDescription(
                launch.name(),
                launch.instruction().id(),
                listing.computedBy(launch.instructions()),
                engine,
                null,
                stages);
    }

    private static String shared(PlanStep.Launch launch, KernelSource source) {
        return source.name().equals(launch.name())
                ? ""
                : "// compiled from this code as kernel `%s`: the two differ in names only%n".formatted(source.name());
    }

    private static String text(Needs needs) {
        return """
                work-group: %,d items at most, best a multiple of %d
                local memory: %,d bytes
                private memory: %,d bytes for each item
                registers for each item: %s
                """.formatted(
                        needs.groupSize(),
                        needs.multiple(),
                        needs.localBytes(),
                        needs.privateBytes(),
                        needs.registers() == 0 ? "the driver does not tell" : needs.registers());
    }

    /** Code for a processor, or a comment that says why there is none. */
    private String assembly(int number, DeviceTarget target) {
        try {
            var emitted = code.assembly(number, target);
            return emitted.refusal().isEmpty()
                    ? emitted.text()
                    : "%s no code: %s%n".formatted(target.comment(), emitted.refusal());
        } catch (WorkerException e) {
            return "%s no code: %s%n".formatted(target.comment(), e.getMessage());
        }
    }

    /** What fusion's budget took the kernel to need, beside what it takes. */
    private String resources(PlanStep.Launch launch) {
        var text = new StringBuilder(estimate(launch));
        text.append("our code: %,d bytes of shared memory%n"
                .formatted(launch.kernel().localBytes()));
        if (!builds.isEmpty()) {
            text.append("the driver of the device: ")
                    .append(oneLine(builds.get(kernels().number(launch)).needs()));
        }
        var assembler = Ptxas.find();
        if (assembler.isEmpty()) {
            return text.append(Ptxas.MISSING).append('\n').toString();
        }
        for (var architecture : GpuArchitecture.values()) {
            var ptx = assembly(kernels().number(launch), architecture.target());
            var use = assembler.get().assemble(ptx, architecture);
            text.append("ptxas for ")
                    .append(use.text(
                            architecture,
                            LaunchShape.of(launch.kernel(), code.groups()).groupSize()));
        }
        return text.toString();
    }

    private static String oneLine(Needs needs) {
        return "%s registers, %,d bytes of shared memory, %,d bytes of private memory for each item%n"
                .formatted(
                        needs.registers() == 0 ? "unknown" : needs.registers(),
                        needs.localBytes(),
                        needs.privateBytes());
    }

    private String estimate(PlanStep.Launch launch) {
        var module = kernels().plan().module();
        return module.computationOf(launch.instruction().id())
                .map(computation -> KernelEstimate.of(module, computation, launch.instruction()))
                .map(estimate ->
                        "fusion's estimate: %,d bytes of shared memory (XLA's rule); at least %d values in registers at a time%n"
                                .formatted(estimate.sharedBytes(), estimate.values()))
                .orElse("");
    }
}
