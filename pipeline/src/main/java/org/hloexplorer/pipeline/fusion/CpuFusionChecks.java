package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.DUPLICATES_WORK;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.EXCEEDS_BUDGET;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_PROFITABLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/** What XLA's fusion for the CPU asks, in its order. */
final class CpuFusionChecks implements FusionChecks {
    static final String OPERANDS = "operands";
    static final String INNERMOST = "innermost elements";
    static final String REDUCTIONS = "reductions";
    static final String COPIES = "copies of the producer's code";
    static final String VECTOR_BYTES = "bytes of the vector";

    private static final String XLA = "CpuInstructionFusion::ShouldFuse";

    private final FusionGraph graph;
    private final CpuFusionOptions options;
    private final DuplicationChecks duplication;
    private final Map<Integer, IndexingEvaluation> evaluations = new HashMap<>();
    private final Map<Integer, Set<Integer>> removedUsers = new HashMap<>();

    CpuFusionChecks(FusionGraph graph, CpuFusionOptions options) {
        this.graph = graph;
        this.options = options;
        this.duplication = new DuplicationChecks(
                graph, instruction -> InstructionCost.isExpensiveOnCpu(instruction, graph.editor()));
    }

    @Override
    public FusionDecision decide(HloInstruction consumer, int operand, Waiver waiver) {
        var producer = graph.operand(consumer, operand);
        return waiver.firstRefusal(List.of(
                        () -> isNotLibrarys(producer, consumer),
                        () -> CommonChecks.isNoLibraryCall(producer, XLA),
                        () -> CommonChecks.isNoLibraryCall(consumer, XLA),
                        () -> isNoLargeConstant(producer)))
                .and(() -> canBeOutputFused(producer, consumer)
                        ? allow("the product of matrix and vector ends with this addition")
                        : waiver.firstRefusal(loopChecks(producer, consumer, operand)));
    }

    private List<Supplier<FusionDecision>> loopChecks(HloInstruction producer, HloInstruction consumer, int operand) {
        return List.of(
                () -> isNotWantedByProduct(producer),
                () -> runsAsLoop(producer),
                () -> concatenatesLittle(producer),
                () -> concatenatesLittle(consumer),
                () -> isProfitable(producer, consumer, operand),
                () -> CommonChecks.isNotResult(producer, graph, "InstructionFusion::ShouldFuse"),
                () -> duplication.isNotComputedTwice(producer, consumer),
                () -> new InPlaceChecks(graph).decide(producer, consumer),
                () -> hasRoomForReductions(producer, consumer),
                () -> isMoreThanConstant(producer, consumer),
                () -> isNoFusion(producer),
                () -> duplicatesLittleCode(producer, consumer),
                () -> fitsConsumer(consumer, operand));
    }

    @Override
    public Optional<Option<?>> knob(Forbidden refusal) {
        return refusal.quantities().isEmpty()
                ? Optional.empty()
                : CpuFusionOptions.knob(refusal.quantities().getLast().name());
    }

    /** XLA asks for the kind only: why the library has not the other one too was settled when the call was made. */
    private FusionDecision isNotLibrarys(HloInstruction producer, HloInstruction consumer) {
        if (!LibraryFusion.isOne(producer) && !LibraryFusion.isOne(consumer)) {
            return allow("the library has no part in it");
        }
        return LibraryFusion.fromLibrary(
                LibraryFusion.isOne(consumer) ? consumer : producer, LibraryFusion.decide(producer, consumer, graph));
    }

    private static FusionDecision isNoLargeConstant(HloInstruction producer) {
        return producer.op() instanceof HloOp.Constant
                        && !(producer.shape() instanceof Shape.Array array && array.elements() == 1)
                ? forbid(NOT_FUSIBLE, "only constants of one element are written into the code of a loop", XLA)
                : allow("no constant in memory is involved");
    }

    private FusionDecision isNotWantedByProduct(HloInstruction producer) {
        if (producer.opcode() == HloOpcode.ADD) {
            for (var operand : graph.operands(producer)) {
                if (canBeOutputFused(operand, producer)) {
                    return forbid(
                            NOT_PROFITABLE,
                            "%s is better added at the end of %s".formatted(producer, operand),
                            XLA + ", CanBeOutputFusedIntoSomeOperand");
                }
            }
        }
        return allow("no product of matrix and vector ends with the producer");
    }

