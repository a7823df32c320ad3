package org.hloexplorer.pipeline.backend.cpu;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
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
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.backend.work.ProgramWork;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * A compiled plan whose code and memory are in the worker.
 *
 * <p>Quick code makes way for the best code between two runs. A run that is timed more than once waits for it.
 */
public final class CpuExecutable implements Executable {
    private final Worker worker;
    private final CacheSizes sizes;
    private final HloModule module;
    private final MemoryPlan memory;
    private final Duration compileTime;
    private final Optimization optimization;
    private final ReentrantLock running = new ReentrantLock();
    private volatile LoadedCode loaded;

    private CpuExecutable(
            Worker worker,
            CacheSizes sizes,
            HloModule module,
            MemoryPlan memory,
            Optimization optimization,
            LoadedCode loaded,
            Duration compileTime) {
        this.worker = worker;
        this.sizes = sizes;
        this.module = module;
        this.memory = memory;
        this.optimization = optimization;
        this.loaded = loaded;
        this.compileTime = compileTime;
    }

    /**
     * Puts a program into the worker, and goes on to optimise it.
     *
     * @param start when compiling began, by {@link System#nanoTime}
     */
    static CpuExecutable load(
            Worker worker,
            CacheSizes sizes,
            CompileCache cache,
            HloModule module,
            CpuProgram program,
            MemoryPlan memory,
            long start) {
        var loaded = LoadedCode.of(worker, module, program, memory);
        var compileTime = Duration.ofNanos(System.nanoTime() - start);
        var optimization = Optimization.of(worker, cache, program);
        return new CpuExecutable(worker, sizes, module, memory, optimization, loaded, compileTime);
    }

    /**
     * Writes the program to a file that {@link ExecutableFile#load} runs without compiling, with the best code.
     *
     * @param original the module before passes, which a later run is compared with
     * @throws BackendException where some of it is left to the reference evaluator, which is no code to write
     */
    public void save(HloModule original, Path file) throws BackendException, IOException {
        awaitOptimized(new Cancellation());
        ExecutableFile.write(this, original, file);
    }

    /** What the worker holds now. */
    LoadedCode loaded() {
        return loaded;
    }

    /** What its code is for. */
    Target target() {
        return worker.machine().target();
    }

    @Override
    public HloModule module() {
        return module;
    }

    @Override
    public List<KernelDescription> kernels() {
        return loaded.kernels();
    }

    @Override
    public Duration compileTime() {
        return compileTime;
    }

    @Override
    public Duration awaitOptimized(Cancellation cancellation) {
        var optimized = optimization.await(cancellation);
        running.lock();
        try {
            use(optimized.program());
        } finally {
            running.unlock();
        }
        return optimized.time();
    }

    @Override
    public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        if (options.repeat() > 1) {
            optimization.await(cancellation);
        }
        running.lock();
        try {
            optimization.ifDone().ifPresent(optimized -> use(optimized.program()));
            return loaded.plan().run(arguments, options, cancellation);
        } finally {
            running.unlock();
        }
    }

    @Override
    public Optional<LaunchTimes> launchTimes(List<Literal> arguments, RunOptions options, Cancellation cancellation)
            throws BackendException {
        awaitOptimized(cancellation);
        running.lock();
        try (var empty = EmptyKernel.of(worker, options.threads(), new Limit(options.timeout(), cancellation))) {
            return loaded.plan().launchTimes(empty, arguments, options, cancellation);
        } catch (WorkerException e) {
            throw Failures.backendException(e);
        } finally {
            running.unlock();
        }
    }

    @Override
    public Optional<ProgramWork> count(List<Literal> arguments, Duration timeout, Cancellation cancellation)
            throws BackendException {
        var counting = new Counting(worker, loaded.program(), sizes);
        return Optional.of(counting.count(arguments, new Limit(timeout, cancellation)));
    }

    private void use(CpuProgram program) {
        if (!loaded.program().equals(program)) {
            loaded.plan().close();
            loaded = LoadedCode.of(worker, module, program, memory);
        }
    }

    @Override
    public OptionalLong memoryBytes() {
        return OptionalLong.of(memory.bytes());
    }

    @Override
    public Tolerance tolerance(PrimitiveType type) {
        return loaded.program().plan().libraryCalls().isEmpty()
                ? RoundingPath.tolerance(module, type)
                : RoundingPath.toleranceWithLibrary(module, type);
    }

    @Override
    public void close() {
        optimization.close();
        running.lock();
        try {
            loaded.plan().close();
        } finally {
            running.unlock();
        }
    }
}
