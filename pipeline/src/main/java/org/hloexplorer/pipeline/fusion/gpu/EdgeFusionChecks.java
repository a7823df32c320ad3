package org.hloexplorer.pipeline.fusion.gpu;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.DUPLICATES_WORK;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_PROFITABLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import java.util.function.Supplier;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.CommonChecks;
import org.hloexplorer.pipeline.fusion.DuplicationChecks;
import org.hloexplorer.pipeline.fusion.ElementUse;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.InPlaceChecks;
import org.hloexplorer.pipeline.fusion.InstructionCost;
import org.hloexplorer.pipeline.fusion.Region;

/** What XLA's {@code GpuInstructionFusion} asked of each edge until it was removed in October 2024. */
final class EdgeFusionChecks extends GpuChecks {
    private static final String XLA = "GpuInstructionFusion::ShouldFuse";

    private final DuplicationChecks duplication;

    EdgeFusionChecks(FusionGraph graph, GpuFusionOptions options) {
        super(graph, options);
        this.duplication = new DuplicationChecks(graph, this::isExpensive);
    }

    @Override
    List<Supplier<FusionDecision>> checks(HloInstruction producer, HloInstruction consumer, int operand) {
        return List.of(
                () -> isNoFusion(producer),
                () -> CommonChecks.isNoLibraryCall(consumer, XLA),
                () -> computesOnce(producer, consumer, operand),
                () -> runsAsLoop(producer),
                () -> takesProducers(consumer),
                () -> isSmallConstant(producer),
                () -> staysCoalesced(producer, consumer),
                () -> nestsNoWindows(producer, consumer),
                () -> CommonChecks.isNotResult(producer, graph(), XLA),
                () -> duplication.isNotComputedTwice(producer, consumer),
                () -> new InPlaceChecks(graph()).decide(producer, consumer),
                () -> budget().fitsSharedMemory(producer, consumer),
                () -> budget().fitsReductions(producer, consumer),
                () -> budget().fitsParameters(producer, consumer),
                () -> budget().fitsCode(producer, consumer));
    }

    private static FusionDecision isNoFusion(HloInstruction producer) {
        return FusionGraph.isFusion(producer)
                ? forbid(NOT_FUSIBLE, "the producer is a fusion already; fusion_merger merges those", XLA)
                : allow("the producer is a single instruction");
    }

    private FusionDecision computesOnce(HloInstruction producer, HloInstruction consumer, int operand) {
        return isExpensive(producer) && ElementUse.of(consumer, operand, graph()) == ElementUse.REUSES
                ? forbid(
                        DUPLICATES_WORK,
                        "%s reads elements of %s more than once, and %s is expensive to compute again"
                                .formatted(consumer, producer, producer.opcode()),
                        XLA + ", ReusesOperandElements")
                : allow("each element is computed once, or cheaply");
    }

    /** Division, roots and exponentials of narrow floats are instructions of a GPU. */
    private boolean isExpensive(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case DIVIDE, SQRT, RSQRT, EXPONENTIAL ->
                !(instruction.shape() instanceof Shape.Array array
                        && (array.elementType() == PrimitiveType.F32 || array.elementType() == PrimitiveType.F16));
            default -> InstructionCost.isExpensive(instruction, graph().editor());
        };
    }

    private FusionDecision runsAsLoop(HloInstruction producer) {
        boolean isReductionKernel = ReductionForm.of(Region.of(graph(), producer), new Region.Place(producer, producer))
                .isPresent();
        return graph().runsAsLoop(producer) && !isReductionKernel
                ? allow("%s runs as a loop".formatted(producer.opcode()))
                : forbid(
                        NOT_FUSIBLE,
                        isReductionKernel
                                ? "a reduction of this size is a kernel of its own kind"
                                : "%s does not run as a loop".formatted(producer.opcode()),
                        "IsProducerConsumerFusible, not loop-fusible");
    }

    private FusionDecision takesProducers(HloInstruction consumer) {
        return FusionGraph.isFusion(consumer) || graph().runsAsLoop(consumer) || consumer.opcode() == HloOpcode.SCATTER
                ? allow("the consumer takes what it reads into its kernel")
                : forbid(
                        NOT_FUSIBLE,
                        "%s takes nothing into its kernel".formatted(consumer.opcode()),
                        "IsProducerConsumerFusible, IsInputFusible");
    }

    private static FusionDecision isSmallConstant(HloInstruction producer) {
        return producer.op() instanceof HloOp.Constant && OperandReads.elements(producer.shape()) > 1
                ? forbid(NOT_FUSIBLE, "only constants of one element are written into the code", XLA)
                : allow("no constant in memory is involved");
    }

    private FusionDecision staysCoalesced(HloInstruction producer, HloInstruction consumer) {
        boolean isReduced = model().facts(consumer).emitter().kind() == Emitter.Kind.REDUCTION;
        return isReduced && Emitter.isTiledTranspose(producer)
                ? forbid(
                        NOT_PROFITABLE,
                        "the reduction would read through a transpose, one element of each line of memory",
                        "IsPhysicallyTransposing, fusing the producer would break read coalescing")
                : allow("neighbouring threads read neighbouring elements");
    }

    private FusionDecision nestsNoWindows(HloInstruction producer, HloInstruction consumer) {
        return producer.opcode() == HloOpcode.REDUCE_WINDOW
                        && graph().withBody(consumer).anyMatch(each -> each.opcode() == HloOpcode.REDUCE_WINDOW)
                ? forbid(
                        DUPLICATES_WORK,
                        "a window of windows would compute each inner one again for each outer one",
                        "CreatesHeavyComputation")
                : allow("no window is computed in a window");
    }
}
