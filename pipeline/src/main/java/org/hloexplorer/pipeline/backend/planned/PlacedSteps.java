package org.hloexplorer.pipeline.backend.planned;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.ProgramImage.Branch;
import org.hloexplorer.pipeline.worker.ProgramImage.Copy;
import org.hloexplorer.pipeline.worker.ProgramImage.LibraryCall;
import org.hloexplorer.pipeline.worker.ProgramImage.Loop;
import org.hloexplorer.pipeline.worker.ProgramImage.Step;

/**
 * A plan's steps as a child process runs them, places in memory for buffers; those of the reference evaluator are left
 * out.
 *
 * @param smallestCopy bytes that are copied at least; every buffer has room for one
 * @param launch how a kernel is started
 */
public record PlacedSteps(
        ExecutablePlan plan, MemoryPlan memory, long smallestCopy, Function<PlanStep.Launch, Step> launch) {

    public List<Step> all() {
        return of(plan.steps());
    }

    private List<Step> of(List<PlanStep> steps) {
        return steps.stream().flatMap(this::of).toList();
    }

    private Stream<Step> of(PlanStep step) {
        return switch (step) {
            case PlanStep.Launch kernel -> Stream.of(launch.apply(kernel));
            case PlanStep.LibraryCall call ->
                Stream.of(new LibraryCall(
                        call.name(),
                        call.primitive(),
                        call.buffers().stream().map(this::offset).toList()));
            case PlanStep.Copy(var name, var _, int from, int to) ->
                Stream.of(new Copy(
                        name,
                        offset(from),
                        offset(to),
                        Math.max(smallestCopy, plan.buffers().get(to).bytes())));
            case PlanStep.Loop(var _, var _, var condition, int predicate, var body) ->
                Stream.of(new Loop(of(condition), offset(predicate), of(body)));
            case PlanStep.Branch(var _, var _, int selector, boolean byPredicate, var branches) ->
                Stream.of(new Branch(
                        offset(selector),
                        byPredicate,
                        branches.stream().map(this::of).toList()));
            case PlanStep.Reference _ -> Stream.of();
        };
    }

    private long offset(int buffer) {
        return memory.offsets().get(buffer);
    }
}
