package org.hloexplorer.hlo.proto;

import static org.hloexplorer.hlo.proto.ShapeProtos.integers;
import static org.hloexplorer.hlo.proto.ShapeProtos.longs;

import java.util.Collection;
import java.util.List;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.GatherDimensions;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.proto.wire.ConvolutionDimensionNumbersProto;
import org.hloexplorer.hlo.proto.wire.DotDimensionNumbersProto;
import org.hloexplorer.hlo.proto.wire.GatherDimensionNumbersProto;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.proto.wire.PrecisionConfigProto;
import org.hloexplorer.hlo.proto.wire.ScatterDimensionNumbersProto;

/** Which dimension is what, as protocol buffers, and how exactly products are worked out. */
final class DimensionProtos {
    private static final int MOST_DIMENSIONS = 63;

    private DimensionProtos() {}

    static GatherDimensions gather(GatherDimensionNumbersProto proto) {
        return new GatherDimensions(
                integers(proto.getOffsetDimsList()),
                integers(proto.getCollapsedSliceDimsList()),
                integers(proto.getStartIndexMapList()),
                integers(proto.getOperandBatchingDimsList()),
                integers(proto.getStartIndicesBatchingDimsList()),
                Math.toIntExact(proto.getIndexVectorDim()));
    }

    static GatherDimensionNumbersProto write(GatherDimensions dimensions) {
        return GatherDimensionNumbersProto.newBuilder()
                .addAllOffsetDims(longs(dimensions.offsetDims()))
                .addAllCollapsedSliceDims(longs(dimensions.collapsedSliceDims()))
                .addAllStartIndexMap(longs(dimensions.startIndexMap()))
                .addAllOperandBatchingDims(longs(dimensions.operandBatchingDims()))
                .addAllStartIndicesBatchingDims(longs(dimensions.startIndicesBatchingDims()))
                .setIndexVectorDim(dimensions.indexVectorDim())
                .build();
    }

    static ScatterDimensions scatter(ScatterDimensionNumbersProto proto) {
        return new ScatterDimensions(
                integers(proto.getUpdateWindowDimsList()),
                integers(proto.getInsertedWindowDimsList()),
                integers(proto.getScatterDimsToOperandDimsList()),
                integers(proto.getInputBatchingDimsList()),
                integers(proto.getScatterIndicesBatchingDimsList()),
                Math.toIntExact(proto.getIndexVectorDim()));
    }

    static ScatterDimensionNumbersProto write(ScatterDimensions dimensions) {
        return ScatterDimensionNumbersProto.newBuilder()
                .addAllUpdateWindowDims(longs(dimensions.updateWindowDims()))
                .addAllInsertedWindowDims(longs(dimensions.insertedWindowDims()))
                .addAllScatterDimsToOperandDims(longs(dimensions.scatterDimsToOperandDims()))
                .addAllInputBatchingDims(longs(dimensions.inputBatchingDims()))
                .addAllScatterIndicesBatchingDims(longs(dimensions.scatterIndicesBatchingDims()))
                .setIndexVectorDim(dimensions.indexVectorDim())
                .build();
    }

    static DotDimensions dot(DotDimensionNumbersProto proto) {
        return new DotDimensions(
                integers(proto.getLhsContractingDimensionsList()),
                integers(proto.getRhsContractingDimensionsList()),
                integers(proto.getLhsBatchDimensionsList()),
                integers(proto.getRhsBatchDimensionsList()));
    }

    static DotDimensionNumbersProto write(DotDimensions dimensions) {
        return DotDimensionNumbersProto.newBuilder()
                .addAllLhsContractingDimensions(longs(dimensions.lhsContracting()))
                .addAllRhsContractingDimensions(longs(dimensions.rhsContracting()))
                .addAllLhsBatchDimensions(longs(dimensions.lhsBatch()))
                .addAllRhsBatchDimensions(longs(dimensions.rhsBatch()))
                .build();
    }

    static ConvolutionDimensions convolution(ConvolutionDimensionNumbersProto proto) {
        requireSmall(proto.getAllFields().values());
        return new ConvolutionDimensions(
                Math.toIntExact(proto.getInputBatchDimension()),
                Math.toIntExact(proto.getInputFeatureDimension()),
                integers(proto.getInputSpatialDimensionsList()),
                Math.toIntExact(proto.getKernelInputFeatureDimension()),
                Math.toIntExact(proto.getKernelOutputFeatureDimension()),
                integers(proto.getKernelSpatialDimensionsList()),
                Math.toIntExact(proto.getOutputBatchDimension()),
                Math.toIntExact(proto.getOutputFeatureDimension()),
                integers(proto.getOutputSpatialDimensionsList()));
    }

    /** Each number becomes a place in a text of labels. */
    private static void requireSmall(Collection<Object> values) {
        for (var value : values) {
            var numbers = value instanceof List<?> list ? list : List.of(value);
            for (var number : numbers) {
                if (number instanceof Long dimension && (dimension < 0 || dimension > MOST_DIMENSIONS)) {
                    throw new InvalidProtoException("a convolution has no dimension " + dimension);
                }
            }
        }
    }

    static ConvolutionDimensionNumbersProto write(ConvolutionDimensions dimensions) {
        return ConvolutionDimensionNumbersProto.newBuilder()
                .setInputBatchDimension(dimensions.inputBatch())
                .setInputFeatureDimension(dimensions.inputFeature())
                .addAllInputSpatialDimensions(longs(dimensions.inputSpatial()))
                .setKernelInputFeatureDimension(dimensions.kernelInputFeature())
                .setKernelOutputFeatureDimension(dimensions.kernelOutputFeature())
                .addAllKernelSpatialDimensions(longs(dimensions.kernelSpatial()))
                .setOutputBatchDimension(dimensions.outputBatch())
                .setOutputFeatureDimension(dimensions.outputFeature())
                .addAllOutputSpatialDimensions(longs(dimensions.outputSpatial()))
                .build();
    }

    /** XLA's text leaves out precisions that are all the default. */
    static Precision precision(HloInstructionProto proto) {
        return new Precision(
                operandPrecision(proto),
                ProtoWords.word(
                        ProtoWords.DOT_ALGORITHMS, proto.getPrecisionConfig().getAlgorithm(), "algorithm"));
    }

    static List<String> operandPrecision(HloInstructionProto proto) {
        var numbers = proto.getPrecisionConfig().getOperandPrecisionList();
        return numbers.stream().allMatch(number -> number == 0)
                ? List.of()
                : numbers.stream()
                        .map(number -> ProtoWords.word(ProtoWords.PRECISIONS, number, "precision"))
                        .toList();
    }

    static PrecisionConfigProto write(Precision precision, int operands) {
        var proto = PrecisionConfigProto.newBuilder()
                .setAlgorithm(ProtoWords.number(ProtoWords.DOT_ALGORITHMS, precision.algorithm(), "algorithm"));
        for (int i = 0; i < operands; i++) {
            var words = precision.operandPrecision();
            proto.addOperandPrecision(
                    i < words.size() ? ProtoWords.number(ProtoWords.PRECISIONS, words.get(i), "precision") : 0);
        }
        return proto.build();
    }
}
