package org.hloexplorer.pipeline.worker;

/** Kernels as IR text, for tests. */
final class Kernels {
    private Kernels() {}

    /** Adds one to each i64 of its only buffer. */
    static KernelSource increment(String name) {
        return loop(name, """
                  %p = getelementptr inbounds i64, ptr %x, i64 %i
                  %v = load i64, ptr %p
                  %w = add i64 %v, 1
                  store i64 %w, ptr %p
                """);
    }

    static KernelSource storingToNull(String name) {
        return loop(name, "  store volatile i64 1, ptr null\n");
    }

    static KernelSource endless(String name) {
        return new KernelSource(name, name, """
                define void @%s(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) {
                  br label %%loop
                loop:
                  %%v = load volatile i64, ptr %%scratch
                  br label %%loop
                }
                """.formatted(name));
    }

    /** Parses, verifies, and makes LLVM abort: no such instruction on any processor that Java runs on. */
    static KernelSource abortingTheCompiler(String name) {
        return new KernelSource(name, name, """
                declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
                define i32 @%s(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) {
                  %%v = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
                  ret i32 %%v
                }
                """.formatted(name));
    }

    private static KernelSource loop(String name, String body) {
        return new KernelSource(name, name, """
                define void @%s(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) {
                entry:
                  %%x = load ptr, ptr %%arguments
                  %%empty = icmp sge i64 %%begin, %%end
                  br i1 %%empty, label %%exit, label %%loop
                loop:
                  %%i = phi i64 [ %%begin, %%entry ], [ %%next, %%loop ]
                %s  %%next = add nuw nsw i64 %%i, 1
                  %%done = icmp eq i64 %%next, %%end
                  br i1 %%done, label %%exit, label %%loop
                exit:
                  ret void
                }
                """.formatted(name, body));
    }
}
