package org.hloexplorer.pipeline.fusion;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;

/**
 * What two loops move and take on a CPU, and what the one does that they would make: memory traffic, what is read or
 * computed again, and the start of a loop. Other arithmetic mostly hides behind the traffic.
 *
 * <p>The figures of the machine are round ones of a desktop core, for comparing decisions with one another; a run
 * measures the real ones.
 */
final class CpuEstimates {
    private static final double BYTES_PER_MICRO = 20_000;
    private static final double KERNEL_MICROS = 0.5;

    /** How much sooner than memory a cache gives again what fits. */
    private static final double CACHE_SPEEDUP = 10;

    private static final long CACHE_BYTES = 1 << 20;

    /** Of a function such as an exponential, for one element, where vectors of them are computed. */
    private static final double FUNCTION_MICROS = 0.5e-3;

    static final String SOURCE = "a guess: 20 GB/s, what is read again and fits in 1 MB 10 times as fast, 0.5 ns for "
            + "a division or a function such as exp, 0.5 µs per kernel";

    private CpuEstimates() {}

    static FusionEstimate of(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        double elements = Evaluations.elements(producer.shape());
        double computed = computed(graph, producer, consumer);
        double times = elements == 0 ? 0 : computed / elements;
        boolean staysStored = graph.userCount(producer) > 1 || graph.editor().isRoot(producer);

        long alone = reads(graph, producer) + producer.shape().bytes();
        long others = others(graph, producer, consumer);
        long again = again(graph, producer, times);
        long apart = alone + used(graph, producer, consumer) + others;
        long once = inside(graph, producer, consumer, times) + others + (staysStored ? alone : 0);
        double perElement = isFunction(graph, producer) ? FUNCTION_MICROS : 0;
        return new FusionEstimate(
                apart,
                once + again,
                micros(apart, 2) + perElement * elements,
                micros(once, staysStored ? 2 : 1)
                        + microsAgain(graph, producer, again)
                        + perElement * (computed + (staysStored ? elements : 0)),
                SOURCE);
    }

    /** The elements of the producer that the consumer would compute. */
    private static double computed(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        return IntStream.range(0, consumer.operandCount())
                .filter(i -> consumer.operandId(i) == producer.id())
                .mapToDouble(i -> FusionGraph.isFusion(consumer)
                        ? graph.body(consumer).evaluations(graph.body(consumer).parameter(i))
                        : Evaluations.read(consumer, i, producer.shape(), Evaluations.elements(consumer.shape())))
                .max()
                .orElse(0);
    }

    private static long reads(FusionGraph graph, HloInstruction kernel) {
        return IntStream.range(0, kernel.operandCount())
                .mapToLong(i -> read(graph, kernel, i))
                .sum();
    }

    /** What the consumer reads beside the producer's result, and writes. */
    private static long others(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        var seen = new HashSet<>(Set.of(producer.id()));
        long bytes = consumer.shape().bytes();
        for (int i = 0; i < consumer.operandCount(); i++) {
            bytes += seen.add(consumer.operandId(i)) ? read(graph, consumer, i) : 0;
        }
        return bytes;
    }

    /** What the producer reads inside the consumer. What that reads anyhow is read once for both. */
    private static long inside(FusionGraph graph, HloInstruction producer, HloInstruction consumer, double times) {
        double bytes = 0;
        for (int i = 0; i < producer.operandCount(); i++) {
            bytes += consumer.hasOperand(producer.operandId(i)) ? 0 : read(graph, producer, i) * Math.min(1, times);
        }
        return Math.round(bytes);
    }

    /** What is read once more each time that an element is computed again, beyond what reading the element would take. */
    private static long again(FusionGraph graph, HloInstruction producer, double times) {
        long more = reads(graph, producer) - producer.shape().bytes();
        return Math.round(Math.max(0, times - 1) * Math.max(0, more));
    }

    private static double microsAgain(FusionGraph graph, HloInstruction producer, long again) {
        return micros(again, 0) / (reads(graph, producer) <= CACHE_BYTES ? CACHE_SPEEDUP : 1);
    }

    private static boolean isFunction(FusionGraph graph, HloInstruction producer) {
        return graph.isElementwise(producer) && InstructionCost.isExpensiveOnCpu(producer, graph.editor());
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
