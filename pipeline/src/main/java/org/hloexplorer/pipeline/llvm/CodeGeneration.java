package org.hloexplorer.pipeline.llvm;

import static org.bytedeco.llvm.global.LLVM.LLVMCodeGenLevelAggressive;
import static org.bytedeco.llvm.global.LLVM.LLVMCodeGenLevelLess;
import static org.bytedeco.llvm.global.LLVM.LLVMCodeGenLevelNone;

/** How much time code generation takes for good code: selection of instructions, scheduling, allocation of registers. */
public enum CodeGeneration {
    QUICK(LLVMCodeGenLevelNone),
    LIGHT(LLVMCodeGenLevelLess),
    BEST(LLVMCodeGenLevelAggressive);

    private final int level;

    CodeGeneration(int level) {
        this.level = level;
    }

    int level() {
        return level;
    }
}
