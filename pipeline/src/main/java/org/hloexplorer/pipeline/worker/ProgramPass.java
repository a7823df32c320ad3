package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.hloexplorer.pipeline.worker.LoadedProgram.Call;
import org.hloexplorer.pipeline.worker.LoadedProgram.Step;

/**
 * Goes through a program's steps once.
 *
 * @param scratch memory for each thread
 */
record ProgramPass(Execution execution, List<MemorySegment> scratch, Stopwatch stopwatch) {

    void run(List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            switch (steps.get(i)) {
                case Call call -> {
                    execution.launch(call, scratch);
                    stopwatch.lap(call.unit());
                }
                case Step.Library(int unit, var call) -> {
                    execution.call(unit, call);
                    stopwatch.lap(unit);
                }
                case Step.Copy(int unit, var from, var to) -> {
                    to.copyFrom(from);
                    stopwatch.lap(unit);
                }
                case Step.Loop loop -> repeat(loop);
                case Step.Branch branch -> run(branch.taken());
            }
        }
    }

    private void repeat(Step.Loop loop) {
        run(loop.condition());
        while (loop.predicate().get(JAVA_BYTE, 0) != 0) {
            run(loop.body());
            run(loop.condition());
        }
    }
}
