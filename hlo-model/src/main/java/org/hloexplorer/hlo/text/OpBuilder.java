package org.hloexplorer.hlo.text;

import static org.hloexplorer.hlo.text.AttributeName.*;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.GatherDimensions;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.ReplicaGroups;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/** Makes the operation of an instruction from its opcode and attributes, taking the attributes it needs. */
final class OpBuilder {
    private final Attributes attributes;

    OpBuilder(Attributes attributes) {
        this.attributes = attributes;
    }

    /**
     * The operation.
     *
     * @param operands the instructions whose values it takes
     */
    HloOp build(HloOpcode opcode, List<HloInstruction> operands) {
        return switch (opcode) {
            case PARAMETER, CONSTANT, UNKNOWN -> throw new IllegalArgumentException(opcode + " is not built here");
            case IOTA -> new HloOp.AlongDimension(opcode, attributes.integer(IOTA_DIMENSION));
            case CONCATENATE, GET_DIMENSION_SIZE, SET_DIMENSION_SIZE -> alongDimension(opcode);
            case BROADCAST -> new HloOp.WithDimensions(opcode, broadcastDimensions(operands));
            case TRANSPOSE, REVERSE -> new HloOp.WithDimensions(opcode, attributes.integers(DIMENSIONS));
            case COMPARE -> compare();
            case REDUCE_PRECISION ->
                new HloOp.ReducePrecision(attributes.integer(EXPONENT_BITS), attributes.integer(MANTISSA_BITS));
            case RNG -> new HloOp.RandomNumbers(opcode, attributes.text(DISTRIBUTION));
            case RNG_BIT_GENERATOR -> new HloOp.RandomNumbers(opcode, attributes.text(ALGORITHM));
            case RNG_GET_AND_UPDATE_STATE -> new HloOp.RngGetAndUpdateState(attributes.number(DELTA));
            case SLICE -> attributes.value(SLICE, HloOp.Slice.class);
            case DYNAMIC_SLICE -> new HloOp.DynamicSlice(attributes.longs(DYNAMIC_SLICE_SIZES));
            case PAD -> attributes.value(PADDING, HloOp.Pad.class);
            case GATHER -> gather();
            case SCATTER -> scatter();
            case REDUCE, MAP -> overDimensions(opcode, operands);
            case REDUCE_WINDOW -> new HloOp.ReduceWindow(window(), attributes.computation(TO_APPLY));
            case SELECT_AND_SCATTER ->
                new HloOp.SelectAndScatter(
                        window(), attributes.computation(SELECT), attributes.computation(AttributeName.SCATTER));
            case SORT -> new HloOp.Sort(dimension(), attributes.flag(IS_STABLE), attributes.computation(TO_APPLY));
            case TOPK -> new HloOp.TopK(attributes.number(K), attributes.flag(LARGEST));
            case SCAN ->
                new HloOp.Scan(
                        dimension(),
                        attributes.integer(NUM_CARRIES),
                        attributes.flag(IS_REVERSE),
                        attributes.flag(IS_ASSOCIATIVE),
                        attributes.computation(TO_APPLY));
            case DOT -> new HloOp.Dot(dotDimensions(), precision());
            case RAGGED_DOT ->
                new HloOp.RaggedDot(
                        dotDimensions(),
                        attributes.integersOrNone(LHS_RAGGED_DIMS),
                        attributes.integersOrNone(RHS_GROUP_DIMS),
                        precision());
            case SCALED_DOT -> new HloOp.ScaledDot(dotDimensions(), precision());
            case CONVOLUTION -> convolution();
            case FFT -> new HloOp.Fft(attributes.text(FFT_TYPE), attributes.longs(FFT_LENGTH));
            case CHOLESKY -> new HloOp.Cholesky(attributes.flag(LOWER));
            case TRIANGULAR_SOLVE ->
                new HloOp.TriangularSolve(
                        attributes.flag(LEFT_SIDE),
                        attributes.flag(LOWER),
                        attributes.flag(UNIT_DIAGONAL),
                        attributes.text(TRANSPOSE_A, "NO_TRANSPOSE"));
            case BATCH_NORM_TRAINING, BATCH_NORM_INFERENCE, BATCH_NORM_GRAD ->
                new HloOp.BatchNorm(opcode, attributes.real(EPSILON), attributes.integer(FEATURE_INDEX));
            case GET_TUPLE_ELEMENT -> new HloOp.GetTupleElement(attributes.integer(INDEX));
            case CALL -> new HloOp.Call(attributes.computation(TO_APPLY), attributes.flag(IS_COMPOSITE));
            case WHILE -> new HloOp.While(attributes.computation(CONDITION), attributes.computation(BODY));
            case CONDITIONAL -> conditional();
            case FUSION -> fusion();
            case CUSTOM_CALL -> customCall();
            case INFEED -> new HloOp.Feed(opcode, attributes.text(INFEED_CONFIG, ""), null);
            case OUTFEED ->
                new HloOp.Feed(
                        opcode,
                        attributes.text(OUTFEED_CONFIG, ""),
                        attributes.optional(OUTFEED_SHAPE, Shape.class).orElse(null));
            case SEND, SEND_DONE, RECV, RECV_DONE ->
                new HloOp.Channel(opcode, attributes.optionalNumber(CHANNEL_ID), attributes.flag(IS_HOST_TRANSFER));
            case DOMAIN -> new HloOp.Domain(attributes.text(AttributeName.DOMAIN));
            case ASYNC_START, ASYNC_UPDATE, ASYNC_DONE -> async(opcode, operands);
            case ALL_GATHER,
                    ALL_GATHER_START,
                    ALL_REDUCE,
                    ALL_REDUCE_START,
                    REDUCE_SCATTER,
                    ALL_TO_ALL,
                    RAGGED_ALL_TO_ALL,
                    COLLECTIVE_BROADCAST,
                    COLLECTIVE_REDUCE -> collective(opcode);
            case COLLECTIVE_PERMUTE, COLLECTIVE_PERMUTE_START ->
                new HloOp.Permute(opcode, attributes.pairs(SOURCE_TARGET_PAIRS), attributes.optionalNumber(CHANNEL_ID));
            default -> new HloOp.Plain(opcode);
        };
    }

