package org.hloexplorer.pipeline.backend.gpu;

import java.util.List;
import org.hloexplorer.pipeline.backend.planned.PlacedSteps;
import org.hloexplorer.pipeline.kernel.LaunchShape;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.ProgramImage.DeviceLaunch;
import org.hloexplorer.pipeline.worker.ProgramImage.Room;
import org.hloexplorer.pipeline.worker.ProgramImage.Step;

/** A plan's steps as a device runs them. */
record DeviceSteps(GpuProgram program, MemoryPlan memory) {

    List<Step> all() {
        // Drivers copy no nothing; a byte of the room that every buffer has does no harm.
        return new PlacedSteps(program.plan(), memory, 1, this::launch).all();
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
