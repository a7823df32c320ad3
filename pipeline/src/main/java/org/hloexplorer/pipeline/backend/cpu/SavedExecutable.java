package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
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
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.backend.planned.LiteralTransfer;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.backend.planned.NativeRun;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * A program that was compiled another time.
 *
 * @param original the module before passes
 * @param module what was compiled
 * @param callsLibrary whether oneDNN computes some of its dots or convolutions
 */
public record SavedExecutable(
        HloModule original,
        HloModule module,
        List<KernelDescription> kernels,
        Duration compiledOnceIn,
        NativeRun run,
        OptionalLong memoryBytes,
        boolean callsLibrary)
        implements Executable {
    public SavedExecutable {
        kernels = List.copyOf(kernels);
    }

    static SavedExecutable of(
            Worker worker, SavedProgram saved, HloModule original, HloModule module, List<Program.Upload> constants) {
        List<Long> offsets = new ArrayList<>();
        var results = new SavedProgram.Values(saved.results(), offsets)
                .next(module.entry().root().shape());
        var run = new NativeRun(
                worker.program(saved.image(), constants),
                new LiteralTransfer(offsets),
                parameters(module, saved, offsets),
                results,
                saved.image().steps().size(),
                saved.image().steps().stream()
                        .flatMap(ProgramImage.Step::units)
                        .map(ProgramImage.Unit::name)
                        .toList(),
                LoadedCode.CLOCK);
        var ids = ids(module);
        return new SavedExecutable(
                original,
                module,
                saved.kernels().stream().map(each -> each.description(ids)).toList(),
                Duration.ofNanos((long) (saved.compileMillis() * 1e6)),
                run,
                OptionalLong.of(saved.image().memoryBytes()),
                saved.image().steps().stream()
                        .flatMap(ProgramImage.Step::units)
                        .anyMatch(ProgramImage.LibraryCall.class::isInstance));
    }

    private static List<PlanValue> parameters(HloModule module, SavedProgram saved, List<Long> offsets) {
        var values = new SavedProgram.Values(saved.parameters(), offsets);
        List<PlanValue> parameters = new ArrayList<>();
        module.entry().parameters().forEach(each -> parameters.add(values.next(each.shape())));
        return parameters;
    }

    private static Map<String, Integer> ids(HloModule module) {
        Map<String, Integer> ids = new HashMap<>();
        module.computations().stream()
                .map(HloComputation::instructions)
                .flatMap(List::stream)
                .forEach((HloInstruction each) -> ids.put(each.name(), each.id()));
        return ids;
    }

    /** Nothing is compiled here; {@link #compiledOnceIn} is what it took when the file was written. */
    @Override
    public Duration compileTime() {
        return Duration.ZERO;
    }

    @Override
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        LoadedPlan.checkArguments(module, arguments);
        try {
            return run.run(arguments, options, new Limit(options.timeout(), cancellation));
        } catch (WorkerException e) {
            throw Failures.backendException(e, module);
        }
    }

    @Override
    public Tolerance tolerance(PrimitiveType type) {
        return callsLibrary ? RoundingPath.toleranceWithLibrary(module, type) : RoundingPath.tolerance(module, type);
    }

    @Override
    public void close() {
        run.program().close();
    }
}
