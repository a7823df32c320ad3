package org.hloexplorer.pipeline.backend.cpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.CompileTask;
import org.hloexplorer.pipeline.worker.CompileTier;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/** Compiles at O3, behind what else goes on, the kernels of a program that have quick code so far. */
final class Optimization implements AutoCloseable {
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(10));
    private static final long LOOK_UP_MILLIS = 20;

    private final Worker worker;
    private final CompileCache cache;
    private final CpuProgram first;
    private final CompletableFuture<Optimized> result = new CompletableFuture<>();
    private volatile boolean isStopped;

    /** The program with the best code, and how long after the quick code it was there. */
    record Optimized(CpuProgram program, Duration time) {}

    private Optimization(Worker worker, CompileCache cache, CpuProgram first) {
        this.worker = worker;
        this.cache = cache;
        this.first = first;
    }

    static Optimization of(Worker worker, CompileCache cache, CpuProgram program) {
        var optimization = new Optimization(worker, cache, program);
        if (program.quick().isEmpty()) {
            optimization.result.complete(new Optimized(program, Duration.ZERO));
        } else {
            Thread.ofPlatform().daemon().name("optimiser").start(optimization::optimize);
        }
        return optimization;
    }

    private void optimize() {
        try {
            long start = System.nanoTime();
            List<CompileOutcome.Compiled> code = new ArrayList<>(first.code());
            Map<Integer, String> reasons = new HashMap<>();
            var quick = first.quick();
            // A few at a time, so that a program that is opened meanwhile does not wait for all of them.
            int most = Math.max(1, worker.machine().processors());
            for (int from = 0; from < quick.size() && !isStopped; from += most) {
                optimize(quick.subList(from, Math.min(quick.size(), from + most)), code, reasons);
            }
            cache.trim();
            result.complete(new Optimized(first.with(code, reasons), Duration.ofNanos(System.nanoTime() - start)));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private void optimize(List<Integer> numbers, List<CompileOutcome.Compiled> code, Map<Integer, String> reasons) {
        var sources = first.kernels().sources();
        var tasks = numbers.stream()
                .map(number -> CompileTask.of(sources.get(number), CompileTier.OPTIMIZED))
                .toList();
        try {
            var outcomes = worker.compileAll(tasks, LIMIT);
            for (int i = 0; i < numbers.size(); i++) {
                int number = numbers.get(i);
                switch (outcomes.get(i)) {
                    case CompileOutcome.Compiled compiled -> {
                        code.set(number, compiled);
                        cache.keep(sources.get(number), worker.machine().target(), compiled);
                    }
                    case CompileOutcome.Refused(var message) -> reasons.put(number, message);
                }
            }
        } catch (WorkerException e) {
            numbers.forEach(number -> reasons.put(number, String.valueOf(e.getMessage())));
        }
    }

    /** What came of it, if it is over. */
    Optional<Optimized> ifDone() {
        return result.isDone() && !isStopped ? Optional.of(result.join()) : Optional.empty();
    }

    Optimized await(Cancellation cancellation) {
        while (true) {
            cancellation.check();
            try {
                return result.get(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                // Whether it was cancelled is looked up again.
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                cancellation.cancel();
            }
        }
    }

    /** Lets what is being compiled be finished, and begins nothing more. */
    @Override
    public void close() {
        isStopped = true;
    }
}
