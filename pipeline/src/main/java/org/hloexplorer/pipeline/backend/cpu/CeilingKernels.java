package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.pipeline.backend.cpu.Ceiling.Kind;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.MicroKernel;

/** Kernels that do nothing but reach a limit of the machine. */
final class CeilingKernels {
    /** Independent chains: more than latency times units of any processor to date, fewer than its registers. */
    private static final int CHAINS = 12;

    /** Vectors per iteration of a memory kernel, so that the loop itself costs nothing. */
    private static final int UNROLL = 8;

    private static final long FLOPS_PER_CALL = 400_000_000;
    private static final long BYTES_PER_CALL = 64L << 20;

    private final int vectorBits;

    CeilingKernels(int vectorBits) {
        this.vectorBits = vectorBits;
    }

    /** A kernel and the work of one call, in flops or bytes. */
    record Sized(MicroKernel kernel, double work) {}

    Sized arithmetic(Kind kind) {
        int elementBits = kind == Kind.FMA_F64_VECTOR ? 64 : 32;
        int lanes = kind == Kind.FMA_F32_SCALAR ? 1 : vectorBits / elementBits;
        long flopsPerIteration = 2L * CHAINS * lanes;
        // A scalar does a fraction of the work in the same time.
        long iterations = FLOPS_PER_CALL * lanes * elementBits / vectorBits / flopsPerIteration;
        var source = fma(lanes, elementBits == 64 ? "double" : "float");
        return new Sized(new MicroKernel(source, List.of(4096L), iterations), (double) iterations * flopsPerIteration);
    }

    /** A kernel that goes over its working set again and again; each array of it has an equal part. */
    Sized bandwidth(Kind kind, long workingSetBytes) {
        int arrays = kind == Kind.TRIAD ? 3 : 1;
        long step = (long) UNROLL * vectorBits / 8;
        long arrayBytes = Math.max(step, workingSetBytes / arrays / step * step);
        long passes = Math.max(1, BYTES_PER_CALL / (arrayBytes * arrays));
        var buffers = IntStream.range(0, arrays).mapToObj(_ -> arrayBytes).collect(Collectors.toList());
        buffers.add(4096L);
        var source = sweep(kind, arrays, arrayBytes / 4);
        return new Sized(new MicroKernel(source, buffers, passes), (double) passes * arrayBytes * arrays);
    }

    private static KernelSource fma(int lanes, String element) {
        var type = lanes == 1 ? element : "<%d x %s>".formatted(lanes, element);
        IntFunction<String> splat = i -> lanes == 1 ? i + ".0" : "splat (%s %d.0)".formatted(element, i);
        var suffix = (lanes == 1 ? "" : "v" + lanes) + (element.equals("double") ? "f64" : "f32");
        return new KernelSource("fma", "fma", """
                define void @fma(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) #0 {
                entry:
                  %%out = load ptr, ptr %%arguments
                  %%scale = load volatile %1$s, ptr %%out
                  %%shift = load volatile %1$s, ptr %%out
                  br label %%loop
                loop:
                  %%i = phi i64 [ %%begin, %%entry ], [ %%next, %%loop ]
                %2$s%3$s  %%next = add nuw nsw i64 %%i, 1
                  %%done = icmp eq i64 %%next, %%end
                  br i1 %%done, label %%exit, label %%loop
                exit:
                %4$s  ret void
                }
                declare %1$s @llvm.fma.%5$s(%1$s, %1$s, %1$s)
                attributes #0 = { nounwind noimplicitfloat }
                """.formatted(
                        type,
                        each(
                                CHAINS,
                                i -> "  %%a%1$d = phi %2$s [ %3$s, %%entry ], [ %%n%1$d, %%loop ]\n"
                                        .formatted(i, type, splat.apply(i))),
                        each(
                                CHAINS,
                                i -> "  %%n%1$d = call %2$s @llvm.fma.%3$s(%2$s %%a%1$d, %2$s %%scale, %2$s %%shift)\n"
                                        .formatted(i, type, suffix)),
                        each(CHAINS, i -> "  store volatile %2$s %%n%1$d, ptr %%out\n".formatted(i, type)),
                        suffix));
    }

    private KernelSource sweep(Kind kind, int arrays, long elements) {
        int lanes = vectorBits / 32;
        var type = "<%d x float>".formatted(lanes);
        return new KernelSource("sweep", "sweep", """
                define void @sweep(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) #0 {
                entry:
                %1$s  br label %%pass
                pass:
                  %%p = phi i64 [ %%begin, %%entry ], [ %%next.p, %%passed ]
                  br label %%loop
                loop:
                  %%i = phi i64 [ 0, %%pass ], [ %%next.i, %%loop ]
                %2$s%3$s  %%next.i = add nuw nsw i64 %%i, %4$d
                  %%done.i = icmp uge i64 %%next.i, %5$d
                  br i1 %%done.i, label %%passed, label %%loop
                passed:
                %6$s  %%next.p = add nuw nsw i64 %%p, 1
                  %%done.p = icmp eq i64 %%next.p, %%end
                  br i1 %%done.p, label %%exit, label %%pass
                exit:
                  ret void
                }
                attributes #0 = { nounwind "no-builtins" }
                """.formatted(
                        each(arrays + 1, i -> """
                                  %%slot%1$d = getelementptr ptr, ptr %%arguments, i64 %1$d
                                  %%x%1$d = load ptr, ptr %%slot%1$d
                                """.formatted(i)),
                        each(
                                UNROLL,
                                i -> kind == Kind.READ
                                        ? "  %%a%1$d = phi %2$s [ zeroinitializer, %%pass ], [ %%n%1$d, %%loop ]\n"
                                                .formatted(i, type)
                                        : ""),
                        each(UNROLL, i -> element(kind, i, lanes, type)),
                        (long) UNROLL * lanes,
                        elements,
                        // Storing the sums keeps the reads; once per pass it costs nothing.
                        each(
                                kind == Kind.READ ? UNROLL : 0,
                                i -> "  store volatile %2$s %%n%1$d, ptr %%x1\n".formatted(i, type))));
    }

    private static String element(Kind kind, int i, int lanes, String type) {
        return switch (kind) {
            case READ -> address(0, i, lanes) + """
                      %%v%1$d = load %2$s, ptr %%p0.%1$d
                      %%n%1$d = fadd %2$s %%a%1$d, %%v%1$d
                    """.formatted(i, type);
            case WRITE -> address(0, i, lanes) + "  store %s splat (float 1.0), ptr %%p0.%d\n".formatted(type, i);
            case TRIAD -> address(0, i, lanes) + address(1, i, lanes) + address(2, i, lanes) + """
                      %%b%1$d = load %2$s, ptr %%p1.%1$d
                      %%c%1$d = load %2$s, ptr %%p2.%1$d
                      %%m%1$d = fmul contract %2$s %%c%1$d, splat (float 3.0)
                      %%s%1$d = fadd contract %2$s %%m%1$d, %%b%1$d
                      store %2$s %%s%1$d, ptr %%p0.%1$d
                    """.formatted(i, type);
            case FMA_F32_VECTOR, FMA_F64_VECTOR, FMA_F32_SCALAR ->
                throw new IllegalArgumentException(kind + " moves no data");
        };
    }

    private static String address(int array, int i, int lanes) {
        return """
                  %%o%1$d.%2$d = add nuw nsw i64 %%i, %3$d
                  %%p%1$d.%2$d = getelementptr inbounds float, ptr %%x%1$d, i64 %%o%1$d.%2$d
                """.formatted(array, i, i * lanes);
    }

    private static String each(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining());
    }
}
