package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * The elements of an operand as the blocks of an element-wise loop meet them.
 *
 * <p>Of a splat, or of a scalar among arrays, there is only one block, which serves all others too.
 */
final class Span {
    private final PrimitiveType type;
    private final Object array;
    private final boolean repeats;

    private Span(PrimitiveType type, Object array, boolean repeats) {
        this.type = type;
        this.array = array;
        this.repeats = repeats;
    }

    /** The operand of a loop over so many elements. */
    static Span of(Literal literal, long count) {
        var shape = literal.shape().asArray();
        boolean isAlone = shape.isScalar() && count != 1;
        if (isAlone || literal.splat().isPresent()) {
            int length = (int) Math.min(count, LazyElements.BLOCK);
            var scalar = literal.splat().orElse(literal);
            return new Span(
                    shape.elementType(), Storage.filled(Shape.array(shape.elementType(), length), scalar), true);
        }
        return new Span(shape.elementType(), Storage.array(literal), false);
    }

    PrimitiveType type() {
        return type;
    }

    Object array() {
        return array;
    }

    /** Whether the start of the array serves every block. */
    boolean repeats() {
        return repeats;
    }
}
