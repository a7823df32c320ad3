package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.DUPLICATES_WORK;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.EXCEEDS_BUDGET;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/**
 * Whether what follows a product of matrices, or a convolution, is done to its elements as they leave the array.
 *
 * <p>XLA's compiler for TPUs is not public. Its dumps show such fusions, of the kind {@code kOutput}, not how they are
 * decided: these are the rules that hardware and shapes suggest.
 */
record TpuFusionChecks(FusionGraph graph, long products) implements FusionChecks {

    /** How many products one fusion may hold. */
    static final Option<Long> PRODUCTS = Option.count(
            "tpu-fusion.products", 1, "products of matrices that one fusion may end; the array does one at a time");

    private static final String XLA = "none is public: tpu_fusion, as its dumps show it";
    private static final String COMPARED = "products in the fusion";
    private static final int DEEPEST = 16;

    @Override
    public FusionDecision decide(HloInstruction consumer, int operand, Waiver waiver) {
        var producer = graph.operand(consumer, operand);
        return waiver.firstRefusal(List.of(
                        () -> CommonChecks.isNotResult(producer, graph, XLA),
                        () -> CommonChecks.isNoLibraryCall(producer, XLA),
                        () -> CommonChecks.isNoLibraryCall(consumer, XLA),
                        () -> isProduct(producer) ? productEndsHere(producer, consumer) : endsProduct(consumer),
                        () -> isProduct(producer) ? endsProduct(consumer) : joinsTheEnd(producer, consumer, operand),
                        () -> new InPlaceChecks(graph).decide(producer, consumer)))
                .and(() -> waiver.firstRefusal(List.of(() -> isProduct(producer)
                        ? isOnlyProduct(consumer)
                        : new DuplicationChecks(graph, each -> InstructionCost.isExpensive(each, graph.editor()))
                                .isNotComputedTwice(producer, consumer))))
                .and(() -> allow(
                        isProduct(producer)
                                ? "the elements of %s pass through the vector unit on their way from the array to memory"
                                        .formatted(producer)
                                : "the vector unit does it to the elements of the product before they are stored"));
    }

    private static boolean isProduct(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case DOT, CONVOLUTION -> true;
            default -> false;
        };
    }

    private FusionDecision endsProduct(HloInstruction consumer) {
        boolean ends = FusionGraph.isFusion(consumer)
                ? consumer.op() instanceof HloOp.Fusion fusion && fusion.kind() == FusionKind.OUTPUT
                : followsProduct(consumer, DEEPEST);
        return ends
                ? allow("a product ends in %s".formatted(consumer))
                : forbid(NOT_FUSIBLE, "no product of matrices ends in %s".formatted(consumer), XLA);
    }

    /** Whether a product reaches an instruction element by element, through nothing that others need too. */
    private boolean followsProduct(HloInstruction instruction, int depth) {
        return depth > 0
                && graph.isElementwise(instruction)
                && graph.operands(instruction).stream()
                        .anyMatch(each -> graph.userCount(each) == 1
                                && hasShapeOf(each, instruction)
                                && (isProduct(each) || followsProduct(each, depth - 1)));
    }

    private static boolean hasShapeOf(HloInstruction one, HloInstruction other) {
        return one.shape() instanceof Shape.Array array
                && other.shape() instanceof Shape.Array result
                && array.dimensions().equals(result.dimensions());
    }

    private FusionDecision productEndsHere(HloInstruction product, HloInstruction consumer) {
        int users = graph.userCount(product);
        var quantity = Quantity.count("users", users, 1);
        if (users > 1) {
            return forbid(
                    DUPLICATES_WORK,
                    "the product would run %d times instead of once, as %d instructions need it"
                            .formatted(users, users),
                    XLA,
                    quantity);
        }
        return FusionGraph.isFusion(consumer) || hasShapeOf(product, consumer)
                ? allow("only %s needs the product".formatted(consumer), quantity)
                : forbid(NOT_FUSIBLE, "%s is no operation on each element of the product".formatted(consumer), XLA);
    }

    private FusionDecision isOnlyProduct(HloInstruction consumer) {
        long others =
                graph.withBody(consumer).filter(TpuFusionChecks::isProduct).count();
        var quantity = Quantity.count(COMPARED, others + 1, products);
        return others + 1 > products
                ? forbid(
                        EXCEEDS_BUDGET,
                        "the array does one product at a time, and the fusion holds %d already".formatted(others),
                        XLA,
                        quantity)
                : allow("the fusion holds no other product", quantity);
    }

    /** Beside the product, what each element needs: other elementwise operations, and values repeated along a dimension. */
    private FusionDecision joinsTheEnd(HloInstruction producer, HloInstruction consumer, int operand) {
        if (feedsProduct(consumer, operand)) {
            return forbid(
                    NOT_FUSIBLE,
                    "the array is fed from memory, tile by tile; %s would have to be ready before".formatted(producer),
                    XLA);
        }
        return graph.isElementwise(producer) || producer.opcode() == HloOpcode.BROADCAST
                ? allow("each element needs one element of it")
                : forbid(NOT_FUSIBLE, "%s is not done element by element".formatted(producer.opcode()), XLA);
    }

    private boolean feedsProduct(HloInstruction consumer, int operand) {
        return FusionGraph.isFusion(consumer)
                && graph.body(consumer).instructions().stream()
                        .filter(TpuFusionChecks::isProduct)
                        .anyMatch(each -> each.hasOperand(
                                graph.body(consumer).parameter(operand).id()));
    }

    @Override
    public Optional<Option<?>> knob(Forbidden refusal) {
        return !refusal.quantities().isEmpty()
                        && refusal.quantities().getLast().name().equals(COMPARED)
                ? Optional.of(PRODUCTS)
                : Optional.empty();
    }

    @Override
    public FusionEstimate estimate(HloInstruction producer, HloInstruction consumer) {
        return TpuEstimates.of(graph, producer, consumer);
    }

    @Override
    public FusionKind kind(HloInstruction producer, HloInstruction consumer) {
        return FusionKind.OUTPUT;
    }
}
