package org.hloexplorer.hlo.proto;

import static org.hloexplorer.hlo.proto.ShapeProtos.longs;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Aliasing;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.proto.wire.CholeskyOptionsProto;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.proto.wire.OutputOperandAliasingProto;
import org.hloexplorer.hlo.proto.wire.RaggedDotDimensionNumbersProto;
import org.hloexplorer.hlo.proto.wire.SliceDimensionsProto;
import org.hloexplorer.hlo.proto.wire.SourceTargetProto;
import org.hloexplorer.hlo.proto.wire.TriangularSolveOptionsProto;

/** Puts an operation into the fields that XLA has for it. */
final class OpToProto {
    private final HloInstructionProto.Builder proto;
    private final int operands;

    OpToProto(HloInstructionProto.Builder proto, int operands) {
        this.proto = proto;
        this.operands = operands;
    }

    void write(HloOp op) {
        call(op instanceof HloOp.While(var condition, var body) ? List.of(body, condition) : op.calledComputations());
        switch (op) {
            case HloOp.Plain _, HloOp.Unknown _, HloOp.While _, HloOp.Conditional _ -> {}
            case HloOp.Parameter(var number) -> proto.setParameterNumber(number);
            case HloOp.Constant(var literal) -> proto.setLiteral(LiteralProtos.write(literal));
            case HloOp.AlongDimension(var _, var dimension) -> proto.addDimensions(dimension);
            case HloOp.WithDimensions(var _, var dimensions) -> proto.addAllDimensions(longs(dimensions));
            case HloOp.Compare(var direction, var type) -> {
                proto.setComparisonDirection(direction.name());
                if (type != null) {
                    proto.setComparisonType(type.name());
                }
            }
            case HloOp.ReducePrecision(var exponent, var mantissa) ->
                proto.setExponentBits(exponent).setMantissaBits(mantissa);
            case HloOp.RandomNumbers(var opcode, var kind) -> random(opcode, kind);
            case HloOp.RngGetAndUpdateState(var delta) -> proto.setDelta(delta);
            case HloOp.Slice slice -> slice(slice);
            case HloOp.DynamicSlice(var sizes) -> proto.addAllDynamicSliceSizes(sizes);
            case HloOp.Pad pad -> proto.setPaddingConfig(WindowProtos.write(pad));
            case HloOp.Gather(var dimensions, var sizes, var sorted) ->
                proto.setGatherDimensionNumbers(DimensionProtos.write(dimensions))
                        .addAllGatherSliceSizes(sizes)
                        .setIndicesAreSorted(sorted);
            case HloOp.Scatter(var dimensions, var sorted, var unique, var _) ->
                proto.setScatterDimensionNumbers(DimensionProtos.write(dimensions))
                        .setIndicesAreSorted(sorted)
                        .setUniqueIndices(unique);
            case HloOp.OverDimensions(var _, var dimensions, var _) -> proto.addAllDimensions(longs(dimensions));
            case HloOp.ReduceWindow(var window, var _) -> proto.setWindow(WindowProtos.write(window));
            case HloOp.SelectAndScatter(var window, var _, var _) -> proto.setWindow(WindowProtos.write(window));
            case HloOp.Sort(var dimension, var stable, var _) ->
                proto.addDimensions(dimension).setIsStable(stable);
            case HloOp.TopK(var k, var largest) -> proto.setK(k).setLargest(largest);
            case HloOp.Scan scan ->
                proto.addDimensions(scan.dimension())
                        .setNumCarries(scan.numCarries())
                        .setIsReverse(scan.isReverse())
                        .setIsAssociative(scan.isAssociative());
            case HloOp.Dot(var dimensions, var precision) ->
                proto.setDotDimensionNumbers(DimensionProtos.write(dimensions))
                        .setPrecisionConfig(DimensionProtos.write(precision, operands));
            case HloOp.ScaledDot(var dimensions, var precision) ->
                proto.setDotDimensionNumbers(DimensionProtos.write(dimensions))
                        .setPrecisionConfig(DimensionProtos.write(precision, operands));
            case HloOp.RaggedDot ragged -> raggedDot(ragged);
            case HloOp.Convolution convolution -> convolution(convolution);
            case HloOp.Fft(var type, var length) ->
                proto.setFftType(ProtoWords.number(ProtoWords.FFT_TYPES, type, "kind of FFT"))
                        .addAllFftLength(length);
            case HloOp.Cholesky(var lower) ->
                proto.setCholeskyOptions(CholeskyOptionsProto.newBuilder().setLower(lower));
            case HloOp.TriangularSolve solve -> triangularSolve(solve);
            case HloOp.BatchNorm(var _, var epsilon, var feature) ->
                proto.setEpsilon(epsilon).setFeatureIndex(feature);
            case HloOp.GetTupleElement(var index) -> proto.setTupleIndex(index);
            case HloOp.Call(var _, var isComposite) -> proto.setIsComposite(isComposite);
            case HloOp.Fusion(var kind, var _, var aliasing) -> {
                proto.setFusionKind(kind.text());
                aliasing(aliasing);
            }
            case HloOp.CustomCall customCall -> customCall(customCall);
            case HloOp.Feed(var opcode, var config, var shape) -> {
                if (opcode == HloOpcode.INFEED) {
                    proto.setInfeedConfig(ByteString.copyFromUtf8(config));
                } else {
                    proto.setOutfeedConfig(ByteString.copyFromUtf8(config));
                }
                if (shape != null) {
                    proto.setOutfeedShape(ShapeProtos.write(shape));
                }
            }
            case HloOp.Channel(var _, var channel, var isHostTransfer) -> {
                channel(channel);
                proto.setIsHostTransfer(isHostTransfer);
            }
            case HloOp.Async async -> proto.setAsyncExecutionThread(async.executionThread());
            case HloOp.Collective collective -> collective(collective);
            case HloOp.Permute(var _, var pairs, var channel) -> {
                channel(channel);
                pairs.forEach(pair -> proto.addSourceTargetPairs(
                        SourceTargetProto.newBuilder().setSource(pair.get(0)).setTarget(pair.get(1))));
            }
            case HloOp.Domain(var text) -> domain(text);
        }
    }

