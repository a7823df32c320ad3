package org.hloexplorer.pipeline.llvm;

import static org.bytedeco.llvm.global.LLVM.LLVMCreateMemoryBufferWithMemoryRangeCopy;
import static org.bytedeco.llvm.global.LLVM.LLVMOrcCreateLLJIT;
import static org.bytedeco.llvm.global.LLVM.LLVMOrcCreateLLJITBuilder;
import static org.bytedeco.llvm.global.LLVM.LLVMOrcDisposeLLJIT;
import static org.bytedeco.llvm.global.LLVM.LLVMOrcLLJITAddObjectFile;
import static org.bytedeco.llvm.global.LLVM.LLVMOrcLLJITGetMainJITDylib;
import static org.bytedeco.llvm.global.LLVM.LLVMOrcLLJITLookup;

import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.llvm.LLVM.LLVMOrcLLJITRef;

/**
 * Links objects into this process.
 *
 * <p>It is given objects, never IR, so that what runs is byte for byte what was emitted and shown. Symbols that the
 * objects leave open (such as {@code memcpy}) are those of the process. Closing it unmaps the code.
 */
public final class LlvmJit implements AutoCloseable {
    private final LLVMOrcLLJITRef jit;

    private LlvmJit(LLVMOrcLLJITRef jit) {
        this.jit = jit;
    }

    public static LlvmJit create() {
        Llvm.load();
        var jit = new LLVMOrcLLJITRef();
        Llvm.check(LLVMOrcCreateLLJIT(jit, LLVMOrcCreateLLJITBuilder()));
        return new LlvmJit(jit);
    }

    /** Adds an object; its symbols must be new. It is linked when one of them is first looked up. */
    public void add(byte[] object) {
        try (var bytes = new BytePointer(object);
                var name = new BytePointer("object")) {
            var buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, object.length, name);
            Llvm.check(LLVMOrcLLJITAddObjectFile(jit, LLVMOrcLLJITGetMainJITDylib(jit), buffer));
        }
    }

    /**
     * The address of a function or global, valid until this is closed.
     *
     * @throws LlvmException where no object defines it, or where linking fails
     */
    public MemorySegment lookup(String symbol) {
        try (var address = new LongPointer(1)) {
            Llvm.check(LLVMOrcLLJITLookup(jit, address, symbol));
            return MemorySegment.ofAddress(address.get());
        }
    }

    @Override
    public void close() {
        Llvm.check(LLVMOrcDisposeLLJIT(jit));
    }
}
