package org.hloexplorer.pipeline.backend;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;

/** A compiled program. */
public interface Executable extends AutoCloseable {

    HloModule module();

    /** The kernels in the order they run. */
    List<KernelDescription> kernels();

    Duration compileTime();

    /**
     * Runs the program.
     *
     * @param arguments one per parameter of the entry computation, in order
     * @throws BackendException where the run fails, is too slow or crashes
     */
    ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation) throws BackendException;

    @Override
    void close();
}
