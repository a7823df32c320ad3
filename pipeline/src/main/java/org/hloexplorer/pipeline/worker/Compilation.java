package org.hloexplorer.pipeline.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.hloexplorer.pipeline.llvm.LlvmException;
import org.hloexplorer.pipeline.llvm.LlvmModule;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.llvm.TargetMachine;

/** Compiles kernels inside the child, as many at a time as there are processors. */
final class Compilation {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private final FlightRecorder recorder;
    private final ExecutorService pool = Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("compiler-", 0).factory());
    private final List<CompilerThread> threads = new ArrayList<>();

    Compilation(FlightRecorder recorder) {
        this.recorder = recorder;
    }

    List<CompileOutcome> compile(List<CompileTask> tasks) {
        if (threads.isEmpty()) {
            var target = Target.host();
            for (int thread = 0; thread < THREADS; thread++) {
                threads.add(new CompilerThread(target));
            }
        }
        var outcomes = new CompileOutcome[tasks.size()];
        var next = new AtomicInteger();
        inParallel(Math.min(tasks.size(), THREADS), thread -> {
            for (int i = next.getAndIncrement(); i < outcomes.length; i = next.getAndIncrement()) {
                recorder.enter(thread, i);
                outcomes[i] = threads.get(thread).compile(tasks.get(i));
                recorder.leave(thread);
            }
        });
        return List.of(outcomes);
    }

    /** Assembly for a graphics processor. */
    EmittedCode emit(KernelSource kernel, Target target) {
        recorder.enter(0, 0);
        try (var machine = TargetMachine.of(target);
                var module = LlvmModule.parse(kernel.name(), kernel.ir(), machine)) {
            module.optimize(CompileTier.OPTIMIZED.passes(), machine);
            return new EmittedCode(module.assembly(machine), "");
        } catch (LlvmException e) {
            return new EmittedCode("", String.valueOf(e.getMessage()));
        } finally {
            recorder.leave(0);
        }
    }

    private interface Part {
        void run(int thread);
    }

    private void inParallel(int parts, Part part) {
        List<Callable<Void>> calls = new ArrayList<>();
        for (int thread = 0; thread < parts; thread++) {
            int number = thread;
            calls.add(() -> {
                part.run(number);
                return null;
            });
        }
        try {
            for (var done : pool.invokeAll(calls)) {
                done.get();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof LlvmException refused ? refused : new IllegalStateException(e.getCause());
        }
    }
}
