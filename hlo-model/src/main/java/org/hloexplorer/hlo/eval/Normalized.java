package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Literals over the arrays that the loops want, so that no loop copies them again. */
final class Normalized {
    private Normalized() {}

    static Literal of(Literal literal) {
        if (literal.shape() instanceof Shape.Array shape) {
            if (Storage.isLaidOut(literal)) {
                return literal;
            }
            var normalized = Storage.literal(shape, Storage.array(literal));
            return literal.isMadeUp() ? normalized.madeUp() : normalized;
        }
        if (literal.shape() instanceof Shape.Tuple) {
            return Literal.tuple(literal.elements().stream().map(Normalized::of).toList());
        }
        return literal;
    }
}
