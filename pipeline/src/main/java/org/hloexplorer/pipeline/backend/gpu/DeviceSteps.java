package org.hloexplorer.pipeline.backend.gpu;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.kernel.LaunchShape;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.ProgramImage.Branch;
import org.hloexplorer.pipeline.worker.ProgramImage.Copy;
import org.hloexplorer.pipeline.worker.ProgramImage.DeviceLaunch;
import org.hloexplorer.pipeline.worker.ProgramImage.Loop;
import org.hloexplorer.pipeline.worker.ProgramImage.Room;
import org.hloexplorer.pipeline.worker.ProgramImage.Step;

/** A plan's steps as a device runs them, places in memory for buffers; those of the reference evaluator are left out. */
record DeviceSteps(GpuProgram program, MemoryPlan memory) {

    List<Step> of(List<PlanStep> steps) {
        return steps.stream().flatMap(this::of).toList();
    }

    private Stream<Step> of(PlanStep step) {
        return switch (step) {
            case PlanStep.Launch launch -> Stream.of(launch(launch));
            case PlanStep.Copy(var name, var _, int from, int to) ->
                // Drivers copy no nothing; a byte of the room that every buffer has does no harm.
                Stream.of(new Copy(name, offset(from), offset(to), Math.max(1, bytes(to))));
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

    private DeviceLaunch launch(PlanStep.Launch launch) {
        var shape = LaunchShape.of(launch.kernel(), program.groups());
        var symbol = program.kernels()
                .sources()
                .get(program.kernels().number(launch))
                .symbol();
        var rooms = launch.buffers().stream()
                .map(buffer -> new Room(offset(buffer), Math.max(1, bytes(buffer))))
                .toList();
        return new DeviceLaunch(launch.name(), symbol, rooms, shape.groups(), shape.groupSize(), shape.scratchBytes());
    }

    private long offset(int buffer) {
        return memory.offsets().get(buffer);
    }

    private long bytes(int buffer) {
        return program.plan().buffers().get(buffer).bytes();
    }
}
