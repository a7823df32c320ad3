package org.hloexplorer.hlo.text;

import java.lang.foreign.ValueLayout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/** The halves of complex elements as bits. */
final class ComplexParts {
    private ComplexParts() {}

    static long real(Literal literal, long index) {
        return bits(literal, index * 2);
    }

    static long imaginary(Literal literal, long index) {
        return bits(literal, index * 2 + 1);
    }

    private static long bits(Literal literal, long part) {
        return literal.shape().asArray().elementType() == PrimitiveType.C64
                ? literal.data().get(ValueLayout.JAVA_INT_UNALIGNED, part * Integer.BYTES)
                : literal.data().get(ValueLayout.JAVA_LONG_UNALIGNED, part * Long.BYTES);
    }
}
