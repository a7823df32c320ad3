package org.hloexplorer.pipeline.backend.cpu;

import java.util.List;
import java.util.Locale;
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
    /** A scalar takes so many times as long, about. */
    private static final long SCALAR_SHARE = 16;

    private static final long BYTES_PER_CALL = 64L << 20;

    private final int vectorBits;

    CeilingKernels(int vectorBits) {
        this.vectorBits = vectorBits;
    }

    /** A kernel and the work of one call, in flops or bytes. */
    record Sized(MicroKernel kernel, double work) {}

    /** @throws IllegalArgumentException for a bandwidth */
    Sized arithmetic(Kind kind) {
        var chain = switch (kind) {
            case FMA_F32_VECTOR -> Chain.fused("float", vectorBits / 32);
            case FMA_F64_VECTOR -> Chain.fused("double", vectorBits / 64);
            case FMA_F32_SCALAR -> Chain.fused("float", 1);
            case NO_FMA_F32_VECTOR -> Chain.separate("float", vectorBits / 32);
            case NO_FMA_F32_SCALAR -> Chain.separate("float", 1);
            case DOT_BF16_VECTOR -> Chain.dot(vectorBits);
            case READ, WRITE, COPY, TRIAD -> throw new IllegalArgumentException(kind + " computes nothing");
        };
        long flopsPerIteration = CHAINS * chain.flops();
        // A scalar does a fraction of the work in the same time.
        long iterations = FLOPS_PER_CALL / (chain.lanes() == 1 ? SCALAR_SHARE : 1) / flopsPerIteration;
        return new Sized(
                new MicroKernel(chains(chain), List.of(4096L), iterations), (double) iterations * flopsPerIteration);
    }

    /** A kernel that goes over its working set again and again; each array of it has an equal part. */
    Sized bandwidth(Kind kind, long workingSetBytes) {
        int arrays = arrays(kind);
        long arrayBytes = wholeSteps(workingSetBytes / arrays);
        long passes = Math.max(1, BYTES_PER_CALL / (arrayBytes * arrays));
        var buffers = IntStream.range(0, arrays).mapToObj(_ -> arrayBytes).collect(Collectors.toList());
        buffers.add(4096L);
        var source = sweep(kind, arrayBytes);
        return new Sized(new MicroKernel(source, buffers, passes), (double) passes * arrayBytes * arrays);
    }

    /** How many arrays a kernel of the kind goes over; the one that is written is the first. */
    static int arrays(Kind kind) {
        return switch (kind) {
            case TRIAD -> 3;
            case COPY -> 2;
            case READ, WRITE -> 1;
            case FMA_F32_VECTOR,
                    FMA_F64_VECTOR,
                    FMA_F32_SCALAR,
                    NO_FMA_F32_VECTOR,
                    NO_FMA_F32_SCALAR,
                    DOT_BF16_VECTOR -> throw new IllegalArgumentException(kind + " moves no data");
        };
    }

    /** So many bytes, or a little less, that the kernels go over in whole steps. */
    long wholeSteps(long bytes) {
        long step = (long) UNROLL * vectorBits / 8;
        return Math.max(step, bytes / step * step);
    }

    private static KernelSource chains(Chain chain) {
        var type = chain.type();
        return new KernelSource("peak", "probe_peak", """
                define void @probe_peak(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) #0 {
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
                %5$s
                attributes #0 = { nounwind noimplicitfloat }
                """.formatted(
                        chain.operand(),
                        each(
                                CHAINS,
                                i -> "  %%a%1$d = phi %2$s [ %3$s, %%entry ], [ %%n%1$d, %%loop ]\n"
                                        .formatted(i, type, chain.first(i))),
                        each(CHAINS, chain::step),
                        each(CHAINS, i -> "  store volatile %2$s %%n%1$d, ptr %%out\n".formatted(i, type)),
                        chain.declaration()));
    }

    /** Goes over arrays of so many bytes; its extent is how often. After the arrays it is given a place for a vector. */
    KernelSource sweep(Kind kind, long arrayBytes) {
        int lanes = vectorBits / 32;
        int arrays = arrays(kind);
        var name = kind.name().toLowerCase(Locale.ROOT);
        var symbol = "probe_" + name;
        var type = "<%d x float>".formatted(lanes);
        return new KernelSource(name, symbol, """
                define void @%7$s(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) #0 {
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
                        arrayBytes / Float.BYTES,
                        // Storing the sums keeps the reads; once per pass it costs nothing.
                        each(
                                kind == Kind.READ ? UNROLL : 0,
                                i -> "  store volatile %2$s %%n%1$d, ptr %%x1\n".formatted(i, type)),
                        symbol));
    }

    private static String element(Kind kind, int i, int lanes, String type) {
        return switch (kind) {
            case READ -> address(0, i, lanes) + """
                      %%v%1$d = load %2$s, ptr %%p0.%1$d
                      %%n%1$d = fadd %2$s %%a%1$d, %%v%1$d
                    """.formatted(i, type);
            case WRITE -> address(0, i, lanes) + "  store %s splat (float 1.0), ptr %%p0.%d\n".formatted(type, i);
            case COPY -> address(0, i, lanes) + address(1, i, lanes) + """
                      %%b%1$d = load %2$s, ptr %%p1.%1$d
                      store %2$s %%b%1$d, ptr %%p0.%1$d
                    """.formatted(i, type);
            case TRIAD -> address(0, i, lanes) + address(1, i, lanes) + address(2, i, lanes) + """
                      %%b%1$d = load %2$s, ptr %%p1.%1$d
                      %%c%1$d = load %2$s, ptr %%p2.%1$d
                      %%m%1$d = fmul contract %2$s %%c%1$d, splat (float 3.0)
                      %%s%1$d = fadd contract %2$s %%m%1$d, %%b%1$d
                      store %2$s %%s%1$d, ptr %%p0.%1$d
                    """.formatted(i, type);
            case FMA_F32_VECTOR,
                    FMA_F64_VECTOR,
                    FMA_F32_SCALAR,
                    NO_FMA_F32_VECTOR,
                    NO_FMA_F32_SCALAR,
                    DOT_BF16_VECTOR -> throw new IllegalArgumentException(kind + " moves no data");
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
