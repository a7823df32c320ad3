package org.hloexplorer.pipeline.fusion;

import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;

/**
 * What fusing saves on a CPU: memory traffic, as arithmetic mostly hides behind it, and the start of a loop. What the
 * consumer reads and writes beside the producer's result is the same both ways, and left out, as is what is computed again.
 *
 * <p>The figures of the machine are round ones of a desktop core, for comparing decisions with one another; a run
 * measures the real ones.
 */
final class CpuEstimates {
    private static final double BYTES_PER_MICRO = 20_000;
    private static final double KERNEL_MICROS = 0.5;
    static final String SOURCE =
            "a guess from traffic alone, what is computed again not counted: 20 GB/s, 0.5 µs per kernel";

    private CpuEstimates() {}

    static FusionEstimate of(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        long result = producer.shape().bytes();
        long used = used(graph, producer, consumer);
        long read = 0;
        long readInside = 0;
        for (int i = 0; i < producer.operandCount(); i++) {
            long bytes = read(graph, producer, i);
            read += bytes;
            // What the consumer reads anyhow is read once for both; of the rest, what it takes of the result needs its
            // part.
            readInside += consumer.hasOperand(producer.operandId(i)) ? 0 : part(bytes, used, result);
        }
        boolean staysStored = graph.userCount(producer) > 1 || graph.editor().isRoot(producer);
        long apart = read + result + used;
        long fused = readInside + (staysStored ? read + result : 0);
        return new FusionEstimate(apart, fused, micros(apart, 2), micros(fused, staysStored ? 2 : 1), SOURCE);
    }

    private static long part(long bytes, long used, long result) {
        return used < result ? Math.round((double) bytes * used / result) : bytes;
    }

    /** What the consumer reads of the producer's result. */
    private static long used(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        return IntStream.range(0, consumer.operandCount())
                .filter(i -> consumer.operandId(i) == producer.id())
                .mapToLong(i -> read(graph, consumer, i))
                .max()
                .orElse(producer.shape().bytes());
    }

    /** What is read of an operand: of a slice's or gather's, only what it yields, also where that is in a fusion. */
    private static long read(FusionGraph graph, HloInstruction user, int operand) {
        long size = graph.operand(user, operand).shape().bytes();
        if (!FusionGraph.isFusion(user)) {
            return takesPart(user, operand) ? Math.min(size, user.shape().bytes()) : size;
        }
        var body = graph.body(user);
        var parameter = body.parameter(operand);
        var users = body.graph().users(parameter);
        boolean takePart = users.stream().allMatch(each -> takesPart(each, 0) && each.operandId(0) == parameter.id());
        return takePart
                ? Math.min(
                        size,
                        users.stream().mapToLong(each -> each.shape().bytes()).sum())
                : size;
    }

    private static boolean takesPart(HloInstruction user, int operand) {
        return switch (user.opcode()) {
            case SLICE, DYNAMIC_SLICE, GATHER -> operand == 0;
            default -> false;
        };
    }

    static double micros(long bytes, int kernels) {
        return bytes / BYTES_PER_MICRO + kernels * KERNEL_MICROS;
    }
}
