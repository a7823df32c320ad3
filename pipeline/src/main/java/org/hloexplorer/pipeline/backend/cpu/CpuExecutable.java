package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RoundingPath;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;

/** A compiled plan and its memory in the worker. */
final class CpuExecutable implements Executable {
    private static final String CLOCK = "wall clock in the worker, around each kernel's call, after one run for warmth";

    private final HloModule module;
    private final CpuProgram program;
    private final LoadedPlan loaded;
    private final List<KernelDescription> kernels;
    private final long memory;

    CpuExecutable(Worker worker, HloModule module, CpuProgram program, MemoryPlan memory) {
        this.module = module;
        this.program = program;
        this.memory = memory.bytes();
        this.loaded = LoadedPlan.of(
                module, program.plan(), memory, constants -> worker.program(image(program, memory), constants), CLOCK);
        this.kernels = new KernelListings(worker, program).descriptions();
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
        var steps = new ImageSteps(program, memory).of(program.plan().steps());
        return new ProgramImage(objects, memory.bytes(), scratch, steps);
    }

    @Override
    public HloModule module() {
        return module;
    }

    @Override
    public List<KernelDescription> kernels() {
        return kernels;
    }

    @Override
    public Duration compileTime() {
        return program.compileTime();
    }

    @Override
    public OptionalLong memoryBytes() {
        return OptionalLong.of(memory);
    }

    @Override
    public Tolerance tolerance(PrimitiveType type) {
        return RoundingPath.tolerance(module, type);
    }

    @Override
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        return loaded.run(arguments, options, cancellation);
    }

    @Override
    public void close() {
        loaded.close();
    }
}
