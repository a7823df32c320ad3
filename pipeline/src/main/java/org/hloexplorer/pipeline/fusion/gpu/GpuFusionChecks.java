package org.hloexplorer.pipeline.fusion.gpu;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.IN_PLACE_HAZARD;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_PROFITABLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.CommonChecks;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.InPlaceChecks;
import org.hloexplorer.pipeline.fusion.Region;

/** What XLA's priority fusion asks of a producer and a consumer, in its order, before it asks for the time. */
final class GpuFusionChecks extends GpuChecks {
    private static final String XLA = "PriorityFusion::CanFuse";

    /** Reductions of fewer elements run as a loop in each thread anyhow. */
    private static final long SIGNIFICANT_REDUCTION = 16;

    GpuFusionChecks(FusionGraph graph, GpuFusionOptions options) {
        super(graph, options);
    }

    @Override
    List<Supplier<FusionDecision>> checks(HloInstruction producer, HloInstruction consumer, int operand) {
        return List.of(
                () -> CommonChecks.isNotResult(producer, graph(), XLA),
                () -> CommonChecks.isNoLibraryCall(producer, XLA),
                () -> CommonChecks.isNoLibraryCall(consumer, XLA),
                () -> isFusible(producer),
                () -> isFusible(consumer),
                () -> isNoMultiOutputFusion(producer),
                () -> isMoreThanBitcast(consumer),
                () -> keepsScatterSafe(producer, consumer),
                () -> reducesOnce(producer, consumer),
                () -> staysReduction(producer, consumer),
                () -> budget().fitsSharedMemory(producer, consumer),
                () -> budget().fitsReductions(producer, consumer),
                () -> budget().fitsParameters(producer, consumer),
                () -> budget().fitsCode(producer, consumer),
                () -> new InPlaceChecks(graph()).decide(producer, consumer));
    }

    private FusionDecision isFusible(HloInstruction instruction) {
        return isFusibleOpcode(instruction)
                ? allow("%s can be part of a kernel".formatted(instruction.opcode()))
                : forbid(
                        NOT_FUSIBLE,
                        "%s is not part of a kernel with anything else".formatted(instruction.opcode()),
                        XLA + ", IsFusible");
    }

    private boolean isFusibleOpcode(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case FUSION,
                    COPY,
                    IOTA,
                    CONSTANT,
                    REDUCE,
                    BROADCAST,
                    CONCATENATE,
                    DYNAMIC_SLICE,
                    DYNAMIC_UPDATE_SLICE,
                    GATHER,
                    PAD,
                    REDUCE_WINDOW,
                    RESHAPE,
                    REVERSE,
                    SCATTER,
                    SLICE,
                    TRANSPOSE -> true;
            case BITCAST -> keepsWidth(instruction);
            default -> graph().isFusible(instruction) && graph().isElementwise(instruction);
        };
    }

    /** A bitcast between elements of one width: nothing but another name for the same memory. */
    boolean isFreeBitcast(HloInstruction instruction) {
        return instruction.opcode() == HloOpcode.BITCAST && keepsWidth(instruction);
    }

    private boolean keepsWidth(HloInstruction bitcast) {
        return bitcast.shape() instanceof Shape.Array to
                && graph().operand(bitcast, 0).shape() instanceof Shape.Array from
                && to.elementType().bits() == from.elementType().bits();
    }

    private static FusionDecision isNoMultiOutputFusion(HloInstruction producer) {
        return FusionGraph.isFusion(producer) && producer.shape() instanceof Shape.Tuple
                ? forbid(NOT_FUSIBLE, "the producer yields several results", "Producer is a multi-output fusion")
                : allow("the producer yields one result");
    }

    private FusionDecision isMoreThanBitcast(HloInstruction consumer) {
        return isFreeBitcast(consumer)
                ? forbid(
                        NOT_PROFITABLE,
                        "the consumer is a bitcast, which runs no code; it goes into its users first",
                        XLA + "WithNativeEmitter, single bitcast")
                : allow("the consumer runs code");
    }

    private FusionDecision keepsScatterSafe(HloInstruction producer, HloInstruction consumer) {
        if (rootOf(producer).opcode() == HloOpcode.SCATTER) {
            return forbid(
                    NOT_FUSIBLE,
                    "a scatter is done only when all threads are, so nothing can follow it in its kernel",
                    "CanEmitInputFusedScatter, output");
        }
        return rootOf(consumer).opcode() == HloOpcode.SCATTER && isScatteredInto(producer, consumer)
                ? forbid(
                        IN_PLACE_HAZARD,
                        "%s scatters into the memory of %s".formatted(consumer, producer),
                        "CanEmitInputFusedScatter, in-place operand")
                : allow("no scatter is in the way");
    }

    private HloInstruction rootOf(HloInstruction kernel) {
        return FusionGraph.isFusion(kernel) ? graph().body(kernel).root() : kernel;
    }

    private boolean isScatteredInto(HloInstruction producer, HloInstruction consumer) {
        if (!FusionGraph.isFusion(consumer)) {
            return consumer.operandId(0) == producer.id();
        }
        var body = graph().body(consumer);
        var buffer = body.editor().operand(body.root(), 0);
        return buffer.op() instanceof HloOp.Parameter && consumer.operandId(body.number(buffer)) == producer.id();
    }

    private FusionDecision reducesOnce(HloInstruction producer, HloInstruction consumer) {
        long first = model().facts(producer).largestReduction();
        long second = model().facts(consumer).largestReduction();
        var quantity = Quantity.count("elements per result", Math.min(first, second), SIGNIFICANT_REDUCTION - 1);
        return first >= SIGNIFICANT_REDUCTION && second >= SIGNIFICANT_REDUCTION
                ? forbid(
                        NOT_PROFITABLE,
                        "both reduce, %d and %d elements each: the inner reduction would be done again for every element of the outer"
                                .formatted(first, second),
                        XLA + "WithNativeEmitter, both contain a reduce",
                        quantity)
                : allow("at most one of them reduces much", quantity);
    }

    private FusionDecision staysReduction(HloInstruction producer, HloInstruction consumer) {
        var device = model().device();
        if (model().facts(producer).emitter().kind() != Emitter.Kind.REDUCTION) {
            return allow("the producer is no kernel of a reduction");
        }
        return Emitter.of(Region.of(graph(), producer, consumer), device).kind() == Emitter.Kind.LOOP
                ? forbid(
                        NOT_PROFITABLE,
                        "together they would be a loop, in which each thread reduces by itself",
                        XLA + "WithNativeEmitter, reduce fusion would become a loop fusion")
                : allow("together they still are the kernel of a reduction");
    }

    /** The number of the operand that a producer is. */
    static int operandIndex(HloInstruction producer, HloInstruction consumer) {
        return IntStream.range(0, consumer.operandCount())
                .filter(i -> consumer.operandId(i) == producer.id())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(consumer + " does not use " + producer));
    }
}
