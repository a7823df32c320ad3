package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.MAXIMUM;
import static org.hloexplorer.hlo.HloOpcode.MINIMUM;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.LIBRARY_CALL;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Quantity;

/**
 * What YNNPACK, the library that XLA's compiler for CPUs hands reductions, products and convolutions to, can do: XLA's
 * {@code YnnMatcher::IsOpSupported}, as it was in the first half of 2026 (JAX 0.10). Later versions take slices and more.
 */
final class LibraryOperations {
    private static final String XLA = "YnnMatcher::IsOpSupported";

    private static final Set<HloOpcode> OPERATIONS = EnumSet.of(
            HloOpcode.ABS,
            HloOpcode.CEIL,
            HloOpcode.CONVERT,
            HloOpcode.COSINE,
            HloOpcode.ERF,
            HloOpcode.EXPONENTIAL,
            HloOpcode.EXPONENTIAL_MINUS_ONE,
            HloOpcode.FLOOR,
            HloOpcode.LOG,
            HloOpcode.LOG_PLUS_ONE,
            HloOpcode.LOGISTIC,
            HloOpcode.NEGATE,
            HloOpcode.ROUND_NEAREST_EVEN,
            HloOpcode.RSQRT,
            HloOpcode.SIGN,
            HloOpcode.SINE,
            HloOpcode.SQRT,
            HloOpcode.TANH,
            ADD,
            HloOpcode.DIVIDE,
            MAXIMUM,
            MINIMUM,
            HloOpcode.MULTIPLY,
            HloOpcode.POWER,
            HloOpcode.SUBTRACT,
            HloOpcode.CONSTANT,
            HloOpcode.BITCAST,
            HloOpcode.RESHAPE,
            HloOpcode.BROADCAST,
            HloOpcode.DOT,
            HloOpcode.REDUCE,
            HloOpcode.REDUCE_WINDOW,
            HloOpcode.CONVOLUTION);

    private static final Set<PrimitiveType> ELEMENTWISE_TYPES =
            EnumSet.of(PrimitiveType.F64, PrimitiveType.F32, PrimitiveType.BF16, PrimitiveType.S8, PrimitiveType.U8);

    /** Smaller ones take longer to hand over than to compute. */
    private static final long FEWEST_ELEMENTS = 4_096;

    private static final long HIGHEST_RANK = 6;

    /** The longest of the three sides of a product must have this many at least. */
    private static final long SMALLEST_PRODUCT = 8;

    private final FusionGraph graph;

    LibraryOperations(FusionGraph graph) {
        this.graph = graph;
    }

    /** Whether the library does this, and what stands in the way where it does not. */
    FusionDecision take(HloInstruction instruction) {
        return isOperation(instruction)
                .and(() -> isLaidOut(instruction))
                .and(() -> isWorthIt(instruction))
                .and(() -> switch (instruction.opcode()) {
                    case CONSTANT, BITCAST, RESHAPE -> keepsType(instruction);
                    case BROADCAST -> keepsOrder(instruction);
                    case DOT -> isMatrixProduct(instruction);
                    case REDUCE, REDUCE_WINDOW -> isSum(instruction);
                    case CONVOLUTION -> allow("the library does convolutions");
                    default -> isOfType(instruction);
                });
    }

    private static FusionDecision isOperation(HloInstruction instruction) {
        return OPERATIONS.contains(instruction.opcode())
                ? allow("the library does %s".formatted(instruction.opcode()))
                : refuse("the library has no %s".formatted(instruction.opcode()), "YnnMatcher::SupportedOps");
    }

    private FusionDecision isLaidOut(HloInstruction instruction) {
        for (var each : withOperands(instruction).toList()) {
            if (!(each.shape() instanceof Shape.Array array)) {
                return refuse("the library takes arrays only, and %s is none".formatted(each), XLA);
            }
            if (array.rank() > HIGHEST_RANK) {
                return refuse(
                        "the library takes %d dimensions at most".formatted(HIGHEST_RANK),
                        "IsLayoutSupportedByYnn",
                        Quantity.count("dimensions", array.rank(), HIGHEST_RANK));
            }
            if (!array.layout().isDescending()) {
                return refuse(
                        "the library reads arrays row by row, and %s is laid out %s".formatted(each, array.layout()),
                        "IsLayoutSupportedByYnn");
            }
        }
        return allow("all is laid out row by row");
    }