    private FusionDecision runsAsLoop(HloInstruction producer) {
        return graph.runsAsLoop(producer) || FusionGraph.isFusion(producer)
                ? allow("%s runs as a loop".formatted(producer.opcode()))
                : forbid(
                        NOT_FUSIBLE,
                        "%s does not run as a loop".formatted(producer.opcode()),
                        XLA + ", CanBeLoopFused");
    }

    private FusionDecision concatenatesLittle(HloInstruction instruction) {
        if (!(instruction.op() instanceof HloOp.AlongDimension(var opcode, int dimension))
                || opcode != HloOpcode.CONCATENATE) {
            return allow("nothing is concatenated");
        }
        var operands = Quantity.count(OPERANDS, instruction.operandCount(), options.concatenateOperands());
        if (instruction.operandCount() > options.concatenateOperands()) {
            return forbid(
                    EXCEEDS_BUDGET,
                    "%s chooses among %d operands at each element, more than %d"
                            .formatted(instruction, instruction.operandCount(), options.concatenateOperands()),
                    XLA + ", concatenate",
                    operands);
        }
        var shape = instruction.shape().asArray();
        long size = shape.dimension(dimension);
        boolean isInnermost = shape.rank() > 1 && shape.layout().minorToMajor().getFirst() == dimension;
        return isInnermost && size >= options.minorConcatenate()
                ? forbid(
                        EXCEEDS_BUDGET,
                        "%s joins %d elements along the innermost dimension, where copying is faster than choosing from %d on"
                                .formatted(instruction, size, options.minorConcatenate()),
                        XLA + ", is_minor_dim_concatenate",
                        Quantity.count(INNERMOST, size, options.minorConcatenate() - 1))
                : allow("the concatenation is small", operands);
    }

    private FusionDecision isProfitable(HloInstruction producer, HloInstruction consumer, int operand) {
        if (FusionGraph.isFusion(producer) || !InstructionCost.isExpensiveOnCpu(producer, graph.editor())) {
            return allow("the producer is cheap");
        }
        return ElementUse.of(consumer, operand, graph) == ElementUse.REUSES
                ? forbid(
                        NOT_PROFITABLE,
                        "%s reads elements of %s more than once, and %s is expensive to compute again"
                                .formatted(consumer, producer, producer.opcode()),
                        XLA + ", ReusesOperandElements")
                : allow("each element of the producer is used once");
    }

    private FusionDecision hasRoomForReductions(HloInstruction producer, HloInstruction consumer) {
        if (producer.opcode() != HloOpcode.REDUCE || !FusionGraph.isFusion(consumer)) {
            return allow("no reduction is added");
        }
        long reductions = graph.body(consumer).reductions();
        var quantity = Quantity.count(REDUCTIONS, reductions, options.reductions());
        return reductions > options.reductions()
                ? forbid(
                        EXCEEDS_BUDGET,
                        "%s holds %d reductions already, more than %d"
                                .formatted(consumer, reductions, options.reductions()),
                        XLA + ", reductions",
                        quantity)
                : allow("there is room for another reduction", quantity);
    }

    private static FusionDecision isMoreThanConstant(HloInstruction producer, HloInstruction consumer) {
        return producer.op() instanceof HloOp.Constant && !FusionGraph.isFusion(consumer)
                ? forbid(
                        NOT_PROFITABLE,
                        "a constant and one instruction do not make a loop of their own",
                        XLA + ", non-constant nodes")
                : allow("there is more than a constant to fuse");
    }

    private static FusionDecision isNoFusion(HloInstruction producer) {
        return FusionGraph.isFusion(producer)
                ? forbid(
                        NOT_FUSIBLE,
                        "the producer is a fusion already, and fusions are not merged",
                        XLA + ", producer is a fusion")
                : allow("the producer is a single instruction");
    }

