package org.hloexplorer.hlo.eval;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** The start indices of gathers and scatters: at each batch position a vector along one dimension of the indices. */
final class IndexVectors {
    private final Literal indices;
    private final int vectorStride;
    private final int[] batchSizes;
    private final int[] batchStrides;

    private IndexVectors(Literal indices, int vectorStride, int[] batchSizes, int[] batchStrides) {
        this.indices = indices;
        this.vectorStride = vectorStride;
        this.batchSizes = batchSizes;
        this.batchStrides = batchStrides;
    }

    /** Where {@code vectorDimension} is one past the last dimension, each index is a vector of its own. */
    static IndexVectors of(Literal indices, int vectorDimension) {
        var shape = indices.shape().asArray();
        var batch = batchDimensions(shape, vectorDimension);
        int[] strides = Strides.of(shape);
        int vectorStride = vectorDimension < shape.rank() ? strides[vectorDimension] : 0;
        return new IndexVectors(
                indices, vectorStride, Strides.pick(Strides.sizes(shape), batch), Strides.pick(strides, batch));
    }

    /** The sizes of all dimensions but that of the vectors. */
    int[] batchSizes() {
        return batchSizes;
    }

    private static List<Integer> batchDimensions(Shape.Array shape, int vectorDimension) {
        return IntStream.range(0, shape.rank())
                .filter(dimension -> dimension != vectorDimension)
                .boxed()
                .toList();
    }

    long at(int[] batchPosition, int component) {
        return StartIndices.at(
                indices, (long) Positions.offset(batchPosition, batchStrides) + (long) component * vectorStride);
    }

    /** The coordinate of a batch position along a dimension of the indices. */
    static int coordinate(int[] batchPosition, int dimension, int vectorDimension) {
        return batchPosition[dimension < vectorDimension ? dimension : dimension - 1];
    }
}
