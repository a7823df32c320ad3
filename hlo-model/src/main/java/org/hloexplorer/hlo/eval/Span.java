package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * The elements of an operand as the blocks of an element-wise loop meet them.
 *
 * <p>Of a splat, or of a scalar among arrays, there is only one block, which serves all others too.
 */
final class Span {
    private final Object array;
    private final boolean repeats;

    private Span(Object array, boolean repeats) {
        this.array = array;
        this.repeats = repeats;
    }

    /** The operand of a loop over so many elements. */
    static Span of(Literal literal, long count) {
        var shape = literal.shape().asArray();
        boolean isAlone = shape.isScalar() && count != 1;
        if (isAlone || literal.splat().isPresent()) {
            int length = (int) Math.min(count, Work.BLOCK);
            var scalar = literal.splat().orElse(literal);
            return new Span(Storage.filled(Shape.array(shape.elementType(), length), scalar), true);
        }
        return new Span(Storage.array(literal), false);
    }

    Object array() {
        return array;
    }

    /** Where the elements of the block that begins at {@code from} lie. */
    int at(int from) {
        return repeats ? 0 : from;
    }
}
