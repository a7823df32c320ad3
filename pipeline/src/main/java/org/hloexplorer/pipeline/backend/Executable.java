package org.hloexplorer.pipeline.backend;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.backend.work.ProgramWork;

/** A compiled program. */
public interface Executable extends AutoCloseable {

    HloModule module();

    /** The kernels in the order they run. */
    List<KernelDescription> kernels();

    /** What it took until the program could run. */
    Duration compileTime();

    /**
     * Waits until the code is the best that is made for the device, where the first runs have code that was there sooner.
     *
     * @return how long after {@link #compileTime} that was; zero where it was so from the start
     */
    default Duration awaitOptimized(Cancellation cancellation) {
        return Duration.ZERO;
    }

    /**
     * Runs the program.
     *
     * @param arguments one per parameter of the entry computation, in order
     * @throws BackendException where the run fails, is too slow or crashes
     */
    ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation) throws BackendException;

    /**
     * What the kernels do, by running the program once more in a build that counts; nothing where the device has no such build.
     *
     * @throws BackendException where that build cannot be made or does not end in time
     */
    default Optional<ProgramWork> count(List<Literal> arguments, Duration timeout, Cancellation cancellation)
            throws BackendException {
        return Optional.empty();
    }

    /**
     * What it costs to ask for each kernel by itself; nothing where that cannot be told.
     *
     * @throws BackendException where a run fails
     */
    default Optional<LaunchTimes> launchTimes(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        return Optional.empty();
    }

    /** The memory that all arrays of the program take together, where that is planned beforehand. */
    default OptionalLong memoryBytes() {
        return OptionalLong.empty();
    }

    /** What results are compared with: the reference evaluator, made to round where the device rounds by design. */
    default HloEvaluator reference(EvaluationOptions options) {
        return new HloEvaluator(options);
    }

    /** What {@link #reference} is, in words, with what it does otherwise than the reference evaluator. */
    default String referenceDescription() {
        return "reference evaluator";
    }

    /** How far elements may lie from those of {@link #reference}. */
    default Tolerance tolerance(PrimitiveType type) {
        return Tolerance.of(type);
    }

    @Override
    void close();
}