    private FusionDecision duplicatesLittleCode(HloInstruction producer, HloInstruction consumer) {
        if (!FusionGraph.isFusion(consumer) || producer.opcode() == HloOpcode.BROADCAST) {
            return allow("the code of the producer is emitted once");
        }
        long copies = evaluation(consumer).emittedCopies(producer);
        boolean isBlock = IndexingEvaluation.startsNewBlock(producer);
        long limit = isBlock ? 1 : options.codeDuplication();
        long users = isBlock ? IndexingEvaluation.usersIn(producer, graph) : 1;
        var emitted = Quantity.count(COPIES, Math.max(copies, users), limit);
        return copies > limit || users > 1
                ? forbid(
                        DUPLICATES_WORK,
                        "the code of %s would be emitted %d times, more than %d%s"
                                .formatted(
                                        producer,
                                        Math.max(copies, users),
                                        limit,
                                        isBlock
                                                ? ", as a %s starts a block of its own".formatted(producer.opcode())
                                                : ""),
                        "FusionNodeIndexingEvaluation::CodeDuplicationTooHigh",
                        emitted)
                : allow("the code of the producer is emitted %d times".formatted(copies), emitted);
    }

    private FusionDecision fitsConsumer(HloInstruction consumer, int operand) {
        if (consumer.opcode() == HloOpcode.DOT) {
            return fitsDot(consumer, operand);
        }
        return isLoopFusion(consumer) || graph.runsAsLoop(consumer)
                ? allow("both run as one loop over %s"
                        .formatted(consumer.shape().withoutLayout()))
                : forbid(
                        NOT_FUSIBLE,
                        "%s does not run as a loop".formatted(consumer.opcode()),
                        XLA + ", no fusible case");
    }

    private FusionDecision fitsDot(HloInstruction dot, int operand) {
        var vector = graph.operand(dot, 1 - operand).shape().asArray();
        if (dot.shape().asArray().rank() > 1 || vector.rank() != 1) {
            return forbid(
                    NOT_FUSIBLE,
                    "the product of two matrices is computed in tiles, not element by element",
                    XLA + ", dot");
        }
        var bytes = new Quantity(VECTOR_BYTES, vector.bytes(), options.dotVectorBytes() - 1, "B");
        return vector.bytes() < options.dotVectorBytes()
                ? allow(
                        "the vector of %d bytes stays in cache while the product runs as a loop"
                                .formatted(vector.bytes()),
                        bytes)
                : forbid(
                        EXCEEDS_BUDGET,
                        "the vector of %d bytes does not stay in cache: the limit is %d"
                                .formatted(vector.bytes(), options.dotVectorBytes()),
                        XLA + ", kFusionThresholdBytes",
                        bytes);
    }

    private static boolean isLoopFusion(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Fusion fusion && fusion.kind() == FusionKind.LOOP;
    }

    /** A product of a real matrix and a vector, used by nothing but this addition. */
    private boolean canBeOutputFused(HloInstruction producer, HloInstruction consumer) {
        return consumer.opcode() == HloOpcode.ADD
                && producer.op() instanceof HloOp.Dot(var dimensions, var _)
                && producer.shape() instanceof Shape.Array array
                && array.rank() <= 1
                && !array.elementType().isComplex()
                && dimensions.lhsBatch().isEmpty()
                && graph.userCount(producer) == 1
                && consumer.operandId(0) != consumer.operandId(1);
    }

    private IndexingEvaluation evaluation(HloInstruction fusion) {
        return evaluations.computeIfAbsent(fusion.id(), _ -> new IndexingEvaluation(fusion, graph.body(fusion)));
    }

    @Override
    public FusionEstimate estimate(HloInstruction producer, HloInstruction consumer) {
        return CpuEstimates.of(graph, producer, consumer);
    }

    @Override
    public FusionKind kind(HloInstruction producer, HloInstruction consumer) {
        return canBeOutputFused(producer, consumer) ? FusionKind.OUTPUT : FusionKind.LOOP;
    }

    @Override
    public void beforeFusing(HloInstruction fusion, HloInstruction producer) {
        removedUsers.put(fusion.id(), evaluation(fusion).removeOperand(producer));
    }

    @Override
    public void afterFusing(Fuser.Fused fused) {
        var users = removedUsers.remove(fused.fusion().id());
        evaluation(fused.fusion())
                .added(fused.inside(), users == null ? Set.of() : users, fused.fusion(), graph.body(fused.fusion()));
    }
}
