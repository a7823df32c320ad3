package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.library.LibraryRefusal;
import org.hloexplorer.pipeline.onednn.Implementation;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.PrimitiveOutcome;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/** Has oneDNN create the primitives of a plan, each once, and remembers what came of it. */
final class LibraryPrimitives {
    private final Worker worker;
    private final Limit limit;
    private final Map<Primitive, Implementation> created = new HashMap<>();

    LibraryPrimitives(Worker worker, Limit limit) {
        this.worker = worker;
        this.limit = limit;
    }

    /**
     * What oneDNN refuses of a plan.
     *
     * @throws BackendException where there is no oneDNN
     */
    List<LibraryRefusal> refusals(ExecutablePlan plan) throws BackendException {
        var calls = plan.libraryCalls().stream()
                .filter(call -> !created.containsKey(call.primitive()))
                .toList();
        if (calls.isEmpty()) {
            return List.of();
        }
        List<LibraryRefusal> refusals = new ArrayList<>();
        var outcomes = outcomes(calls, refusals);
        for (int i = 0; i < outcomes.size(); i++) {
            switch (outcomes.get(i)) {
                case PrimitiveOutcome.Created(var implementation) ->
                    created.put(calls.get(i).primitive(), implementation);
                case PrimitiveOutcome.Refused(var reason) -> refusals.add(refusal(calls.get(i), reason));
                case PrimitiveOutcome.Missing(var reason) ->
                    throw new BackendException(
                            BackendException.Kind.NOT_SUPPORTED,
                            reason + "; the generated kernels compute dots and convolutions without it");
            }
        }
        return refusals;
    }

    private List<PrimitiveOutcome> outcomes(List<PlanStep.LibraryCall> calls, List<LibraryRefusal> refusals)
            throws BackendException {
        try {
            return worker.create(
                    calls.stream().map(PlanStep.LibraryCall::primitive).toList(),
                    calls.stream().map(PlanStep.LibraryCall::name).toList(),
                    worker.machine().processors(),
                    limit);
        } catch (WorkerException e) {
            var guilty = calls.stream()
                    .filter(call -> e.kernel().filter(call.name()::equals).isPresent())
                    .findFirst();
            if (e.reason() != WorkerException.Reason.CRASHED || guilty.isEmpty()) {
                throw Failures.backendException(e);
            }
            refusals.add(refusal(guilty.get(), String.valueOf(e.getMessage())));
            return List.of();
        }
    }

    /** What follows is refused first: then the dot or convolution is tried alone. */
    private static LibraryRefusal refusal(PlanStep.LibraryCall call, String reason) {
        return new LibraryRefusal(call.contraction().id(), call.instructions().size() > 1, reason);
    }

    /** What oneDNN chose for each. */
    Map<Primitive, Implementation> created() {
        return created;
    }
}
