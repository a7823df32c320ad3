package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Shapes of gathers and scatters. */
final class GatherShapes {
    private GatherShapes() {}

    static Shape gather(Application a, HloOp.Gather gather) {
        var operand = a.array(0);
        var indices = a.array(1);
        var numbers = gather.dimensions();
        checkIndices(a, indices, numbers.indexVectorDim(), numbers.startIndexMap());
        Dimensions.check(a, "start_index_map", numbers.startIndexMap(), operand.rank());
        Dimensions.check(a, "collapsed_slice_dims", numbers.collapsedSliceDims(), operand.rank());
        Dimensions.check(a, "operand_batching_dims", numbers.operandBatchingDims(), operand.rank());
        checkSliceSizes(a, operand, gather);
        var window = windowSizes(gather);
        var batch = batchSizes(indices, numbers.indexVectorDim());
        int rank = window.size() + batch.size();
        Dimensions.check(a, "offset_dims", numbers.offsetDims(), rank);
        checkEqual(a, "offset dimension", numbers.offsetDims().size(), "window dimension", window.size());
        var nextWindow = window.iterator();
        var nextBatch = batch.iterator();
        var sizes = new ArrayList<Long>(rank);
        for (int i = 0; i < rank; i++) {
            sizes.add(numbers.offsetDims().contains(i) ? nextWindow.next() : nextBatch.next());
        }
        return Dimensions.array(operand.elementType(), sizes, Set.of());
    }

    /** The slice sizes of dimensions that stay. */
    private static List<Long> windowSizes(HloOp.Gather gather) {
        return IntStream.range(0, gather.sliceSizes().size())
                .filter(i -> !gather.dimensions().collapsedSliceDims().contains(i)
                        && !gather.dimensions().operandBatchingDims().contains(i))
                .mapToObj(gather.sliceSizes()::get)
                .toList();
    }

    private static List<Long> batchSizes(Shape.Array indices, int indexVectorDim) {
        return IntStream.range(0, indices.rank())
                .filter(i -> i != indexVectorDim)
                .mapToObj(indices::dimension)
                .toList();
    }

    private static void checkSliceSizes(Application a, Shape.Array operand, HloOp.Gather gather) {
        checkEqual(a, "slice size", gather.sliceSizes().size(), "operand dimension", operand.rank());
        for (int i = 0; i < operand.rank(); i++) {
            long size = gather.sliceSizes().get(i);
            if (size < 0 || (operand.dimension(i) != Shape.UNBOUNDED && size > operand.dimension(i))) {
                throw a.fault(
                        FindingCode.SLICE_BOUNDS,
                        "a slice of %d elements does not fit dimension %d of %s",
                        size,
                        i,
                        operand.withoutLayout());
            }
        }
    }

    private static void checkIndices(Application a, Shape.Array indices, int indexVectorDim, List<Integer> indexMap) {
        if (!indices.elementType().isIntegral()) {
            throw a.fault(FindingCode.OPERAND_TYPE, "indices are integers, not %s", indices.elementType());
        }
        if (indexVectorDim < 0 || indexVectorDim > indices.rank()) {
            throw a.fault(
                    FindingCode.DIMENSION_OUT_OF_RANGE,
                    "index_vector_dim is %d, but the indices have %d dimensions",
                    indexVectorDim,
                    indices.rank());
        }
        long vector = indexVectorDim == indices.rank() ? 1 : indices.dimension(indexVectorDim);
        if (vector != Shape.UNBOUNDED) {
            checkEqual(a, "indexed dimension", indexMap.size(), "index element", vector);
        }
    }

    private static void checkEqual(Application a, String what, long count, String other, long otherCount) {
        if (count != otherCount) {
            throw a.fault(
                    FindingCode.DIMENSION_NUMBERS,
                    "it has %s, but %s",
                    Counts.of(count, what),
                    Counts.of(otherCount, other));
        }
    }

    static Shape scatter(Application a, HloOp.Scatter scatter) {
        int inputs = (a.operandCount() - 1) / 2;
        if (inputs < 1 || a.operandCount() != 2 * inputs + 1) {
            throw a.fault(
                    FindingCode.OPERAND_COUNT,
                    "it takes operands, indices, and as many updates as operands, not %d in all",
                    a.operandCount());
        }
        var indices = a.array(inputs);
        var numbers = scatter.dimensions();
        checkIndices(a, indices, numbers.indexVectorDim(), numbers.scatterDimsToOperandDims());
        var types = new ArrayList<PrimitiveType>();
        for (int i = 0; i < inputs; i++) {
            checkUpdate(a, a.array(i), indices, a.array(inputs + 1 + i), scatter);
            types.add(a.array(i).elementType());
        }
        Callees.checkReducer(a, scatter.toApply(), types);
        var results = List.copyOf(a.operands().subList(0, inputs));
        return inputs == 1 ? results.getFirst() : new Shape.Tuple(results);
    }

    private static void checkUpdate(
            Application a, Shape.Array operand, Shape.Array indices, Shape.Array update, HloOp.Scatter scatter) {
        var numbers = scatter.dimensions();
        Dimensions.check(a, "scatter_dims_to_operand_dims", numbers.scatterDimsToOperandDims(), operand.rank());
        Dimensions.check(a, "inserted_window_dims", numbers.insertedWindowDims(), operand.rank());
        Dimensions.check(a, "input_batching_dims", numbers.inputBatchingDims(), operand.rank());
        Dimensions.check(a, "update_window_dims", numbers.updateWindowDims(), update.rank());
        var batch = batchSizes(indices, numbers.indexVectorDim());
        checkEqual(
                a,
                "update dimension",
                update.rank(),
                "window or index dimension",
                numbers.updateWindowDims().size() + (long) batch.size());
        checkEqual(
                a,
                "window dimension",
                numbers.updateWindowDims().size(),
                "other operand dimension",
                operand.rank()
                        - numbers.insertedWindowDims().size()
                        - numbers.inputBatchingDims().size());
        var nextBatch = batch.iterator();
        for (int i = 0; i < update.rank(); i++) {
            if (!numbers.updateWindowDims().contains(i)) {
                long size = nextBatch.next();
                if (!Dimensions.mayBeEqual(size, update.dimension(i))) {
                    throw a.fault(
                            FindingCode.OPERAND_SHAPES,
                            "dimension %d of update %s does not agree with indices %s",
                            i,
                            update.withoutLayout(),
                            indices.withoutLayout());
                }
            }
        }
    }
}
