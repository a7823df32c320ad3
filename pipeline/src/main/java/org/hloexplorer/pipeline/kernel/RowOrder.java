package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloOp;

/** Whether one row of several columns must come before another. */
interface RowOrder {
    /** Rows have a value for each column. */
    Value isBefore(KernelScope scope, Block inner, List<Value> a, List<Value> b);

    /** As the comparator says, which takes the two values of the first operand, then those of the second … */
    static RowOrder of(HloOp.Sort sort) {
        return (scope, inner, a, b) -> scope.elements()
                .applied(inner, sort.comparator(), interleaved(a, b))
                .getFirst();
    }

    /** By the first column. Of equal elements the one with the lower index comes first where the sort is stable. */
    static RowOrder of(HloOp.TopK topK) {
        return (scope, inner, a, b) -> {
            var elementwise = new ElementwiseEmitter(scope.scalars(inner));
            return topK.largest()
                    ? elementwise.isBefore(b.getFirst(), a.getFirst())
                    : elementwise.isBefore(a.getFirst(), b.getFirst());
        };
    }

    private static List<Value> interleaved(List<Value> a, List<Value> b) {
        List<Value> arguments = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            arguments.add(a.get(i));
            arguments.add(b.get(i));
        }
        return arguments;
    }
}
