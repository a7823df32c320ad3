package org.hloexplorer.pipeline.worker;

/**
 * A kernel and how it is to be compiled.
 *
 * @param listings whether optimised IR and assembly come back too
 */
public record CompileTask(KernelSource kernel, CompileTier tier, boolean listings) {

    public static CompileTask of(KernelSource kernel, CompileTier tier) {
        return new CompileTask(kernel, tier, false);
    }
}
