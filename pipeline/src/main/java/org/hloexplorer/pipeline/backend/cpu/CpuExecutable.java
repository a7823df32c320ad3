package org.hloexplorer.pipeline.backend.cpu;

import java.util.OptionalLong;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.backend.planned.PlannedExecutable;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;

/** Puts a compiled plan and its memory into the worker. */
final class CpuExecutable {
    private static final String CLOCK = "wall clock in the worker, around each kernel's call, after one run for warmth";

    private CpuExecutable() {}

    static Executable load(Worker worker, HloModule module, CpuProgram program, MemoryPlan memory) {
        var loaded = LoadedPlan.of(
                module, program.plan(), memory, constants -> worker.program(image(program, memory), constants), CLOCK);
        var kernels = new KernelListings(worker, program).descriptions();
        return new PlannedExecutable(module, program.compileTime(), loaded, kernels, OptionalLong.of(memory.bytes()));
    }

    private static ProgramImage image(CpuProgram program, MemoryPlan memory) {
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
