package org.hloexplorer.pipeline.backend.gpu;

import java.util.List;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.pipeline.backend.planned.PlanListing;
import org.hloexplorer.pipeline.driver.OpenClSession.Needs;
import org.hloexplorer.pipeline.kernel.LoopText;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.opencl.OpenClKernelPrinter;

/** What there is to see of a program's kernels: loops, OpenCL C, what the driver says of it. */
record GpuListings(GpuProgram program, String device) {

    List<KernelDescription> descriptions() {
        var listing = new PlanListing(program.plan());
        return listing.descriptions(launch -> describe(launch, listing));
    }

    private KernelDescription describe(PlanStep.Launch launch, PlanListing listing) {
        int number = program.kernels().number(launch);
        var source = program.kernels().sources().get(number);
        var shared = source.name().equals(launch.name())
                ? ""
                : "// compiled from this code as kernel `%s`: the two differ in names only%n".formatted(source.name());
        var built = program.builds().get(number);
        return new KernelDescription(
                launch.name(),
                launch.instruction().id(),
                listing.computedBy(launch),
                "OpenCL C on " + device,
                null,
                List.of(
                        new CodeListing("loop IR", () -> LoopText.print(launch.kernel(), listing.names())),
                        new CodeListing("OpenCL C", shared + source.ir()),
                        new CodeListing("OpenCL C library", OpenClKernelPrinter::library),
                        new CodeListing("driver", text(built.needs()) + built.log() + "\n")));
    }

    private static String text(Needs needs) {
        return """
                work-group: %,d items at most, best a multiple of %d
                local memory: %,d bytes
                private memory: %,d bytes for each item
                """.formatted(needs.groupSize(), needs.multiple(), needs.localBytes(), needs.privateBytes());
    }
}
