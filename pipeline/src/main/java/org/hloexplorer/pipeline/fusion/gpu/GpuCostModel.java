package org.hloexplorer.pipeline.fusion.gpu;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.Region;

/**
 * How long kernels take on a GPU, by the model of XLA's {@code GpuPerformanceModel}: memory first read from the device
 * and read again from a cache, arithmetic hidden behind it for the most part, and a launch for each kernel.
 */
final class GpuCostModel {
    private static final double L1_SPEEDUP = 8;
    private static final double L2_SPEEDUP = 2.5;

    /** How much of the shorter of arithmetic and memory traffic hides behind the longer. */
    private static final double OVERLAP = 0.95;

    /** What device memory moves at least, so that scattered elements waste the rest. */
    private static final double TRANSACTION_BYTES = 64;

    private static final double MICROS = 1e6;

    /** The time of one kernel without its launch, in microseconds, and what it moves in bytes. */
    record KernelTime(double cycles, double read, double write, double total, long bytes) {}

    private record Pair(int producer, int consumer) {}

    private final FusionGraph graph;
    private final GpuDevice device;
    private final double launchMicros;
    private final Map<Integer, KernelWork> works = new HashMap<>();
    private final Map<Integer, KernelFacts> facts = new HashMap<>();
    private final Map<Integer, KernelTime> times = new HashMap<>();
    private final Map<Pair, KernelTime> fusedTimes = new HashMap<>();
    private final Map<Integer, Set<Pair>> pairsOf = new HashMap<>();

    GpuCostModel(FusionGraph graph, GpuDevice device, double launchMicros) {
        this.graph = graph;
        this.device = device;
        this.launchMicros = launchMicros;
    }

    GpuDevice device() {
        return device;
    }

    double launchMicros() {
        return launchMicros;
    }

    KernelWork work(HloInstruction kernel) {
        return works.computeIfAbsent(kernel.id(), _ -> KernelWork.of(kernel, graph));
    }

    KernelFacts facts(HloInstruction kernel) {
        return facts.computeIfAbsent(kernel.id(), _ -> KernelFacts.of(Region.of(graph, kernel), device));
    }

    /** To be called when an instruction has changed. */
    void invalidate(int id) {
        works.remove(id);
        facts.remove(id);
        times.remove(id);
        var pairs = pairsOf.remove(id);
        if (pairs != null) {
            pairs.forEach(fusedTimes::remove);
        }
    }

    /** A kernel by itself. */
    KernelTime time(HloInstruction kernel) {
        var known = times.get(kernel.id());
        if (known == null) {
            known = newTime(kernel);
            times.put(kernel.id(), known);
        }
        return known;
    }

    private KernelTime newTime(HloInstruction kernel) {
        var work = work(kernel);
        var region = Region.of(graph, kernel);
        var emitter = facts(kernel).emitter();
        var reads = new LinkedHashMap<HloInstruction, Double>();
        for (int i = 0; i < kernel.operandCount(); i++) {
            var operand = graph.operand(kernel, i);
            reads.put(operand, operand.shape().bytes() * work.reads().get(i).perElement());
        }
        return time(region, emitter, work.cycles(), reads, kernel.shape().bytes());
    }

    /** A consumer with its producer inside. */
    KernelTime fusedTime(HloInstruction producer, HloInstruction consumer) {
        var pair = new Pair(producer.id(), consumer.id());
        var known = fusedTimes.get(pair);
        if (known == null) {
            known = newFusedTime(producer, consumer);
            fusedTimes.put(pair, known);
            remember(producer.id(), pair);
            remember(consumer.id(), pair);
        }
        return known;
    }

    private void remember(int id, Pair pair) {
        pairsOf.computeIfAbsent(id, _ -> new HashSet<>()).add(pair);
    }

    private KernelTime newFusedTime(HloInstruction producer, HloInstruction consumer) {
        var region = Region.of(graph, producer, consumer);
        var emitter = Emitter.of(region, device);
        double perElement =
                work(consumer).reads().get(indexOf(producer, consumer)).perElement();
        return time(
                region,
                emitter,
                work(producer).cycles() * perElement + work(consumer).cycles(),
                readsOfBoth(producer, consumer, perElement),
                consumer.shape().bytes());
    }

