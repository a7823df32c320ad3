package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;

/** Evaluates a module on several simulated devices at once, a thread for each. */
final class DeviceRun {
    /** Each device is a thread with values of its own. */
    private static final int MOST_DEVICES = 1024;

    private final EvaluationOptions options;
    private final ValueSubstitute substitute;
    private final HloModule module;
    private final int replicas;
    private final int partitions;

    DeviceRun(EvaluationOptions options, ValueSubstitute substitute, HloModule module) {
        this.options = options;
        this.substitute = substitute;
        this.module = module;
        this.replicas = module.attributes().replicaCount();
        this.partitions = module.attributes().numPartitions();
    }

    List<Literal> runAlike(List<Literal> arguments) {
        return run(Collections.nCopies(devices(), arguments));
    }

    /** As {@link #runAlike}, showing the values of the first device. */
    List<Literal> runAlike(HloComputation computation, List<Literal> arguments, ValueObserver observer) {
        return run(computation, Collections.nCopies(devices(), arguments), observer);
    }

    private int devices() {
        long wanted = module.attributes().devices();
        if (wanted < 1 || wanted > MOST_DEVICES) {
            throw new EvaluationException("%d replicas of %d partitions are not simulated; from 1 to %d devices are"
                    .formatted(replicas, partitions, MOST_DEVICES));
        }
        return (int) wanted;
    }

    List<Literal> run(List<List<Literal>> arguments) {
        return run(module.entry(), arguments, ValueObserver.NONE);
    }

    private List<Literal> run(HloComputation computation, List<List<Literal>> arguments, ValueObserver observer) {
        int devices = devices();
        if (arguments.size() != devices) {
            throw new EvaluationException("the module runs on %d devices (%d replicas of %d partitions), not on %d"
                    .formatted(devices, replicas, partitions, arguments.size()));
        }
        var rendezvous = new Rendezvous(devices, options.cancellation());
        var steps = new AtomicLong();
        var results = new ArrayList<CompletableFuture<Literal>>();
        for (int device = 0; device < devices; device++) {
            var communication = new DeviceCommunication(device, replicas, partitions, rendezvous);
            var evaluation = device == 0
                    ? new Evaluation(options, observer, substitute, communication, steps)
                    : new Evaluation(options, ValueObserver.NONE, substitute.onOtherDevice(), communication, steps);
            results.add(start(evaluation, computation, communication, arguments.get(device)));
        }
        results.forEach(DeviceRun::await);
        results.stream().filter(DeviceRun::isCause).findFirst().ifPresent(DeviceRun::join);
        return results.stream().map(DeviceRun::join).toList();
    }

    private static void await(CompletableFuture<Literal> result) {
        result.handle((_, _) -> true).join();
    }

    /** Whether a device failed for a reason of its own, not because another one had ended. */
    private static boolean isCause(CompletableFuture<Literal> result) {
        return result.isCompletedExceptionally() && !(result.exceptionNow() instanceof AbandonedException);
    }

    private CompletableFuture<Literal> start(
            Evaluation evaluation,
            HloComputation computation,
            DeviceCommunication communication,
            List<Literal> arguments) {
        var normalized = arguments.stream().map(Normalized::of).toList();
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return evaluation.evaluate(module, computation, normalized);
                    } finally {
                        communication.rendezvous().leave();
                    }
                },
                task -> Thread.ofPlatform()
                        .daemon()
                        .name("device " + communication.device())
                        .start(task));
    }

    private static Literal join(CompletableFuture<Literal> result) {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof EvaluationException || e.getCause() instanceof CancellationException) {
                throw (RuntimeException) e.getCause();
            }
            throw e;
        }
    }
}
