package org.hloexplorer.hlo;

import java.util.List;

/** Which dimensions a dot sums over, and which it treats as independent batches. */
public record DotDimensions(
        List<Integer> lhsContracting, List<Integer> rhsContracting, List<Integer> lhsBatch, List<Integer> rhsBatch) {
    public DotDimensions {
        lhsContracting = List.copyOf(lhsContracting);
        rhsContracting = List.copyOf(rhsContracting);
        lhsBatch = List.copyOf(lhsBatch);
        rhsBatch = List.copyOf(rhsBatch);
    }
}
