package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** {@code gather}: a slice of the operand for each batch position, moved so far that it fits. */
final class Gathering {
    private final Cancellation cancellation;

    Gathering(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    Literal evaluate(Literal operand, Literal indices, HloOp.Gather gather, Shape.Array shape) {
        var vectors = IndexVectors.of(indices, gather.dimensions().indexVectorDim());
        var slice = new Slice(operand, gather, shape);
        int batches = Strides.product(vectors.batchSizes());
        var out = Storage.allocate(shape);
        int perBlock = Math.max(1, Work.BLOCK / 8 / Math.max(1, slice.elements));
        Work.inBlocks(batches, perBlock, cancellation, (from, to) -> {
            var position = new int[vectors.batchSizes().length];
            for (int batch = from; batch < to; batch++) {
                Positions.set(position, vectors.batchSizes(), batch);
                slice.copy.run(
                        slice.source,
                        slice.start(vectors, position),
                        out,
                        Positions.offset(position, slice.batchStrides),
                        cancellation);
            }
        });
        return Storage.literal(shape, out);
    }

    /** The part of the operand that is copied for each batch position, and where it goes. */
    private static final class Slice {
        private final HloOp.Gather gather;
        private final Object source;
        private final int[] operandSizes;
        private final int[] operandStrides;
        private final int[] sliceSizes;
        private final int[] batchStrides;
        private final int elements;
        private final StridedCopy copy;

        Slice(Literal operand, HloOp.Gather gather, Shape.Array shape) {
            var dimensions = gather.dimensions();
            var from = operand.shape().asArray();
            this.gather = gather;
            this.source = Storage.array(operand);
            this.operandSizes = Strides.sizes(from);
            this.operandStrides = Strides.of(from);
            this.sliceSizes = Strides.ints(gather.sliceSizes());
            this.elements = Strides.product(sliceSizes);
            int[] strides = Strides.of(shape);
            this.batchStrides = Strides.pick(strides, Strides.others(shape.rank(), dimensions.offsetDims()));
            this.copy = StridedCopy.of(
                    sliceSizes, operandStrides, targetStrides(strides), Storage.width(shape.elementType()));
        }

        /** Collapsed and batching dimensions have slices of one element, and none in the result. */
        private int[] targetStrides(int[] strides) {
            var dimensions = gather.dimensions();
            var targets = new int[sliceSizes.length];
            int next = 0;
            for (int dimension = 0; dimension < targets.length; dimension++) {
                boolean absent = dimensions.collapsedSliceDims().contains(dimension)
                        || dimensions.operandBatchingDims().contains(dimension);
                targets[dimension] =
                        absent ? 0 : strides[dimensions.offsetDims().get(next++)];
            }
            return targets;
        }

        int start(IndexVectors vectors, int[] position) {
            var dimensions = gather.dimensions();
            int start = 0;
            for (int component = 0; component < dimensions.startIndexMap().size(); component++) {
                int dimension = dimensions.startIndexMap().get(component);
                int last = operandSizes[dimension] - sliceSizes[dimension];
                start += Math.clamp(vectors.at(position, component), 0, last) * operandStrides[dimension];
            }
            for (int i = 0; i < dimensions.operandBatchingDims().size(); i++) {
                int indicesDimension = dimensions.startIndicesBatchingDims().get(i);
                start += IndexVectors.coordinate(position, indicesDimension, dimensions.indexVectorDim())
                        * operandStrides[dimensions.operandBatchingDims().get(i)];
            }
            return start;
        }
    }
}
