package org.hloexplorer.hlo.proto;

import static org.hloexplorer.hlo.proto.ShapeProtos.integers;

import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Aliasing;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.proto.wire.SliceDimensionsProto;
import org.jspecify.annotations.Nullable;

/** Makes the operation of an instruction from its message. */
final class OpFromProto {
    private final HloInstructionProto proto;
    private final List<HloInstruction> operands;
    private final List<Integer> called;

    OpFromProto(HloInstructionProto proto, List<HloInstruction> operands, List<Integer> called) {
        this.proto = proto;
        this.operands = operands;
        this.called = called;
    }

    HloOp read(Shape shape) {
        var opcode = HloOpcode.named(proto.getOpcode()).orElse(HloOpcode.UNKNOWN);
        return switch (opcode) {
            case UNKNOWN -> new HloOp.Unknown(proto.getOpcode(), called);
            case PARAMETER -> new HloOp.Parameter(Math.toIntExact(proto.getParameterNumber()));
            case CONSTANT -> new HloOp.Constant(constant(shape));
            case IOTA, CONCATENATE, GET_DIMENSION_SIZE, SET_DIMENSION_SIZE ->
                new HloOp.AlongDimension(opcode, dimension());
            case BROADCAST, TRANSPOSE, REVERSE -> new HloOp.WithDimensions(opcode, dimensions());
            case COMPARE -> compare();
            case REDUCE_PRECISION -> new HloOp.ReducePrecision(proto.getExponentBits(), proto.getMantissaBits());
            case RNG ->
                new HloOp.RandomNumbers(
                        opcode, ProtoWords.word(ProtoWords.DISTRIBUTIONS, proto.getDistribution(), "distribution"));
            case RNG_BIT_GENERATOR ->
                new HloOp.RandomNumbers(
                        opcode,
                        ProtoWords.word(ProtoWords.RANDOM_ALGORITHMS, proto.getRngAlgorithm(), "random algorithm"));
            case RNG_GET_AND_UPDATE_STATE -> new HloOp.RngGetAndUpdateState(proto.getDelta());
            case SLICE -> slice();
            case DYNAMIC_SLICE -> new HloOp.DynamicSlice(proto.getDynamicSliceSizesList());
            case PAD -> WindowProtos.padding(proto.getPaddingConfig());
            case GATHER ->
                new HloOp.Gather(
                        DimensionProtos.gather(proto.getGatherDimensionNumbers()),
                        proto.getGatherSliceSizesList(),
                        proto.getIndicesAreSorted());
            case SCATTER ->
                new HloOp.Scatter(
                        DimensionProtos.scatter(proto.getScatterDimensionNumbers()),
                        proto.getIndicesAreSorted(),
                        proto.getUniqueIndices(),
                        callee(0));
            case REDUCE, MAP -> new HloOp.OverDimensions(opcode, dimensions(), callee(0));
            case REDUCE_WINDOW -> new HloOp.ReduceWindow(WindowProtos.read(proto.getWindow()), callee(0));
            case SELECT_AND_SCATTER ->
                new HloOp.SelectAndScatter(WindowProtos.read(proto.getWindow()), callee(0), callee(1));
            case SORT -> new HloOp.Sort(dimension(), proto.getIsStable(), callee(0));
            case TOPK -> new HloOp.TopK(proto.getK(), proto.getLargest());
            case SCAN ->
                new HloOp.Scan(
                        dimension(),
                        Math.toIntExact(proto.getNumCarries()),
                        proto.getIsReverse(),
                        proto.getIsAssociative(),
                        callee(0));
            case DOT ->
                new HloOp.Dot(DimensionProtos.dot(proto.getDotDimensionNumbers()), DimensionProtos.precision(proto));
            case SCALED_DOT ->
                new HloOp.ScaledDot(
                        DimensionProtos.dot(proto.getDotDimensionNumbers()), DimensionProtos.precision(proto));
            case RAGGED_DOT -> raggedDot();
            case CONVOLUTION -> convolution();
            case FFT ->
                new HloOp.Fft(
                        ProtoWords.word(ProtoWords.FFT_TYPES, proto.getFftType(), "kind of FFT"),
                        proto.getFftLengthList());
            case CHOLESKY -> new HloOp.Cholesky(proto.getCholeskyOptions().getLower());
            case TRIANGULAR_SOLVE -> triangularSolve();
            case BATCH_NORM_TRAINING, BATCH_NORM_INFERENCE, BATCH_NORM_GRAD ->
                new HloOp.BatchNorm(opcode, proto.getEpsilon(), Math.toIntExact(proto.getFeatureIndex()));
            case GET_TUPLE_ELEMENT -> new HloOp.GetTupleElement(Math.toIntExact(proto.getTupleIndex()));
            case CALL -> new HloOp.Call(callee(0), proto.getIsComposite());
            // XLA lists the body first.
            case WHILE -> new HloOp.While(callee(1), callee(0));
            case CONDITIONAL -> conditional();
            case FUSION -> new HloOp.Fusion(fusionKind(), callee(0), aliasing());
            case CUSTOM_CALL -> customCall();
            case INFEED -> new HloOp.Feed(opcode, proto.getInfeedConfig().toStringUtf8(), null);
            case OUTFEED ->
                new HloOp.Feed(
                        opcode,
                        proto.getOutfeedConfig().toStringUtf8(),
                        proto.hasOutfeedShape() ? ShapeProtos.read(proto.getOutfeedShape()) : null);
            case SEND, SEND_DONE, RECV, RECV_DONE -> new HloOp.Channel(opcode, channel(), proto.getIsHostTransfer());
            case DOMAIN ->
                new HloOp.Domain("{kind=\"sharding\", entry=%s, exit=%s}"
                        .formatted(
                                ShardingText.of(proto.getDomainEntrySharding()),
                                ShardingText.of(proto.getDomainExitSharding())));
            case ASYNC_START, ASYNC_UPDATE, ASYNC_DONE -> async(opcode);
            case ALL_GATHER,
                    ALL_GATHER_START,
                    ALL_REDUCE,
                    ALL_REDUCE_START,
                    REDUCE_SCATTER,
                    ALL_TO_ALL,
                    RAGGED_ALL_TO_ALL,
                    COLLECTIVE_BROADCAST,
                    COLLECTIVE_REDUCE ->
                new HloOp.Collective(
                        opcode,
                        ReplicaGroupProtos.read(proto),
                        channel(),
                        proto.getUseGlobalDeviceIds(),
                        proto.getConstrainLayout(),
                        dimensions(),
                        called);
            case COLLECTIVE_PERMUTE, COLLECTIVE_PERMUTE_START ->
                new HloOp.Permute(
                        opcode,
                        proto.getSourceTargetPairsList().stream()
                                .map(pair -> List.of(pair.getSource(), pair.getTarget()))
                                .toList(),
                        channel());
            default -> new HloOp.Plain(opcode);
        };
    }

