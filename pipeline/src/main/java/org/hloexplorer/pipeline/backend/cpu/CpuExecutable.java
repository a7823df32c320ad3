package org.hloexplorer.pipeline.backend.cpu;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.backend.planned.PlannedExecutable;
import org.hloexplorer.pipeline.backend.work.ProgramWork;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;

/**
 * A compiled plan whose code and memory are in the worker.
 *
 * @param image what the worker was given
 * @param target what the code is for
 * @param counting makes a build of it that counts what it does
 */
public record CpuExecutable(PlannedExecutable planned, ProgramImage image, Target target, Counting counting)
        implements Executable {
    static final String CLOCK =
            "wall clock in the worker, around each kernel's call, after one run for warmth, or 200 ms of runs where several are timed";

    /** Puts a program into the worker. */
    static CpuExecutable load(Worker worker, HloModule module, CpuProgram program, MemoryPlan memory) {
        var image = image(program, memory);
        var loaded =
                LoadedPlan.of(module, program.plan(), memory, constants -> worker.program(image, constants), CLOCK);
        var kernels = new KernelListings(worker, program).descriptions();
        var planned =
                new PlannedExecutable(module, program.compileTime(), loaded, kernels, OptionalLong.of(memory.bytes()));
        return new CpuExecutable(planned, image, worker.machine().target(), new Counting(worker, program));
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

    /**
     * Writes the program to a file that {@link ExecutableFile#load} runs without compiling.
     *
     * @param original the module before passes, which a later run is compared with
     * @throws BackendException where some of it is left to the reference evaluator, which is no code to write
     */
    public void save(HloModule original, Path file) throws BackendException, IOException {
        ExecutableFile.write(this, original, file);
    }

    @Override
    public HloModule module() {
        return planned.module();
    }

    @Override
    public List<KernelDescription> kernels() {
        return planned.kernels();
    }

    @Override
    public Duration compileTime() {
        return planned.compileTime();
    }

    @Override
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        return planned.run(arguments, options, cancellation);
    }

    @Override
    public Optional<ProgramWork> count(List<Literal> arguments, Duration timeout, Cancellation cancellation)
            throws BackendException {
        return Optional.of(counting.count(arguments, new Limit(timeout, cancellation)));
    }

    @Override
    public OptionalLong memoryBytes() {
        return planned.memoryBytes();
    }

    @Override
    public Tolerance tolerance(PrimitiveType type) {
        return planned.tolerance(type);
    }

    @Override
    public void close() {
        planned.close();
    }
}
