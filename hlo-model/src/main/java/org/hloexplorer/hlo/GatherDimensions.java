package org.hloexplorer.hlo;

import java.util.List;

/** Which dimensions of a gather come from the indices and which from the slices; the names are XLA's. */
public record GatherDimensions(
        List<Integer> offsetDims,
        List<Integer> collapsedSliceDims,
        List<Integer> startIndexMap,
        List<Integer> operandBatchingDims,
        List<Integer> startIndicesBatchingDims,
        int indexVectorDim) {
    public GatherDimensions {
        offsetDims = List.copyOf(offsetDims);
        collapsedSliceDims = List.copyOf(collapsedSliceDims);
        startIndexMap = List.copyOf(startIndexMap);
        operandBatchingDims = List.copyOf(operandBatchingDims);
        startIndicesBatchingDims = List.copyOf(startIndicesBatchingDims);
    }
}
