package org.hloexplorer.pipeline.llvm;

import static org.bytedeco.llvm.global.LLVM.LLVMCodeModelDefault;
import static org.bytedeco.llvm.global.LLVM.LLVMCreateTargetMachine;
import static org.bytedeco.llvm.global.LLVM.LLVMDisposeTargetMachine;
import static org.bytedeco.llvm.global.LLVM.LLVMGetTargetFromTriple;
import static org.bytedeco.llvm.global.LLVM.LLVMRelocPIC;
import static org.bytedeco.llvm.global.LLVM.LLVMSetTargetMachineAsmVerbosity;

import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineRef;
import org.bytedeco.llvm.LLVM.LLVMTargetRef;

/** Generates code for one {@link Target}; not to be used by two threads at a time. */
public final class TargetMachine implements AutoCloseable {
    private final Target target;
    private final LLVMTargetMachineRef machine;

    private TargetMachine(Target target, LLVMTargetMachineRef machine) {
        this.target = target;
        this.machine = machine;
    }

    /**
     * One that generates the best code.
     *
     * @throws LlvmException where this LLVM has no such target
     */
    public static TargetMachine of(Target target) {
        return of(target, CodeGeneration.BEST);
    }

    /** @throws LlvmException where this LLVM has no such target */
    public static TargetMachine of(Target target, CodeGeneration generation) {
        if (target.isDevice()) {
            Llvm.loadDevices();
        } else {
            Llvm.load();
        }
        var found = new LLVMTargetRef();
        var error = new BytePointer((Pointer) null);
        if (LLVMGetTargetFromTriple(new BytePointer(target.triple()), found, error) != 0) {
            throw new LlvmException(Llvm.take(error), List.of());
        }
        var machine = LLVMCreateTargetMachine(
                found,
                target.triple(),
                target.cpu(),
                target.features(),
                generation.level(),
                LLVMRelocPIC,
                LLVMCodeModelDefault);
        // Comments in assembly tell spills and the headers of loops.
        LLVMSetTargetMachineAsmVerbosity(machine, 1);
        return new TargetMachine(target, machine);
    }

    public Target target() {
        return target;
    }

    LLVMTargetMachineRef ref() {
        return machine;
    }

    @Override
    public void close() {
        LLVMDisposeTargetMachine(machine);
    }
}
