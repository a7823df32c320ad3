package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/** Indices given at run time, in any integer type. */
final class StartIndices {
    private StartIndices() {}

    /** One per dimension, from a scalar each or, as XLA once wrote it, from one vector. */
    static long[] of(List<Literal> operands, int rank) {
        var starts = new long[rank];
        for (int dimension = 0; dimension < rank; dimension++) {
            boolean vector = operands.size() == 1
                    && !operands.getFirst().shape().asArray().isScalar();
            starts[dimension] = vector ? at(operands.getFirst(), dimension) : at(operands.get(dimension), 0);
        }
        return starts;
    }

    /** An index as a signed number; what only u64 can hold becomes the largest one. */
    static long at(Literal indices, long element) {
        long value = indices.bitsAt(element);
        boolean overflows = value < 0 && indices.shape().asArray().elementType() == PrimitiveType.U64;
        return overflows ? Long.MAX_VALUE : value;
    }
}
