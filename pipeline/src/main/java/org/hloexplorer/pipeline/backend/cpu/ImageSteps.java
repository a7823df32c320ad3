package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.ProgramImage.Branch;
import org.hloexplorer.pipeline.worker.ProgramImage.Copy;
import org.hloexplorer.pipeline.worker.ProgramImage.Launch;
import org.hloexplorer.pipeline.worker.ProgramImage.Loop;
import org.hloexplorer.pipeline.worker.ProgramImage.Step;

/** A plan's steps as the worker runs them, offsets in place of buffers; those of the reference evaluator are left out. */
record ImageSteps(CpuProgram program, MemoryPlan memory) {

    List<Step> of(List<PlanStep> steps) {
        return steps.stream().flatMap(this::of).toList();
    }

    private Stream<Step> of(PlanStep step) {
        return switch (step) {
            case PlanStep.Launch launch -> Stream.of(launch(launch));
            case PlanStep.Copy(var name, var _, int from, int to) ->
                Stream.of(new Copy(
                        name,
                        offset(from),
                        offset(to),
                        program.plan().buffers().get(to).bytes()));
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

    private Launch launch(PlanStep.Launch launch) {
        var kernel = launch.kernel();
        var symbol = program.kernels()
                .sources()
                .get(program.kernels().number(launch))
                .symbol();
        var buffers = launch.buffers().stream().map(this::offset).toList();
        return new Launch(launch.name(), symbol, buffers, kernel.extent(), kernel.grain());
    }

    private long offset(int buffer) {
        return memory.offsets().get(buffer);
    }
}
