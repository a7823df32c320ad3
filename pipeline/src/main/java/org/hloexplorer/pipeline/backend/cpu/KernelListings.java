package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.pipeline.backend.planned.PlanListing;
import org.hloexplorer.pipeline.kernel.LoopText;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.CompileTask;
import org.hloexplorer.pipeline.worker.CompileTier;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;
import org.jspecify.annotations.Nullable;

/**
 * What there is to see of a program's kernels: loops, LLVM IR before and after the optimiser, assembly, remarks.
 *
 * <p>Optimised IR and assembly are made when they are asked for, from the same IR by the same compiler: the object that
 * comes out is compared with the one that runs.
 */
final class KernelListings {
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(1));

    private final Worker worker;
    private final CpuProgram program;
    private final Map<Integer, CompileOutcome> listed = new HashMap<>();

    KernelListings(Worker worker, CpuProgram program) {
        this.worker = worker;
        this.program = program;
    }

    List<KernelDescription> descriptions() {
        var listing = new PlanListing(program.plan());
        var names = listing.names();
        return listing.descriptions(launch -> describe(launch, listing, names), call -> describe(call, listing));
    }

    private KernelDescription describe(PlanStep.Launch launch, PlanListing listing, IntFunction<String> names) {
        int number = program.kernels().number(launch);
        var source = program.kernels().sources().get(number);
        var shared = source.name().equals(launch.name())
                ? ""
                : "; compiled from this IR as kernel `%s`: the two differ in names only%n".formatted(source.name());
        return new KernelDescription(
                launch.name(),
                launch.instruction().id(),
                listing.computedBy(launch.instructions()),
                engine(number),
                null,
                notForLibrary(launch),
                List.of(
                        new CodeListing("loop IR", () -> LoopText.print(launch.kernel(), names)),
                        new CodeListing("LLVM IR", shared + source.ir()),
                        new CodeListing(
                                "optimised LLVM IR", () -> listed(number, CompileOutcome.Compiled::optimizedIr)),
                        new CodeListing("assembly", () -> listed(number, CompileOutcome.Compiled::assembly)),
                        new CodeListing(
                                "remarks",
                                () -> origin(launch)
                                        + PlainRemarks.of(program.code(launch).diagnostics())),
                        new CodeListing("registers and size", () -> listed(number, this::facts)),
                        new CodeListing("llvm-mca", () -> listed(number, this::analysis))),
                launch.instructions().size());
    }

    private KernelDescription describe(PlanStep.LibraryCall call, PlanListing listing) {
        var text = LibraryText.of(call, program.primitives().get(call.primitive()));
        return new KernelDescription(
                call.name(),
                call.instruction().id(),
                listing.computedBy(call.instructions()),
                text.engine(),
                null,
                call.notes().isEmpty() ? null : String.join(" ", call.notes()),
                List.of(new CodeListing("oneDNN", text.listing())));
    }

    private @Nullable String notForLibrary(PlanStep.Launch launch) {
        return launch.instructions().stream()
                .map(each -> program.plan().notForLibrary().get(each.id()))
                .filter(Objects::nonNull)
                .findFirst()
                .map("oneDNN does not take it: %s."::formatted)
                .orElse(null);
    }

    private String engine(int number) {
        var tier = program.code().get(number).tier();
        return tier != CompileTier.OPTIMIZED
                ? "LLVM, " + tier.text()
                : "LLVM, %d-bit vectors".formatted(worker.machine().target().vectorBits());
    }

    private String facts(CompileOutcome.Compiled code) {
        return CodeFacts.of(code.assembly(), code.object())
                .text(worker.machine().target().vectorRegisters());
    }

    private String analysis(CompileOutcome.Compiled code) {
        return MachineCodeAnalyzer.find()
                .map(analyzer ->
                        analyzer.analyze(code.assembly(), worker.machine().target()))
                .orElse(MachineCodeAnalyzer.MISSING);
    }

    /** A part of a listing; what hinders it is said in its place. */
    private synchronized String listed(int number, Function<CompileOutcome.Compiled, String> part) {
        try {
            var outcome = listed.computeIfAbsent(number, this::list);
            return switch (outcome) {
                case CompileOutcome.Compiled compiled
                when compiled.object().equals(program.code().get(number).object()) -> part.apply(compiled);
                case CompileOutcome.Compiled _ -> "; the compiler gives other code now than the one that runs\n";
                case CompileOutcome.Refused(var message) -> "; " + message + "\n";
            };
        } catch (WorkerException e) {
            return "; not listed: " + e.getMessage() + "\n";
        }
    }

    private CompileOutcome list(int number) {
        var source = program.kernels().sources().get(number);
        var task = new CompileTask(source, program.code().get(number).tier(), true);
        return worker.compileAll(List.of(task), LIMIT).getFirst();
    }

    /** When the code was compiled, and what that took. */
    private String origin(PlanStep.Launch launch) {
        var source = program.kernels().sources().get(program.kernels().number(launch));
        var code = program.code(launch);
        var times = code.times();
        return "%s%s: %.1f ms to parse, %.1f ms to optimise, %.1f ms to generate code; %,d bytes of object code%n"
                .formatted(
                        program.fromCache().contains(source)
                                ? "not compiled now, as the cache has the code of an earlier time"
                                : "compiled now",
                        tier(program.kernels().number(launch)),
                        times.parse() / 1e6,
                        times.optimize() / 1e6,
                        times.emit() / 1e6,
                        code.object().bytes().length);
    }

    /** What differs from the usual. */
    private String tier(int number) {
        var tier = program.code().get(number).tier();
        if (tier == CompileTier.OPTIMIZED) {
            return ", at O3";
        }
        var reason = program.keptQuick().get(number);
        return reason == null
                ? " as %s, which runs until O3 is done with it".formatted(tier.text())
                : " as %s, since O3 failed: %s".formatted(tier.text(), reason);
    }
}
