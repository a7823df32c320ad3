package org.hloexplorer.pipeline.backend.gpu;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.backend.planned.PlanListing;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.hloexplorer.pipeline.kernel.llvm.DeviceKernelPrinter;
import org.hloexplorer.pipeline.kernel.llvm.DeviceTarget;
import org.hloexplorer.pipeline.worker.EmittedCode;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;

/** Makes assembly of a plan's kernels for graphics processors, by LLVM in a worker. */
record DeviceCode(Worker worker, KernelSet kernels, WorkGroups groups, Limit limit) {

    /** LLVM IR of the kernel of a number, or why there is none. */
    EmittedCode ir(int number, DeviceTarget target) {
        try {
            var printer = new DeviceKernelPrinter(target, groups, module().name() + ".hlo", lines());
            return new EmittedCode(printer.print(kernels.kernel(number), symbol(number)), "");
        } catch (IllegalArgumentException e) {
            return new EmittedCode("", String.valueOf(e.getMessage()));
        }
    }

    /** Its assembly with the names of instructions, or why there is none. */
    EmittedCode assembly(int number, DeviceTarget target) {
        var ir = ir(number, target);
        if (!ir.refusal().isEmpty()) {
            return ir;
        }
        var kernel = kernels.kernel(number);
        var made = worker.emit(new KernelSource(kernel.name(), symbol(number), ir.text()), target.target(), limit);
        return made.refusal().isEmpty()
                ? new EmittedCode(named(made.text(), kernel), "")
                : new EmittedCode("", "LLVM refuses it: " + made.refusal());
    }

    private HloModule module() {
        return kernels.plan().module();
    }

    private String symbol(int number) {
        return kernels.sources().get(number).symbol();
    }

    private String named(String assembly, Kernel kernel) {
        var lineOf = lines();
        var nameOf = new PlanListing(kernels.plan()).names();
        Map<Integer, String> names = new HashMap<>();
        kernel.instructions().forEach(id -> names.putIfAbsent(lineOf.applyAsInt(id), nameOf.apply(id)));
        return LineNames.added(assembly, names);
    }

    /** Lines of the module's text in XLA's usual form, long constants cut. */
    private IntUnaryOperator lines() {
        var text = PrintOptions.LONG.withLargeConstants(false);
        var places = HloPrinter.printWithPlaces(module(), text).sourceMap();
        return id -> places.span(id).map(span -> span.line()).orElse(0);
    }
}