    private FusionDecision isWorthIt(HloInstruction instruction) {
        switch (instruction.opcode()) {
            case CONSTANT, BITCAST, RESHAPE, BROADCAST, DOT, CONVOLUTION -> {
                return allow("its size does not matter");
            }
            default -> {}
        }
        long most = withOperands(instruction)
                .mapToLong(each -> each.shape().asArray().elements())
                .max()
                .orElse(0);
        var elements = Quantity.count("elements (at least)", most, FEWEST_ELEMENTS);
        return most >= FEWEST_ELEMENTS
                ? allow("it is large enough to be handed over", elements)
                : refuse(
                        "handing over %,d elements takes longer than computing them".formatted(most),
                        "IsInstructionPreferredByYnn",
                        elements);
    }

    private FusionDecision keepsType(HloInstruction instruction) {
        boolean keeps = graph.operands(instruction).stream().allMatch(each -> type(each) == type(instruction));
        return keeps
                ? allow("the library does %s".formatted(instruction.opcode()))
                : refuse("the library does not take elements for others", XLA);
    }

    private FusionDecision keepsOrder(HloInstruction broadcast) {
        var dimensions = ((HloOp.WithDimensions) broadcast.op()).dimensions();
        return dimensions.equals(dimensions.stream().sorted().toList())
                ? allow("the library repeats values along new dimensions")
                : refuse(
                        "the library repeats values, but does not exchange dimensions as it does",
                        "IsBroadcastOpSupportedByYnn");
    }

    private FusionDecision isMatrixProduct(HloInstruction dot) {
        var lhs = graph.operand(dot, 0).shape().asArray();
        var dimensions = ((HloOp.Dot) dot.op()).dimensions();
        long contracted =
                dimensions.lhsContracting().stream().mapToLong(lhs::dimension).reduce(1, Math::multiplyExact);
        var sides = Stream.concat(
                        Stream.of(contracted),
                        dot.shape().asArray().dimensions().stream()
                                .skip(dimensions.lhsBatch().size()))
                .toList();
        if (sides.stream().skip(1).anyMatch(side -> side == 1) || sides.size() < 3) {
            return refuse("the library does no products with vectors", "IsDotSupportedByYnn");
        }
        long longest = sides.stream().mapToLong(Long::longValue).max().orElse(0);
        var quantity = Quantity.count("longest side (at least)", longest, SMALLEST_PRODUCT);
        return longest >= SMALLEST_PRODUCT
                ? allow("the library does products of matrices", quantity)
                : refuse("the product is too small to be handed over", "IsDotSupportedByYnn", quantity);
    }

    private FusionDecision isSum(HloInstruction reduction) {
        var called = graph.editor()
                .module()
                .edit(reduction.calledComputations().getFirst())
                .commit();
        var combiner = called.root().opcode();
        boolean isKnown =
                called.instructions().size() == 3 && (combiner == ADD || combiner == MAXIMUM || combiner == MINIMUM);
        if (!isKnown) {
            return refuse("the library reduces by add, maximum and minimum only", "IsReduceLikeOpSupportedByYnn");
        }
        return isFloat(reduction)
                ? allow("the library reduces by %s".formatted(combiner))
                : refuse(
                        "the library does not reduce %s"
                                .formatted(type(reduction).text()),
                        "IsReduceLikeOpSupportedByYnn");
    }

    private static boolean isFloat(HloInstruction instruction) {
        return type(instruction) == PrimitiveType.F32 || type(instruction) == PrimitiveType.F64;
    }

    private FusionDecision isOfType(HloInstruction instruction) {
        var other = withOperands(instruction)
                .filter(each -> !ELEMENTWISE_TYPES.contains(type(each)))
                .findFirst();
        return other.isEmpty()
                ? allow("the library does %s of %s"
                        .formatted(instruction.opcode(), type(instruction).text()))
                : refuse(
                        "the library does no %s of %s"
                                .formatted(
                                        instruction.opcode(), type(other.get()).text()),
                        "IsElementwiseOpSupportedByYnn");
    }

    private Stream<HloInstruction> withOperands(HloInstruction instruction) {
        return Stream.concat(Stream.of(instruction), graph.operands(instruction).stream());
    }

    private static PrimitiveType type(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array ? array.elementType() : PrimitiveType.PRED;
    }

    private static FusionDecision refuse(String explanation, String xlaCheck, Quantity... quantities) {
        return new FusionDecision.Forbidden(LIBRARY_CALL, explanation, List.of(quantities), xlaCheck, null);
    }
}
