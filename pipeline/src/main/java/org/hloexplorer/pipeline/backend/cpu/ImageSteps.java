package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import org.hloexplorer.pipeline.backend.planned.PlacedSteps;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.ProgramImage.Launch;
import org.hloexplorer.pipeline.worker.ProgramImage.Step;

/** A plan's steps as the worker runs them. */
record ImageSteps(CpuProgram program, MemoryPlan memory) {

    List<Step> all() {
        return new PlacedSteps(program.plan(), memory, 0, this::launch).all();
    }

    private Launch launch(PlanStep.Launch launch) {
        var kernel = launch.kernel();
        var symbol = program.kernels()
                .sources()
                .get(program.kernels().number(launch))
                .symbol();
        var buffers = launch.buffers().stream().map(memory.offsets()::get).toList();
        return new Launch(launch.name(), symbol, buffers, kernel.extent(), kernel.grain());
    }
}