    /** A sort by a comparator that the text does not name. */
    HloOp buildSort(int comparator) {
        return new HloOp.Sort(dimension(), attributes.flag(IS_STABLE), comparator);
    }

    private HloOp alongDimension(HloOpcode opcode) {
        return new HloOp.AlongDimension(opcode, dimension());
    }

    private int dimension() {
        var dimensions = attributes.integers(DIMENSIONS);
        if (dimensions.size() != 1) {
            throw attributes.invalid(DIMENSIONS, "one dimension is meant here, not " + dimensions);
        }
        return dimensions.getFirst();
    }

    /** A scalar's broadcast needs no dimensions, though XLA prints {@code dimensions={}}. */
    private List<Integer> broadcastDimensions(List<HloInstruction> operands) {
        boolean isScalar =
                !operands.isEmpty() && operands.getFirst().shape() instanceof Shape.Array array && array.isScalar();
        return isScalar ? attributes.integersOrNone(DIMENSIONS) : attributes.integers(DIMENSIONS);
    }

    private HloOp compare() {
        var direction = enumValue(DIRECTION, attributes.text(DIRECTION), ComparisonDirection.class);
        var type = attributes.textOrNull(TYPE);
        return new HloOp.Compare(direction, type == null ? null : enumValue(TYPE, type, ComparisonType.class));
    }

