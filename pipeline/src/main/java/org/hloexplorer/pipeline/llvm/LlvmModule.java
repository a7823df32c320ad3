package org.hloexplorer.pipeline.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic.Severity;

/** A parsed module, alone in its own context: optimise it, print it, emit it. For one thread at a time. */
public final class LlvmModule implements AutoCloseable {
    private final LLVMContextRef context;
    private final LLVMModuleRef module;
    private final List<LlvmDiagnostic> diagnostics = new ArrayList<>();

    private LlvmModule(LLVMContextRef context, LLVMModuleRef module) {
        this.context = context;
        this.module = module;
    }

    /**
     * Parses and verifies textual IR, and gives it the triple and data layout of the machine.
     *
     * @param name what errors call the text
     * @throws LlvmException with line and column of the fault
     */
    public static LlvmModule parse(String name, String text, TargetMachine machine) {
        var context = LLVMContextCreate();
        DiagnosticCollector.install(context);
        try {
            var parsed = new LlvmModule(context, parse(context, name, text));
            parsed.setTarget(machine);
            return parsed;
        } catch (LlvmException e) {
            LLVMContextDispose(context);
            throw e;
        }
    }

    private static LLVMModuleRef parse(LLVMContextRef context, String name, String text) {
        var module = new LLVMModuleRef();
        var error = new BytePointer((Pointer) null);
        try (var bytes = new BytePointer(text, StandardCharsets.UTF_8);
                var label = new BytePointer(name, StandardCharsets.UTF_8)) {
            var length = text.getBytes(StandardCharsets.UTF_8).length;
            // The parser takes the buffer over, and frees it.
            var buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, length, label);
            if (LLVMParseIRInContext(context, buffer, module, error) != 0) {
                throw malformed(Llvm.take(error));
            }
        }
        if (LLVMVerifyModule(module, LLVMReturnStatusAction, error) != 0) {
            var complaint = Llvm.take(error);
            LLVMDisposeModule(module);
            throw malformed(complaint);
        }
        LLVMDisposeMessage(error);
        return module;
    }

    private static LlvmException malformed(String complaint) {
        return new LlvmException(complaint, List.of(LlvmDiagnostic.parse(Severity.ERROR, complaint)));
    }

    private void setTarget(TargetMachine machine) {
        LLVMSetTarget(module, machine.target().triple());
        var layout = LLVMCreateTargetDataLayout(machine.ref());
        LLVMSetModuleDataLayout(module, layout);
        LLVMDisposeTargetData(layout);
    }

    /** Runs a pass pipeline in LLVM's notation, such as {@code default<O3>}, with both vectorisers. */
    public void optimize(String passes, TargetMachine machine) {
        var options = LLVMCreatePassBuilderOptions();
        try {
            LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
            LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
            LLVMPassBuilderOptionsSetLoopInterleaving(options, 1);
            LLVMPassBuilderOptionsSetLoopUnrolling(options, 1);
            DiagnosticCollector.collecting(
                    diagnostics, () -> Llvm.check(LLVMRunPasses(module, passes, machine.ref(), options)));
        } finally {
            LLVMDisposePassBuilderOptions(options);
        }
    }

    /** The module as text, as it is now. */
    public String toText() {
        return Llvm.take(LLVMPrintModuleToString(module));
    }

    /** Assembly text. */
    public String assembly(TargetMachine machine) {
        return new String(emit(machine, LLVMAssemblyFile), StandardCharsets.UTF_8);
    }

    /** A relocatable object, for {@link LlvmJit#add}. */
    public byte[] object(TargetMachine machine) {
        return emit(machine, LLVMObjectFile);
    }

    /** Everything LLVM has said about this module so far, remarks included, in order. */
    public List<LlvmDiagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }

    private byte[] emit(TargetMachine machine, int fileType) {
        // Code generation rewrites the module it is given, so it gets a copy: what toText() shows stays what was
        // emitted.
        var copy = LLVMCloneModule(module);
        var buffer = new LLVMMemoryBufferRef();
        try {
            DiagnosticCollector.collecting(diagnostics, () -> emit(machine, copy, fileType, buffer));
        } finally {
            LLVMDisposeModule(copy);
        }
        var bytes = new byte[Math.toIntExact(LLVMGetBufferSize(buffer))];
        LLVMGetBufferStart(buffer).get(bytes);
        LLVMDisposeMemoryBuffer(buffer);
        return bytes;
    }

    private static void emit(TargetMachine machine, LLVMModuleRef module, int fileType, LLVMMemoryBufferRef buffer) {
        var error = new BytePointer((Pointer) null);
        if (LLVMTargetMachineEmitToMemoryBuffer(machine.ref(), module, fileType, error, buffer) != 0) {
            throw new LlvmException(Llvm.take(error), List.of());
        }
    }

    @Override
    public void close() {
        LLVMDisposeModule(module);
        LLVMContextDispose(context);
    }
}
