package org.hloexplorer.pipeline.worker;

import java.util.EnumMap;
import java.util.Map;
import org.hloexplorer.pipeline.llvm.CodeGeneration;
import org.hloexplorer.pipeline.llvm.LlvmException;
import org.hloexplorer.pipeline.llvm.LlvmModule;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.llvm.TargetMachine;
import org.hloexplorer.pipeline.worker.CompileOutcome.CompileTimes;

/** What one thread compiles with: target machines, which are made once, as that takes longer than a small kernel does. */
final class CompilerThread {
    private final Target target;
    private final Map<CodeGeneration, TargetMachine> machines = new EnumMap<>(CodeGeneration.class);

    CompilerThread(Target target) {
        this.target = target;
    }

    CompileOutcome compile(CompileTask task) {
        var kernel = task.kernel();
        var machine =
                machines.computeIfAbsent(task.tier().generation(), generation -> TargetMachine.of(target, generation));
        long start = System.nanoTime();
        try (var module = LlvmModule.parse(kernel.name(), kernel.ir(), machine)) {
            long parsed = System.nanoTime();
            module.optimize(task.tier().passes(), machine);
            long optimized = System.nanoTime();
            var object = new ObjectCode(module.object(machine));
            var times = new CompileTimes(parsed - start, optimized - parsed, System.nanoTime() - optimized);
            return new CompileOutcome.Compiled(
                    task.tier(),
                    object,
                    module.diagnostics(),
                    task.listings() ? module.toText() : "",
                    task.listings() ? module.assembly(machine) : "",
                    times);
        } catch (LlvmException e) {
            return new CompileOutcome.Refused(String.valueOf(e.getMessage()));
        }
    }
}