    private <E extends Enum<E>> E enumValue(AttributeName name, String text, Class<E> type) {
        for (var constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        throw attributes.invalid(
                name,
                "%s cannot be %s; it is one of %s".formatted(name.text(), text, List.of(type.getEnumConstants())));
    }

    private Window window() {
        return attributes.optional(WINDOW, Window.class).orElse(new Window(List.of()));
    }

    private HloOp gather() {
        var dimensions = new GatherDimensions(
                attributes.integers(OFFSET_DIMS),
                attributes.integers(COLLAPSED_SLICE_DIMS),
                attributes.integers(START_INDEX_MAP),
                attributes.integersOrNone(OPERAND_BATCHING_DIMS),
                attributes.integersOrNone(START_INDICES_BATCHING_DIMS),
                attributes.integer(INDEX_VECTOR_DIM));
        return new HloOp.Gather(dimensions, attributes.longs(SLICE_SIZES), attributes.flag(INDICES_ARE_SORTED));
    }

    private HloOp scatter() {
        var dimensions = new ScatterDimensions(
                attributes.integers(UPDATE_WINDOW_DIMS),
                attributes.integers(INSERTED_WINDOW_DIMS),
                attributes.integers(SCATTER_DIMS_TO_OPERAND_DIMS),
                attributes.integersOrNone(INPUT_BATCHING_DIMS),
                attributes.integersOrNone(SCATTER_INDICES_BATCHING_DIMS),
                attributes.integer(INDEX_VECTOR_DIM));
        return new HloOp.Scatter(
                dimensions,
                attributes.flag(INDICES_ARE_SORTED),
                attributes.flag(UNIQUE_INDICES),
                attributes.computation(TO_APPLY));
    }

    /** A map without dimensions is over all of them. */
    private HloOp overDimensions(HloOpcode opcode, List<HloInstruction> operands) {
        boolean mayOmit = opcode == HloOpcode.MAP && !attributes.has(DIMENSIONS);
        var dimensions = mayOmit ? allDimensions(operands) : attributes.integers(DIMENSIONS);
        return new HloOp.OverDimensions(opcode, dimensions, attributes.computation(TO_APPLY));
    }

    private static List<Integer> allDimensions(List<HloInstruction> operands) {
        int rank = !operands.isEmpty() && operands.getFirst().shape() instanceof Shape.Array array ? array.rank() : 0;
        return IntStream.range(0, rank).boxed().toList();
    }

    private DotDimensions dotDimensions() {
        return new DotDimensions(
                attributes.integersOrNone(LHS_CONTRACTING_DIMS),
                attributes.integersOrNone(RHS_CONTRACTING_DIMS),
                attributes.integersOrNone(LHS_BATCH_DIMS),
                attributes.integersOrNone(RHS_BATCH_DIMS));
    }

    private Precision precision() {
        return new Precision(attributes.wordsOrNone(OPERAND_PRECISION), attributes.text(ALGORITHM, ""));
    }

    private HloOp convolution() {
        return new HloOp.Convolution(
                window(),
                attributes.value(DIM_LABELS, ConvolutionDimensions.class),
                attributes.number(FEATURE_GROUP_COUNT, 1),
                attributes.number(BATCH_GROUP_COUNT, 1),
                precision());
    }

    private HloOp conditional() {
        if (attributes.has(BRANCH_COMPUTATIONS)) {
            return new HloOp.Conditional(attributes.computationsOrNone(BRANCH_COMPUTATIONS), false);
        }
        return new HloOp.Conditional(
                List.of(attributes.computation(TRUE_COMPUTATION), attributes.computation(FALSE_COMPUTATION)), true);
    }

    private HloOp fusion() {
        var text = attributes.text(AttributeName.KIND);
        var kind = fusionKind(text)
                .orElseThrow(() -> attributes.invalid(
                        AttributeName.KIND, "a fusion is kLoop, kInput, kOutput or kCustom, not " + text));
        return new HloOp.Fusion(kind, only(CALLS), attributes.aliasingOrNone(OUTPUT_TO_OPERAND_ALIASING));
    }

    private static Optional<FusionKind> fusionKind(String text) {
        for (var kind : FusionKind.values()) {
            if (kind.text().equals(text)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private int only(AttributeName name) {
        var ids = attributes.integers(name);
        if (ids.size() != 1) {
            throw attributes.invalid(name, name.text() + " names one computation here");
        }
        return ids.getFirst();
    }

    private HloOp customCall() {
        var target = attributes.text(CUSTOM_CALL_TARGET);
        var called = attributes.has(TO_APPLY)
                ? attributes.computationsOrNone(TO_APPLY)
                : attributes.computationsOrNone(attributes.has(CALLS) ? CALLS : CALLED_COMPUTATIONS);
        return new HloOp.CustomCall(
                target,
                called,
                attributes.shapesOrNull(OPERAND_LAYOUT_CONSTRAINTS),
                attributes.flag(CUSTOM_CALL_HAS_SIDE_EFFECT),
                attributes.text(API_VERSION, "API_VERSION_ORIGINAL"),
                attributes.aliasingOrNone(OUTPUT_TO_OPERAND_ALIASING));
    }

    /** A middle or end may leave out what its start called. */
    private HloOp async(HloOpcode opcode, List<HloInstruction> operands) {
        var thread = attributes.textOrNull(ASYNC_EXECUTION_THREAD);
        boolean continues = opcode != HloOpcode.ASYNC_START && !operands.isEmpty();
        if (continues && operands.getFirst().op() instanceof HloOp.Async before) {
            int called = attributes.has(CALLS) ? only(CALLS) : before.computation();
            return new HloOp.Async(opcode, called, thread == null ? before.executionThread() : thread);
        }
        return new HloOp.Async(opcode, only(CALLS), thread == null ? HloComputation.MAIN_THREAD : thread);
    }

    private HloOp collective(HloOpcode opcode) {
        return new HloOp.Collective(
                opcode,
                new ReplicaGroups(attributes.text(AttributeName.REPLICA_GROUPS, "")),
                attributes.optionalNumber(CHANNEL_ID),
                attributes.flag(USE_GLOBAL_DEVICE_IDS),
                attributes.flag(CONSTRAIN_LAYOUT),
                attributes.integersOrNone(DIMENSIONS),
                attributes.computationsOrNone(TO_APPLY));
    }
}
