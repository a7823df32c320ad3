package org.hloexplorer.hlo;

import java.util.List;

/** Which dimensions of a scatter come from the indices and which from the updates; the names are XLA's. */
public record ScatterDimensions(
        List<Integer> updateWindowDims,
        List<Integer> insertedWindowDims,
        List<Integer> scatterDimsToOperandDims,
        List<Integer> inputBatchingDims,
        List<Integer> scatterIndicesBatchingDims,
        int indexVectorDim) {
    public ScatterDimensions {
        updateWindowDims = List.copyOf(updateWindowDims);
        insertedWindowDims = List.copyOf(insertedWindowDims);
        scatterDimsToOperandDims = List.copyOf(scatterDimsToOperandDims);
        inputBatchingDims = List.copyOf(inputBatchingDims);
        scatterIndicesBatchingDims = List.copyOf(scatterIndicesBatchingDims);
    }
}
