package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.backend.planned.KernelSet;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.backend.work.CacheLevel;
import org.hloexplorer.pipeline.backend.work.HardwareTraffic;
import org.hloexplorer.pipeline.backend.work.KernelWork;
import org.hloexplorer.pipeline.backend.work.LevelTraffic;
import org.hloexplorer.pipeline.backend.work.ProgramWork;
import org.hloexplorer.pipeline.backend.work.TrafficSimulation;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.instrument.InstrumentedPlan;
import org.hloexplorer.pipeline.kernel.instrument.Trace;
import org.hloexplorer.pipeline.kernel.llvm.LlvmKernelPrinter;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * Builds a program once more, with counters in its loops, and runs that on one thread.
 *
 * <p>Where a run touches more memory than the trace has room for, another keeps the lines of every second, fourth … set of
 * the caches only.
 */
record Counting(Worker worker, CpuProgram program, CacheSizes sizes) {
    private static final long TRACE_RECORDS = 1L << 22;

    private static final String HOW =
            "counted: a build of the kernel's loops with a counter in each block, run once on one thread";

    ProgramWork count(List<Literal> arguments, Limit limit) throws BackendException {
        var instrumented = InstrumentedPlan.of(program.plan(), TRACE_RECORDS);
        var caches = sizes.get(limit);
        try {
            var build = build(instrumented, limit);
            int leftOut = 0;
            int most = Long.numberOfTrailingZeros(caches.simulated().getFirst().sets());
            while (true) {
                var result = run(instrumented, build, arguments, leftOut, limit);
                var trace = InstrumentedPlan.trace(result);
                int next = trace.isFull() ? needed(trace, leftOut) : leftOut;
                if (next == leftOut || leftOut == most) {
                    var hardware = new MissCounting(worker, program).count(arguments, limit);
                    return work(instrumented, result, trace, caches, leftOut, hardware);
                }
                leftOut = Math.min(next, most);
            }
        } catch (WorkerException e) {
            throw Failures.backendException(e, program.plan().module());
        }
    }

    private CpuProgram build(InstrumentedPlan instrumented, Limit limit) throws BackendException {
        var printer =
                new LlvmKernelPrinter("", _ -> 0, worker.machine().target().vectorBits());
        var kernels = new KernelSet(instrumented.plan(), "[^A-Za-z0-9._]", printer::print);
        List<CompileOutcome.Compiled> code = new ArrayList<>();
        for (var outcome : worker.compile(kernels.sources(), limit)) {
            switch (outcome) {
                case CompileOutcome.Compiled compiled -> code.add(compiled);
                case CompileOutcome.Refused(var message) ->
                    throw new BackendException(
                            BackendException.Kind.FAILED, "LLVM refuses the build that counts: " + message);
            }
        }
        return new CpuProgram(
                instrumented.plan(), kernels, code, Set.of(), Map.of(), program.contractions(), program.primitives());
    }

    private Literal run(
            InstrumentedPlan instrumented, CpuProgram build, List<Literal> arguments, int leftOut, Limit limit)
            throws BackendException {
        var plan = instrumented.plan();
        var memory = MemoryPlan.of(plan);
        CpuBackend.checkThatItFits(memory.bytes(), CpuBackend.totalMemory());
        var all = new ArrayList<>(arguments);
        all.add(instrumented.begun((1L << leftOut) - 1));
        var image = LoadedCode.image(build, memory);
        var loaded = LoadedPlan.of(
                plan.module(), plan, memory, constants -> worker.program(image, constants), LoadedCode.CLOCK);
        try {
            return loaded.runOnce(all, limit);
        } finally {
            loaded.close();
        }
    }

    /** The power of two of lines of which one is kept, so that what was seen has room; somewhat more, as lines differ. */
    private static int needed(Trace trace, int leftOut) {
        double share = 1.25 * trace.seen() / TRACE_RECORDS;
        return Math.max(leftOut + 1, (int) Math.ceil(Math.log(share) / Math.log(2)));
    }

    private static ProgramWork work(
            InstrumentedPlan instrumented,
            Literal result,
            Trace trace,
            Caches caches,
            int leftOut,
            HardwareTraffic hardware) {
        var names = instrumented.names();
        var traffic = traffic(trace, caches.simulated(), names);
        var runs = instrumented.runs(result);
        Map<String, KernelWork> kernels = new HashMap<>();
        instrumented
                .work(result)
                .forEach((name, amounts) -> kernels.put(
                        name,
                        new KernelWork(runs.getOrDefault(name, 0L), amounts, traffic.getOrDefault(name, List.of()))));
        return new ProgramWork(kernels, HOW, simulation(trace, caches, leftOut), hardware);
    }

    private static Map<String, List<LevelTraffic>> traffic(Trace trace, List<CacheLevel> levels, List<String> names) {
        if (trace.isFull()) {
            return Map.of();
        }
        var simulated = TrafficSimulation.of(levels, trace, names.size());
        Map<String, List<LevelTraffic>> traffic = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            traffic.put(names.get(i), simulated.get(i));
        }
        return traffic;
    }

    private static String simulation(Trace trace, Caches caches, int leftOut) {
        if (trace.isFull()) {
            return "not simulated: the program touches memory %,d times, and there is room for %,d touches, even of one line in %d"
                    .formatted(trace.seen(), TRACE_RECORDS, 1L << leftOut);
        }
        return "simulated: %,d touches of memory by one thread%s, second of two runs, in %s%s; a line that is written is "
                        .formatted(
                                trace.seen(),
                                leftOut == 0 ? "" : ", of which those to one set in %d".formatted(1L << leftOut),
                                caches.simulated().stream()
                                        .map(CacheLevel::toString)
                                        .collect(Collectors.joining("; ")),
                                caches.areKnown() ? "" : " (sizes found by probing, as the system tells none)")
                + "fetched first, and none before it is asked for";
    }
}
