package org.hloexplorer.pipeline.backend.gpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.backend.planned.PlanListing;
import org.hloexplorer.pipeline.driver.OpenClSession.Needs;
import org.hloexplorer.pipeline.kernel.LaunchShape;
import org.hloexplorer.pipeline.kernel.LoopText;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.hloexplorer.pipeline.kernel.llvm.DeviceKernelPrinter;
import org.hloexplorer.pipeline.kernel.llvm.DeviceTarget;
import org.hloexplorer.pipeline.kernel.opencl.OpenClKernelPrinter;
import org.hloexplorer.pipeline.worker.DeviceBuild;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * What there is to see of a program's kernels: loops, OpenCL C, what the driver says of it, and code that LLVM makes of the
 * same loops for NVIDIA's and AMD's processors.
 *
 * @param engine what runs the kernels, in words
 * @param builds what the driver says, by number in the set; empty where no driver was asked
 */
record GpuListings(
        Worker worker,
        HloModule module,
        KernelSet kernels,
        WorkGroups groups,
        String engine,
        List<DeviceBuild.Built> builds) {
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(1));

    /** The processors that code is shown for. */
    static final List<DeviceTarget> TARGETS = List.of(DeviceTarget.SM_80, DeviceTarget.SM_90, DeviceTarget.GFX90A);

    List<KernelDescription> descriptions() {
        var listing = new PlanListing(kernels.plan());
        return listing.descriptions(launch -> describe(launch, listing));
    }

    private KernelDescription describe(PlanStep.Launch launch, PlanListing listing) {
        int number = kernels.number(launch);
        var source = kernels.sources().get(number);
        var shared = source.name().equals(launch.name())
                ? ""
                : "// compiled from this code as kernel `%s`: the two differ in names only%n".formatted(source.name());
        List<CodeListing> code = new ArrayList<>();
        code.add(new CodeListing("loop IR", () -> LoopText.print(launch.kernel(), listing.names())));
        code.add(new CodeListing("OpenCL C", shared + source.ir()));
        code.add(new CodeListing("OpenCL C library", OpenClKernelPrinter::library));
        if (!builds.isEmpty()) {
            var built = builds.get(number);
            code.add(new CodeListing("driver", text(built.needs()) + built.log() + "\n"));
        }
        TARGETS.forEach(target -> code.add(new CodeListing(target.name(), () -> assembly(launch, target))));
        code.add(new CodeListing("ptxas", () -> registers(launch)));
        return new KernelDescription(
                launch.name(), launch.instruction().id(), listing.computedBy(launch), engine, null, code);
    }

    private static String text(Needs needs) {
        return """
                work-group: %,d items at most, best a multiple of %d
                local memory: %,d bytes
                private memory: %,d bytes for each item
                """.formatted(needs.groupSize(), needs.multiple(), needs.localBytes(), needs.privateBytes());
    }

    /** Code for a processor, or a comment that says why there is none. */
    String assembly(PlanStep.Launch launch, DeviceTarget target) {
        try {
            var symbol = kernels.sources().get(kernels.number(launch)).symbol();
            var ir = new DeviceKernelPrinter(target, groups, module.name() + ".hlo", lines(module))
                    .print(launch.kernel(), symbol);
            var emitted = worker.emit(new KernelSource(launch.name(), symbol, ir), target.target(), LIMIT);
            return emitted.refusal().isEmpty()
                    ? named(emitted.text(), launch)
                    : "%s LLVM refuses it: %s%n".formatted(target.comment(), emitted.refusal());
        } catch (IllegalArgumentException | WorkerException e) {
            return "%s no code: %s%n".formatted(target.comment(), e.getMessage());
        }
    }

    private String named(String assembly, PlanStep.Launch launch) {
        var lineOf = lines(module);
        Map<Integer, String> names = new HashMap<>();
        launch.kernel()
                .instructions()
                .forEach(id ->
                        names.putIfAbsent(lineOf.applyAsInt(id), listingNames().apply(id)));
        return LineNames.added(assembly, names);
    }

    private IntFunction<String> listingNames() {
        return new PlanListing(kernels.plan()).names();
    }

    /** Lines of the module's text in XLA's usual form, long constants cut. */
    private static IntUnaryOperator lines(HloModule module) {
        var text = PrintOptions.LONG.withLargeConstants(false);
        var places = HloPrinter.printWithPlaces(module, text).sourceMap();
        return id -> places.span(id).map(span -> span.line()).orElse(0);
    }

    private String registers(PlanStep.Launch launch) {
        var assembler = Ptxas.find();
        if (assembler.isEmpty()) {
            return Ptxas.MISSING + "\n";
        }
        var text = new StringBuilder();
        for (var architecture : GpuArchitecture.values()) {
            var ptx = assembly(launch, architecture.target());
            var use = assembler.get().assemble(ptx, architecture);
            text.append(use.text(
                    architecture, LaunchShape.of(launch.kernel(), groups).groupSize()));
        }
        return text.toString();
    }
}
