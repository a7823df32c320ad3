package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.BackendException.Kind;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RoundingPath;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanBuffer;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/** A compiled plan and its memory in the worker. */
final class CpuExecutable implements Executable {
    private final HloModule module;
    private final CpuProgram program;
    private final LiteralTransfer transfer;
    private final Program loaded;
    private final List<KernelDescription> kernels;
    private final long memory;

    CpuExecutable(Worker worker, HloModule module, CpuProgram program, MemoryPlan memory) {
        this.module = module;
        this.program = program;
        this.memory = memory.bytes();
        this.transfer = new LiteralTransfer(memory.offsets());
        this.loaded = worker.program(image(program, memory), constants());
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

    private List<Upload> constants() {
        List<Upload> uploads = new ArrayList<>();
        for (var buffer : program.plan().buffers()) {
            if (buffer.content() instanceof PlanBuffer.Content.Constant(var literal)) {
                uploads.addAll(transfer.uploads(new PlanValue.Array(buffer.id(), buffer.shape()), literal));
            }
        }
        return uploads;
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
        checkArguments(arguments);
        try {
            return new CpuRun(program.plan(), loaded, transfer, options, cancellation).run(arguments);
        } catch (WorkerException e) {
            throw Failures.backendException(e);
        } catch (EvaluationException e) {
            throw new BackendException(Kind.NOT_SUPPORTED, Objects.requireNonNull(e.getMessage()), e);
        } catch (CancellationException e) {
            if (cancellation.isCancelled()) {
                throw e;
            }
            throw new BackendException(
                    Kind.FAILED,
                    "the steps that the reference evaluator computes were not done after %d s; allow more time or fewer repeats"
                            .formatted(options.timeout().toSeconds()),
                    e);
        }
    }

    private void checkArguments(List<Literal> arguments) {
        var parameters = module.entry().parameters();
        if (arguments.size() != parameters.size()) {
            throw new IllegalArgumentException(
                    "the program takes %d arguments and was given %d".formatted(parameters.size(), arguments.size()));
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (!arguments.get(i).shape().isCompatible(parameters.get(i).shape())) {
                throw new IllegalArgumentException("parameter %d is %s and the argument %s"
                        .formatted(
                                i,
                                parameters.get(i).shape().withoutLayout(),
                                arguments.get(i).shape().withoutLayout()));
            }
        }
    }

    @Override
    public void close() {
        loaded.close();
    }
}
