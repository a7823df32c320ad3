package org.hloexplorer.pipeline.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.hloexplorer.pipeline.driver.DriverReport;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.PrimitiveOutcome;
import org.hloexplorer.pipeline.worker.WorkerException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Compiles and runs native code in child processes, which start when first needed and anew after one has ended.
 *
 * <p>Safe for use by several threads. A call that waits ends with its {@link Limit}, or when its thread is
 * interrupted; the child is killed then.
 */
public final class Worker implements AutoCloseable {
    private static final Limit STARTING = Limit.of(Duration.ofMinutes(1));

    private final WorkerDirectory directory;
    private final Map<ChildRole, ChildProcess> children = new ConcurrentHashMap<>();
    private final AtomicInteger programs = new AtomicInteger();
    private final AtomicBoolean isWarm = new AtomicBoolean();
    private volatile boolean isClosed;
    private @Nullable Machine machine;

    /** What children run on. */
    public record Machine(Target target, int processors) {}

    /** A worker that keeps its files in the system's directory for temporary ones. */
    public Worker() {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** A worker that keeps its files below a directory. */
    public Worker(Path parent) {
        try {
            this.directory = WorkerDirectory.create(parent);
        } catch (IOException e) {
            throw new WorkerException(
                    Reason.UNAVAILABLE, null, "the worker cannot make its directory: " + e.getMessage());
        }
    }

    /** The machine that code is generated for. */
    public synchronized Machine machine() {
        if (machine == null) {
            machine = switch (ask(new WorkerRequest.DescribeMachine())) {
                case WorkerReply.Machine(var target, int processors) -> new Machine(target, processors);
                case WorkerReply reply -> throw unexpected(reply);
            };
        }
        return machine;
    }

    /** Starts the processor's children in the background, so that the first program does not wait for them; once. */
    public void warmUp() {
        if (isWarm.compareAndSet(false, true)) {
            Thread.ofVirtual().start(() -> {
                // One after the other: the compiler is needed first, and starting both at once takes it twice as long.
                warmUp(ChildRole.COMPILE, new WorkerRequest.Compile(WarmUp.tasks()));
                // Answering this takes LLVM, which is most of what there is to start.
                warmUp(ChildRole.RUN, new WorkerRequest.DescribeMachine());
            });
        }
    }

    /** Loads oneDNN in the background, so that the first program that wants it does not wait; once for each child. */
    public void warmUpLibrary() {
        var request = new WorkerRequest.CreatePrimitives(
                List.of(WarmUp.primitive()), Runtime.getRuntime().availableProcessors());
        Thread.ofVirtual().start(() -> warmUp(ChildRole.RUN, request));
    }

    private void warmUp(ChildRole role, WorkerRequest request) {
        try {
            var _ = child(role).exchange(request, STARTING, _ -> "a first kernel", () -> {});
        } catch (WorkerException _) {
            // Whoever needs the child is told.
        }
    }

    /** Compiles kernels at O3, in parallel; outcomes are in the order of the kernels. */
    public List<CompileOutcome> compile(List<KernelSource> kernels, Limit limit) {
        return compileAll(tasks(kernels, false), limit);
    }

    /** Compiles kernels, each as its task says, in parallel; outcomes are in the order of the tasks. */
    public List<CompileOutcome> compileAll(List<CompileTask> tasks, Limit limit) {
        var request = new WorkerRequest.Compile(tasks);
        return switch (child(ChildRole.COMPILE)
                .exchange(request, limit, i -> tasks.get(i).kernel().name(), () -> {})) {
            case WorkerReply.Compiled(var outcomes) -> outcomes;
            case WorkerReply reply -> throw unexpected(reply);
        };
    }

    /** As {@link #compile(List, Limit)} does, and brings the optimised IR and the assembly along. */
    public List<CompileOutcome> list(List<KernelSource> kernels, Limit limit) {
        return compileAll(tasks(kernels, true), limit);
    }

    private static List<CompileTask> tasks(List<KernelSource> kernels, boolean listings) {
        return kernels.stream()
                .map(kernel -> new CompileTask(kernel, CompileTier.OPTIMIZED, listings))
                .toList();
    }

    /**
     * Creates primitives of oneDNN where they will run, so that loading a program with them does not.
     *
     * @param names what each is for, for messages
     * @return outcomes in the order of the primitives
     */
    public List<PrimitiveOutcome> create(List<Primitive> primitives, List<String> names, int threads, Limit limit) {
        var request = new WorkerRequest.CreatePrimitives(primitives, threads);
        return switch (child(ChildRole.RUN).exchange(request, limit, names::get, () -> {})) {
            case WorkerReply.PrimitivesCreated(var outcomes) -> outcomes;
            case WorkerReply reply -> throw unexpected(reply);
        };
    }

    /**
     * Makes a program ready to run. It is loaded into the child with its first run, and again after a restart.
     *
     * @param initial copied into its memory whenever it is loaded: constants
     */
    public Program program(ProgramImage image, List<Program.Upload> initial) {
        return Program.of(this, programs.incrementAndGet(), image, initial);
    }

    /** As {@link #program(ProgramImage, List)}, on a device. */
    public Program program(DeviceImage image, List<Program.Upload> initial) {
        return Program.of(this, programs.incrementAndGet(), image, initial);
    }

    /** Assembly of a kernel for a graphics processor, whether or not there is one here. */
    public EmittedCode emit(KernelSource kernel, Target target, Limit limit) {
        return switch (child(ChildRole.COMPILE)
                .exchange(new WorkerRequest.Emit(kernel, target), limit, _ -> kernel.name(), () -> {})) {
            case WorkerReply.Emitted(var code) -> code;
            case WorkerReply reply -> throw unexpected(reply);
        };
    }

    /** The devices that the drivers of this machine know, asked once for each of this worker's children. */
    public DriverReport devices() {
        return switch (child(ChildRole.DEVICE)
                .exchange(new WorkerRequest.FindDevices(), STARTING, _ -> "a driver", () -> {})) {
            case WorkerReply.Devices(var report) -> report;
            case WorkerReply reply -> throw unexpected(reply);
        };
    }

    /** Compiles a device's program; outcomes are in the order of its kernels. */
    public List<DeviceBuild> build(DeviceSource source, Limit limit) {
        return switch (child(ChildRole.DEVICE)
                .exchange(new WorkerRequest.BuildDevice(source), limit, _ -> "the program", () -> {})) {
            case WorkerReply.DeviceBuilt(var outcomes) -> outcomes;
            case WorkerReply reply -> throw unexpected(reply);
        };
    }

    /**
     * Times a kernel on threads that run it at once, each on its own buffers.
     *
     * @return wall time of each round, that of its slowest thread
     */
    public Sample measure(MicroKernel kernel, int threads, int rounds, Limit limit) {
        var object = switch (compile(List.of(kernel.source()), limit).getFirst()) {
            case CompileOutcome.Compiled compiled -> compiled.object();
            case CompileOutcome.Refused(var message) ->
                throw new WorkerException(Reason.REFUSED, kernel.source().name(), message);
        };
        var request = new WorkerRequest.Measure(kernel, object, threads, rounds);
        return switch (child(ChildRole.RUN)
                .exchange(request, limit, _ -> kernel.source().name(), () -> {})) {
            case WorkerReply.Measured(var nanoseconds) -> new Sample(nanoseconds);
            case WorkerReply reply -> throw unexpected(reply);
        };
    }

    /** The child for a role, started where there is none that lives. */
    ChildProcess child(ChildRole role) {
        if (isClosed) {
            throw new WorkerException(Reason.UNAVAILABLE, null, "the worker is closed");
        }
        // One at a time for each role; the other role's child may start meanwhile.
        return Objects.requireNonNull(children.compute(
                role, (_, child) -> child != null && child.isAlive() ? child : ChildProcess.start(role, directory)));
    }

    Path directory() {
        return directory.path();
    }

    private WorkerReply ask(WorkerRequest request) {
        return child(ChildRole.COMPILE).exchange(request, STARTING, _ -> "", () -> {});
    }

    static IllegalStateException unexpected(WorkerReply reply) {
        return new IllegalStateException("the worker's answer does not fit the request: " + reply);
    }

    @Override
    public void close() {
        isClosed = true;
        children.values().forEach(ChildProcess::close);
        children.clear();
        directory.close();
    }
}