    /** A file may leave the values out, as some dumps do to stay small. */
    private Literal constant(Shape shape) {
        return proto.hasLiteral() && LiteralProtos.hasValues(proto.getLiteral())
                ? LiteralProtos.read(proto.getLiteral(), shape)
                : Literal.elided(shape);
    }

    private List<Integer> dimensions() {
        return integers(proto.getDimensionsList());
    }

    private int dimension() {
        var dimensions = dimensions();
        if (dimensions.size() != 1) {
            throw new InvalidProtoException("one dimension is meant here, not " + dimensions);
        }
        return dimensions.getFirst();
    }

    private int callee(int index) {
        if (index >= called.size()) {
            throw new InvalidProtoException(
                    "it calls %d computations, and %d are needed".formatted(called.size(), index + 1));
        }
        return called.get(index);
    }

    private OptionalLong channel() {
        long id = proto.getChannelId() != 0 ? proto.getChannelId() : proto.getAllReduceId();
        return id > 0 ? OptionalLong.of(id) : OptionalLong.empty();
    }

    private HloOp compare() {
        var type = named(ComparisonType.class, proto.getComparisonType());
        var direction = named(ComparisonDirection.class, proto.getComparisonDirection());
        if (direction == null) {
            throw new InvalidProtoException(
                    "'%s' is no direction of a comparison".formatted(proto.getComparisonDirection()));
        }
        return new HloOp.Compare(direction, type == usualType() ? null : type);
    }