    private void call(List<Integer> computations) {
        proto.addAllCalledComputationIds(longs(computations));
    }

    private void channel(OptionalLong channel) {
        channel.ifPresent(proto::setChannelId);
    }

    private void random(HloOpcode opcode, String kind) {
        if (opcode == HloOpcode.RNG) {
            proto.setDistribution(ProtoWords.number(ProtoWords.DISTRIBUTIONS, kind, "distribution"));
        } else {
            proto.setRngAlgorithm(ProtoWords.number(ProtoWords.RANDOM_ALGORITHMS, kind, "random algorithm"));
        }
    }

    private void slice(HloOp.Slice slice) {
        for (int i = 0; i < slice.starts().size(); i++) {
            proto.addSliceDimensions(SliceDimensionsProto.newBuilder()
                    .setStart(slice.starts().get(i))
                    .setLimit(slice.limits().get(i))
                    .setStride(slice.strides().get(i)));
        }
    }

    private void raggedDot(HloOp.RaggedDot dot) {
        proto.setRaggedDotDimensionNumbers(RaggedDotDimensionNumbersProto.newBuilder()
                        .setDotDimensionNumbers(DimensionProtos.write(dot.dimensions()))
                        .addAllLhsRaggedDimensions(longs(dot.lhsRagged()))
                        .addAllRhsGroupDimensions(longs(dot.rhsGroup())))
                .setPrecisionConfig(DimensionProtos.write(dot.precision(), 2));
    }

    private void convolution(HloOp.Convolution convolution) {
        proto.setWindow(WindowProtos.write(convolution.window()))
                .setConvolutionDimensionNumbers(DimensionProtos.write(convolution.dimensions()))
                .setFeatureGroupCount(convolution.featureGroupCount())
                .setBatchGroupCount(convolution.batchGroupCount())
                .setPrecisionConfig(DimensionProtos.write(convolution.precision(), operands));
    }

    private void triangularSolve(HloOp.TriangularSolve solve) {
        proto.setTriangularSolveOptions(TriangularSolveOptionsProto.newBuilder()
                .setLeftSide(solve.leftSide())
                .setLower(solve.lower())
                .setUnitDiagonal(solve.unitDiagonal())
                .setTransposeA(ProtoWords.number(ProtoWords.TRANSPOSES, solve.transposeA(), "kind of transposition")));
    }

    private void aliasing(List<Aliasing> aliasing) {
        for (var each : aliasing) {
            proto.addOutputOperandAliasing(OutputOperandAliasingProto.newBuilder()
                    .addAllOutputShapeIndex(longs(each.outputIndex()))
                    .setOperandIndex(each.operand())
                    .addAllOperandShapeIndex(longs(each.operandIndex())));
        }
    }

    private void customCall(HloOp.CustomCall call) {
        proto.setCustomCallTarget(call.target())
                .setCustomCallHasSideEffect(call.hasSideEffect())
                .setFeatureGroupCount(1)
                .setBatchGroupCount(1)
                .setCustomCallApiVersion(
                        ProtoWords.number(ProtoWords.API_VERSIONS, call.apiVersion(), "version of the interface"));
        var layouts = call.operandLayouts();
        if (layouts != null) {
            proto.setConstrainLayout(true);
            layouts.forEach(each -> proto.addOperandShapesWithLayout(ShapeProtos.write(each)));
        }
        aliasing(call.outputToOperandAliasing());
    }

    private void collective(HloOp.Collective collective) {
        channel(collective.channelId());
        ReplicaGroupProtos.write(collective.replicaGroups(), proto);
        proto.setUseGlobalDeviceIds(collective.useGlobalDeviceIds())
                .setConstrainLayout(collective.constrainLayout())
                .addAllDimensions(longs(collective.dimensions()));
    }

    private void domain(String text) {
        int exit = text.indexOf(", exit=");
        int entry = text.indexOf("entry=");
        if (entry < 0 || exit < entry) {
            throw new InvalidProtoException("a domain says where it is entered and left, not " + text);
        }
        proto.setDomainEntrySharding(new ShardingReader(text.substring(entry + "entry=".length(), exit)).read());
        proto.setDomainExitSharding(
                new ShardingReader(text.substring(exit + ", exit=".length(), text.length() - 1)).read());
    }
}
