package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.ObjectCode;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.Worker;

/** A program of one kernel that does nothing, which costs what a launch costs. */
final class EmptyKernel {
    private static final KernelSource SOURCE = new KernelSource("nothing", "nothing", """
            define void @nothing(ptr %arguments, ptr %scratch, i64 %begin, i64 %end) {
              ret void
            }
            """);

    private static final long BYTES = 64;

    private EmptyKernel() {}

    /** @param threads of which each is given a part */
    static Program of(Worker worker, int threads, Limit limit) {
        var objects = worker.compile(List.of(SOURCE), limit).stream()
                .map(EmptyKernel::object)
                .toList();
        var launch = new ProgramImage.Launch(SOURCE.name(), SOURCE.symbol(), List.of(0L), threads, 1);
        return worker.program(new ProgramImage(objects, BYTES, 0, List.of(launch)), List.of());
    }

    private static ObjectCode object(CompileOutcome outcome) {
        return switch (outcome) {
            case CompileOutcome.Compiled compiled -> compiled.object();
            case CompileOutcome.Refused(var message) ->
                throw new IllegalStateException("LLVM refuses an empty kernel: " + message);
        };
    }
}
