package org.hloexplorer.pipeline.backend.cpu;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.backend.work.CacheLevel;
import org.hloexplorer.pipeline.backend.work.HardwareTraffic;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.Clock;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/** Runs the plain build of a program with a counter of the processor's around each kernel, where the system opens one. */
record MissCounting(Worker worker, CpuProgram program) {
    private static final int RUNS = 5;
    private static final RunOptions OPTIONS = new RunOptions(1, RUNS, 1).by(Clock.LINES_MISSED);

    HardwareTraffic count(List<Literal> arguments, Limit limit) {
        var plan = program.plan();
        if (!plan.fallbacks().isEmpty()) {
            return new HardwareTraffic(
                    Map.of(), "hardware counters: not read, as the reference evaluator does a part of the program");
        }
        var memory = MemoryPlan.of(plan);
        var image = LoadedCode.image(program, memory);
        var loaded = LoadedPlan.of(
                plan.module(), plan, memory, constants -> worker.program(image, constants), LoadedCode.CLOCK);
        try {
            var times = loaded.time(arguments, OPTIONS, limit);
            var units = plan.units().map(PlanStep::name).toList();
            Map<String, Double> bytes = new HashMap<>();
            for (int i = 0; i < units.size(); i++) {
                bytes.put(units.get(i), times.units().get(i).median() * CacheLevel.LINE);
            }
            return new HardwareTraffic(
                    bytes,
                    "hardware counter: %s, %d bytes each, median of %d runs of the plain build on one thread"
                            .formatted(times.clock(), CacheLevel.LINE, RUNS));
        } catch (WorkerException e) {
            if (e.reason() != WorkerException.Reason.REFUSED) {
                throw e;
            }
            return new HardwareTraffic(Map.of(), "no hardware counter opened: " + e.getMessage());
        } finally {
            loaded.close();
        }
    }
}
