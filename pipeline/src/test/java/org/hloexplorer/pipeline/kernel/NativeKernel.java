package org.hloexplorer.pipeline.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.hloexplorer.pipeline.kernel.llvm.LlvmKernelPrinter;
import org.hloexplorer.pipeline.llvm.LlvmJit;
import org.hloexplorer.pipeline.llvm.LlvmModule;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.llvm.TargetMachine;

/** A kernel compiled into this very process, for tests of what kernels compute. */
final class NativeKernel implements AutoCloseable {
    private final Kernel kernel;
    private final String ir;
    private final LlvmJit jit = LlvmJit.create();
    private final MethodHandle call;

    NativeKernel(Kernel kernel) {
        this.kernel = kernel;
        try (var machine = TargetMachine.of(Target.host())) {
            this.ir = new LlvmKernelPrinter("test.hlo", _ -> 0, machine.target().vectorBits()).print(kernel, "k");
            try (var module = LlvmModule.parse(kernel.name(), ir, machine)) {
                module.optimize("default<O3>", machine);
                jit.add(module.object(machine));
            }
        }
        this.call = Linker.nativeLinker()
                .downcallHandle(jit.lookup("k"), FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG));
    }

    String ir() {
        return ir;
    }

    /** Runs it on buffers aligned to 64, in the order of its arguments. */
    void run(List<MemorySegment> buffers) {
        run(buffers, 0, kernel.extent());
    }

    void run(List<MemorySegment> buffers, long begin, long end) {
        try (var arena = Arena.ofConfined()) {
            var arguments = arena.allocate(ADDRESS, Math.max(1, buffers.size()));
            for (int i = 0; i < buffers.size(); i++) {
                arguments.setAtIndex(ADDRESS, i, buffers.get(i));
            }
            var scratch = arena.allocate(Math.max(64, kernel.scratchBytes()), 64);
            call.invokeExact(arguments, scratch, begin, end);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        jit.close();
    }
}