    /** What both read together at the same index counts once. */
    private Map<HloInstruction, Double> readsOfBoth(
            HloInstruction producer, HloInstruction consumer, double perElement) {
        var reads = new LinkedHashMap<HloInstruction, Double>();
        for (int i = 0; i < producer.operandCount(); i++) {
            var operand = graph.operand(producer, i);
            double bytes =
                    operand.shape().bytes() * work(producer).reads().get(i).perElement() * perElement;
            reads.put(operand, bytes - bytesReadTogether(producer, i, consumer));
        }
        for (int i = 0; i < consumer.operandCount(); i++) {
            var operand = graph.operand(consumer, i);
            if (operand.id() != producer.id()) {
                reads.merge(
                        operand,
                        operand.shape().bytes() * work(consumer).reads().get(i).perElement(),
                        Double::sum);
            }
        }
        return reads;
    }

    private double bytesReadTogether(HloInstruction producer, int index, HloInstruction consumer) {
        int operand = producer.operandId(index);
        if (!consumer.hasOperand(operand) || !isReadInPlace(producer, index)) {
            return 0;
        }
        int theirs = IntStream.range(0, consumer.operandCount())
                .filter(i -> consumer.operandId(i) == operand)
                .findFirst()
                .orElseThrow();
        return graph.operand(producer, index).shape().bytes()
                * work(consumer).readsTogether(theirs, indexOf(producer, consumer));
    }

    /** Whether each element of the producer needs just the same element of this operand. */
    private boolean isReadInPlace(HloInstruction producer, int index) {
        if (!FusionGraph.isFusion(producer)) {
            return graph.isElementwise(producer);
        }
        var roots = work(producer).reads().get(index).roots();
        return roots.contains(graph.body(producer).root().id());
    }

    private static int indexOf(HloInstruction producer, HloInstruction consumer) {
        return IntStream.range(0, consumer.operandCount())
                .filter(i -> consumer.operandId(i) == producer.id())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(consumer + " does not use " + producer));
    }

    private KernelTime time(
            Region region, Emitter emitter, double cycles, Map<HloInstruction, Double> reads, long bytesWritten) {
        boolean isCoalesced = Coalescing.readsInOrder(region, emitter);
        double read = 0;
        double bytesRead = 0;
        for (var entry : reads.entrySet()) {
            read += readMicros(entry.getKey().shape(), entry.getValue(), emitter.blocks(), isCoalesced);
            bytesRead += entry.getValue();
        }
        double write = bytesWritten / device.bytesPerSecond() * MICROS;
        double arithmetic = cycles / device.flopsPerMicro(emitter.blocks(), emitter.threadsPerBlock());
        double memory = read + write;
        return new KernelTime(
                cycles,
                read,
                write,
                arithmetic + memory - OVERLAP * Math.min(arithmetic, memory),
                Math.round(bytesRead) + bytesWritten);
    }

    private double readMicros(Shape operand, double bytes, long blocks, boolean isCoalesced) {
        double whole = Math.min((double) operand.bytes(), bytes);
        double used = isCoalesced ? 1 : Math.min(1, elementBytes(operand) / TRANSACTION_BYTES);
        double fromMemory = device.bytesPerSecond(blocks, device.bytesPerSecond() * used);
        double again = device.bytesPerSecond(blocks, device.bytesPerSecond() * speedup(whole, used));
        return (whole / fromMemory + (bytes - whole) / again) * MICROS;
    }

    /** Of reading something again. */
    private double speedup(double bytes, double used) {
        if (bytes >= device.l2Bytes()) {
            return used;
        }
        return bytes < device.l1Bytes() ? L2_SPEEDUP * L1_SPEEDUP : L2_SPEEDUP;
    }

    private static double elementBytes(Shape shape) {
        return shape instanceof Shape.Array array ? array.elementType().bits() / 8.0 : TRANSACTION_BYTES;
    }

    /** A producer and one consumer, apart and as one, with their launches. */
    FusionEstimate estimate(HloInstruction producer, HloInstruction consumer) {
        var first = time(producer);
        var second = time(consumer);
        var fused = fusedTime(producer, consumer);
        return new FusionEstimate(
                first.bytes() + second.bytes(),
                fused.bytes(),
                first.total() + second.total() + 2 * launchMicros,
                fused.total() + launchMicros,
                "estimated for the " + device);
    }
}
