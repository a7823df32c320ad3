package org.hloexplorer.pipeline.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.hloexplorer.pipeline.llvm.LlvmException;
import org.hloexplorer.pipeline.llvm.LlvmModule;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.llvm.TargetMachine;
import org.hloexplorer.pipeline.worker.CompileOutcome.CompileTimes;

/** Compiles kernels inside the child, as many at a time as there are processors. */
final class Compilation {
    private static final String PASSES = "default<O3>";

    private final FlightRecorder recorder;

    Compilation(FlightRecorder recorder) {
        this.recorder = recorder;
    }

    List<CompileOutcome> compile(List<KernelSource> kernels, boolean listings) {
        var outcomes = new CompileOutcome[kernels.size()];
        var next = new AtomicInteger();
        int threads = Math.min(kernels.size(), Runtime.getRuntime().availableProcessors());
        var target = Target.host();
        inParallel(threads, thread -> {
            try (var machine = TargetMachine.of(target)) {
                for (int i = next.getAndIncrement(); i < outcomes.length; i = next.getAndIncrement()) {
                    recorder.enter(thread, i);
                    outcomes[i] = compile(kernels.get(i), listings, machine);
                    recorder.leave(thread);
                }
            }
        });
        return List.of(outcomes);
    }

    /** Assembly for a graphics processor. */
    EmittedCode emit(KernelSource kernel, Target target) {
        recorder.enter(0, 0);
        try (var machine = TargetMachine.of(target);
                var module = LlvmModule.parse(kernel.name(), kernel.ir(), machine)) {
            module.optimize(PASSES, machine);
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

    private static void inParallel(int threads, Part part) {
        List<Callable<Void>> parts = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            parts.add(() -> {
                part.run(number);
                return null;
            });
        }
        try (var pool = Executors.newFixedThreadPool(Math.max(1, threads))) {
            for (var done : pool.invokeAll(parts)) {
                done.get();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof LlvmException refused ? refused : new IllegalStateException(e.getCause());
        }
    }

    private static CompileOutcome compile(KernelSource kernel, boolean listings, TargetMachine machine) {
        long start = System.nanoTime();
        try (var module = LlvmModule.parse(kernel.name(), kernel.ir(), machine)) {
            long parsed = System.nanoTime();
            module.optimize(PASSES, machine);
            long optimized = System.nanoTime();
            var object = new ObjectCode(module.object(machine));
            var times = new CompileTimes(parsed - start, optimized - parsed, System.nanoTime() - optimized);
            return new CompileOutcome.Compiled(
                    object,
                    module.diagnostics(),
                    listings ? module.toText() : "",
                    listings ? module.assembly(machine) : "",
                    times);
        } catch (LlvmException e) {
            return new CompileOutcome.Refused(String.valueOf(e.getMessage()));
        }
    }
}
