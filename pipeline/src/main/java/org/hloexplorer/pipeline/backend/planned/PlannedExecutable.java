package org.hloexplorer.pipeline.backend.planned;

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
import org.hloexplorer.pipeline.backend.LaunchTimes;
import org.hloexplorer.pipeline.backend.RoundingPath;
import org.hloexplorer.pipeline.backend.RunOptions;

/** A program whose plan, code and memory are where they run. */
public record PlannedExecutable(
        HloModule module,
        Duration compileTime,
        LoadedPlan loaded,
        List<KernelDescription> kernels,
        OptionalLong memoryBytes)
        implements Executable {

    public PlannedExecutable {
        kernels = List.copyOf(kernels);
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
    public Optional<LaunchTimes> launchTimes(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        return loaded.launchTimes(arguments, options, cancellation);
    }

    @Override
    public void close() {
        loaded.close();
    }
}
