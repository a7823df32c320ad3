package org.hloexplorer.pipeline.worker;

import org.hloexplorer.pipeline.llvm.CodeGeneration;

/** How much work goes into the code of a kernel. */
public enum CompileTier {
    /** Soon there, and slow: values in memory, no vectors but those that the kernel itself asks for. */
    QUICK("quick code", "always-inline,function(sroa,early-cse)", CodeGeneration.QUICK),
    /** In between: values in registers, work taken out of loops where it is the same each time; vectors as for the former. */
    LIGHT(
            "O1 code",
            "always-inline,function(sroa,early-cse<memssa>,simplifycfg,loop-mssa(loop-rotate,licm),early-cse)",
            CodeGeneration.LIGHT),
    /** As fast as LLVM makes it. */
    OPTIMIZED("O3", "default<O3>", CodeGeneration.BEST);

    private final String text;
    private final String passes;
    private final CodeGeneration generation;

    CompileTier(String text, String passes, CodeGeneration generation) {
        this.text = text;
        this.passes = passes;
        this.generation = generation;
    }

    /** For people. */
    public String text() {
        return text;
    }

    /** In LLVM's notation. */
    String passes() {
        return passes;
    }

    CodeGeneration generation() {
        return generation;
    }
}
