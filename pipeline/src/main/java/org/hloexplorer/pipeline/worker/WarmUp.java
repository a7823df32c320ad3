package org.hloexplorer.pipeline.worker;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.onednn.DataType;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.Tensor;

/** Small kernels that a new compiler is given, so that the first real one does not pay for what comes once. */
final class WarmUp {
    private static final long SIDE = 16;

    private static final String KERNEL = """
            define void @warm(ptr noalias %arguments, ptr noalias %scratch, i64 %begin, i64 %end) {
            entry:
              br label %loop
            loop:
              %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
              %from = getelementptr inbounds float, ptr %arguments, i64 %i
              %x = load float, ptr %from, align 4
              %y = call float @twice(float %x)
              %z = call float @llvm.fmuladd.f32(float %x, float %y, float 1.0)
              %to = getelementptr inbounds float, ptr %scratch, i64 %i
              store float %z, ptr %to, align 4
              %next = add nuw nsw i64 %i, 1
              %done = icmp sge i64 %next, %end
              br i1 %done, label %exit, label %loop
            exit:
              ret void
            }

            define internal float @twice(float %x) alwaysinline {
              %y = fadd float %x, %x
              ret float %y
            }

            declare float @llvm.fmuladd.f32(float, float, float)
            """;

    private WarmUp() {}

    /** A product of small matrices, which takes the library's being loaded. */
    static Primitive primitive() {
        var matrix = new Tensor(DataType.F32, List.of(SIDE, SIDE), List.of(SIDE, 1L));
        return new Primitive(Primitive.Kind.MATMUL, matrix, matrix, null, matrix, null, List.of());
    }

    /** Of each tier as many as there are threads to compile them. */
    static List<CompileTask> tasks() {
        var kernel = new KernelSource("warm", "warm", KERNEL);
        return IntStream.range(0, Runtime.getRuntime().availableProcessors())
                .boxed()
                .flatMap(_ -> Stream.of(CompileTier.values()).map(tier -> CompileTask.of(kernel, tier)))
                .toList();
    }
}