    private static <E extends Enum<E>> @Nullable E named(Class<E> type, String text) {
        for (var constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        return null;
    }

    private @Nullable ComparisonType usualType() {
        if (operands.isEmpty() || !(operands.getFirst().shape() instanceof Shape.Array array)) {
            return null;
        }
        var type = array.elementType();
        if (type.isFloating() || type.isComplex()) {
            return ComparisonType.FLOAT;
        }
        return type.isSigned() ? ComparisonType.SIGNED : ComparisonType.UNSIGNED;
    }

    private HloOp slice() {
        var dimensions = proto.getSliceDimensionsList();
        return new HloOp.Slice(
                dimensions.stream().map(SliceDimensionsProto::getStart).toList(),
                dimensions.stream().map(SliceDimensionsProto::getLimit).toList(),
                dimensions.stream().map(SliceDimensionsProto::getStride).toList());
    }

    private HloOp raggedDot() {
        var dimensions = proto.getRaggedDotDimensionNumbers();
        return new HloOp.RaggedDot(
                DimensionProtos.dot(dimensions.getDotDimensionNumbers()),
                integers(dimensions.getLhsRaggedDimensionsList()),
                integers(dimensions.getRhsGroupDimensionsList()),
                DimensionProtos.precision(proto));
    }

    private HloOp convolution() {
        return new HloOp.Convolution(
                WindowProtos.read(proto.getWindow()),
                DimensionProtos.convolution(proto.getConvolutionDimensionNumbers()),
                Math.max(1, proto.getFeatureGroupCount()),
                Math.max(1, proto.getBatchGroupCount()),
                DimensionProtos.precision(proto));
    }

    private HloOp triangularSolve() {
        var options = proto.getTriangularSolveOptions();
        return new HloOp.TriangularSolve(
                options.getLeftSide(),
                options.getLower(),
                options.getUnitDiagonal(),
                ProtoWords.word(ProtoWords.TRANSPOSES, options.getTransposeA(), "kind of transposition"));
    }

    private HloOp conditional() {
        boolean byPredicate = choosesByPredicate();
        callee(byPredicate ? 1 : 0);
        return new HloOp.Conditional(called, byPredicate);
    }

    private boolean choosesByPredicate() {
        return !operands.isEmpty()
                && operands.getFirst().shape() instanceof Shape.Array array
                && array.elementType().isPredicate();
    }

    private FusionKind fusionKind() {
        for (var kind : FusionKind.values()) {
            if (kind.text().equals(proto.getFusionKind())) {
                return kind;
            }
        }
        throw new InvalidProtoException("'%s' is no kind of fusion".formatted(proto.getFusionKind()));
    }

    private List<Aliasing> aliasing() {
        return proto.getOutputOperandAliasingList().stream()
                .map(each -> new Aliasing(
                        integers(each.getOutputShapeIndexList()),
                        Math.toIntExact(each.getOperandIndex()),
                        integers(each.getOperandShapeIndexList())))
                .toList();
    }

    private HloOp customCall() {
        int version = Math.max(1, proto.getCustomCallApiVersion());
        var layouts = proto.getConstrainLayout()
                ? proto.getOperandShapesWithLayoutList().stream()
                        .map(ShapeProtos::read)
                        .toList()
                : null;
        return new HloOp.CustomCall(
                proto.getCustomCallTarget(),
                called,
                layouts,
                proto.getCustomCallHasSideEffect(),
                ProtoWords.word(ProtoWords.API_VERSIONS, version, "version of the interface"),
                aliasing());
    }

    private HloOp async(HloOpcode opcode) {
        var thread = proto.getAsyncExecutionThread();
        if (called.isEmpty() && ModuleFromProto.continuesAsync(operands)) {
            var before = (HloOp.Async) operands.getFirst().op();
            return new HloOp.Async(opcode, before.computation(), before.executionThread());
        }
        return new HloOp.Async(opcode, callee(0), thread.isEmpty() ? HloComputation.MAIN_THREAD : thread);
    }
}
