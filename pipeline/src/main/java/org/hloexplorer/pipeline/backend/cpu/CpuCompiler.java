package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.kernel.DeepStack;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.LoweringOptions;
import org.hloexplorer.pipeline.kernel.library.LibraryChoice;
import org.hloexplorer.pipeline.kernel.llvm.LlvmKernelPrinter;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.CompileTask;
import org.hloexplorer.pipeline.worker.CompileTier;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;
import org.jspecify.annotations.Nullable;

/** Makes a plan of a module, and code of the plan. What does not compile is left to the reference, with the reason. */
final class CpuCompiler {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final Worker worker;
    private final HloModule module;
    private final Limit limit;
    private final ContractionEngine contractions;
    private final LibraryPrimitives primitives;
    private LoweringOptions options;
    private final LlvmKernelPrinter printer;
    private final CompileCache cache;

    /** The best for all kernels once quick code has failed for one. */
    private TierChoice tiers;

    /** Kernels whose code was compiled before. */
    private final Set<KernelSource> fromCache = new HashSet<>();

    /** Instructions that have proved not to compile, and why. */
    private final Map<Integer, String> excluded = new HashMap<>();

    /** One that generates all kernels. */
    CpuCompiler(
            Worker worker,
            CompileCache cache,
            HloModule module,
            boolean joinsRows,
            TierChoice tiers,
            Cancellation cancellation) {
        this(worker, cache, module, joinsRows, tiers, ContractionEngine.GENERATED, cancellation);
    }

    CpuCompiler(
            Worker worker,
            CompileCache cache,
            HloModule module,
            boolean joinsRows,
            TierChoice tiers,
            ContractionEngine contractions,
            Cancellation cancellation) {
        var target = worker.machine().target();
        this.worker = worker;
        this.cache = cache;
        this.tiers = tiers;
        this.module = module;
        this.limit = new Limit(TIMEOUT, cancellation);
        var generated = new LoweringOptions(target.vectorBits(), target.vectorRegisters(), joinsRows);
        this.options = contractions == ContractionEngine.ONEDNN ? generated.with(LibraryChoice.ALL) : generated;
        this.contractions = contractions;
        this.primitives = new LibraryPrimitives(worker, limit);
        this.printer = new LlvmKernelPrinter(module.name() + ".hlo", lines(module), target.vectorBits());
    }

    /** Lines of the module's text in XLA's usual form, long constants cut. */
    private static IntUnaryOperator lines(HloModule module) {
        var text = PrintOptions.LONG.withLargeConstants(false);
        var places = HloPrinter.printWithPlaces(module, text).sourceMap();
        return id -> places.span(id).map(span -> span.line()).orElse(0);
    }

    CpuProgram compile() throws BackendException {
        while (true) {
            limit.cancellation().check();
            var kernels = kernels();
            var plan = kernels.plan();
            var refusals = primitives.refusals(plan);
            if (!refusals.isEmpty()) {
                refusals.forEach(each -> options =
                        options.with(Objects.requireNonNull(options.library()).without(each)));
                continue;
            }
            var code = code(kernels);
            if (code.isPresent()) {
                return new CpuProgram(
                        plan, kernels, code.get(), fromCache, Map.of(), contractions, primitives.created());
            }
        }
    }

    private KernelSet kernels() throws BackendException {
        try {
            return DeepStack.call(() ->
                    new KernelSet(ExecutablePlan.of(module, options, excluded), "[^A-Za-z0-9._]", printer::print));
        } catch (StackOverflowError e) {
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "a fusion is nested too deeply to be made a loop; keep some of it apart with the knob fusion.never",
                    e);
        }
    }

    /** The code of all kernels, or nothing where one has none: its instructions are excluded then. */
    private Optional<List<CompileOutcome.Compiled>> code(KernelSet kernels) throws BackendException {
        List<CompileOutcome.Compiled> code = new ArrayList<>();
        var outcomes = outcomes(kernels);
        if (outcomes.size() < kernels.sources().size()) {
            return Optional.empty();
        }
        for (int i = 0; i < outcomes.size(); i++) {
            switch (outcomes.get(i)) {
                case CompileOutcome.Compiled compiled -> code.add(compiled);
                case CompileOutcome.Refused(var message) -> exclude(kernels, i, "LLVM refuses its code: " + message);
            }
        }
        return code.size() == kernels.sources().size() ? Optional.of(code) : Optional.empty();
    }

    private List<CompileOutcome> outcomes(KernelSet kernels) throws BackendException {
        var target = worker.machine().target();
        var sources = kernels.sources();
        List<@Nullable CompileOutcome> outcomes = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            var kept = cache.find(sources.get(i), target);
            outcomes.add(kept.orElse(null));
            if (kept.isPresent()) {
                fromCache.add(sources.get(i));
            } else {
                missing.add(i);
            }
        }
        if (!missing.isEmpty()) {
            var compiled = compiled(kernels, missing);
            for (int i = 0; i < compiled.size(); i++) {
                outcomes.set(missing.get(i), compiled.get(i));
                keep(sources.get(missing.get(i)), compiled.get(i));
            }
            cache.trim();
        }
        return outcomes.stream().flatMap(Stream::ofNullable).toList();
    }

    /** Only the best code is kept for another time. */
    private void keep(KernelSource source, CompileOutcome outcome) {
        if (outcome instanceof CompileOutcome.Compiled code && code.tier() == CompileTier.OPTIMIZED) {
            cache.keep(source, worker.machine().target(), code);
        }
    }

    /** Outcomes in the order of the numbers, or none where the compiler did not survive one of them. */
    private List<CompileOutcome> compiled(KernelSet kernels, List<Integer> numbers) throws BackendException {
        var tasks = numbers.stream().map(number -> task(kernels, number)).toList();
        try {
            var outcomes = worker.compileAll(tasks, limit);
            if (tiers == TierChoice.SOONEST && outcomes.stream().anyMatch(CompileOutcome.Refused.class::isInstance)) {
                tiers = TierChoice.BEST;
                return compiled(kernels, numbers);
            }
            return outcomes;
        } catch (WorkerException e) {
            int guilty = e.kernel().map(kernels::named).orElse(-1);
            if (e.reason() != WorkerException.Reason.CRASHED || guilty < 0) {
                throw Failures.backendException(e);
            }
            if (tiers == TierChoice.SOONEST) {
                tiers = TierChoice.BEST;
            } else {
                exclude(kernels, guilty, String.valueOf(e.getMessage()));
            }
            return List.of();
        }
    }

    private CompileTask task(KernelSet kernels, int number) {
        var source = kernels.sources().get(number);
        return CompileTask.of(source, tiers.tier(kernels.kernel(number), source));
    }

    private void exclude(KernelSet kernels, int number, String reason) {
        kernels.instructions(number).forEach(instruction -> excluded.put(instruction, reason));
    }
}
