package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import java.util.function.Predicate;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.CompileTier;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;

/**
 * A program in the worker.
 *
 * @param image what the worker was given
 */
record LoadedCode(CpuProgram program, ProgramImage image, LoadedPlan plan, List<KernelDescription> kernels) {
    static final String CLOCK =
            "wall clock in the worker, around each kernel's call, after one run for warmth, or 200 ms of runs where several are timed";

    static LoadedCode of(Worker worker, HloModule module, CpuProgram program, MemoryPlan memory) {
        var image = image(program, memory);
        var plan = LoadedPlan.of(
                module, program.plan(), memory, constants -> worker.program(image, constants), clock(program));
        return new LoadedCode(program, image, plan, new KernelListings(worker, program).descriptions());
    }

    /** How times are taken, and in which code, where it is not the best. */
    private static String clock(CpuProgram program) {
        long quick = kernels(program, launch -> program.code(launch).tier() != CompileTier.OPTIMIZED);
        return quick == 0
                ? CLOCK
                : "%s; of %3$d kernels, %2$d ran in quick or O1 code, as O3 was not done with them"
                        .formatted(CLOCK, quick, kernels(program, _ -> true));
    }

    /** How many kernels are launched of those that a condition holds for, each of a chain counted. */
    private static long kernels(CpuProgram program, Predicate<PlanStep.Launch> condition) {
        return program.plan()
                .units()
                .filter(PlanStep.Launch.class::isInstance)
                .map(PlanStep.Launch.class::cast)
                .filter(condition)
                .mapToLong(launch -> launch.instructions().size())
                .sum();
    }

    static ProgramImage image(CpuProgram program, MemoryPlan memory) {
        long scratch = program.plan()
                .units()
                .filter(PlanStep.Launch.class::isInstance)
                .mapToLong(step -> ((PlanStep.Launch) step).kernel().scratchBytes())
                .max()
                .orElse(0);
        var objects =
                program.code().stream().map(CompileOutcome.Compiled::object).toList();
        var steps = new ImageSteps(program, memory).all();
        return new ProgramImage(objects, memory.bytes(), scratch, steps);
    }
}
