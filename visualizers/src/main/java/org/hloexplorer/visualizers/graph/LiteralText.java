package org.hloexplorer.visualizers.graph;

import java.util.Optional;
import java.util.StringJoiner;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Small constants as they are written inside their users. */
final class LiteralText {
    private LiteralText() {}

    /** XLA's pictures write out constants of up to so many elements and characters. */
    private static final int MOST_ELEMENTS = 8;

    private static final int MOST_CHARACTERS = 64;

    /** The value of a constant that is small enough to be written inside its user. */
    static Optional<String> brief(HloInstruction instruction) {
        if (!(instruction.op() instanceof HloOp.Constant(var literal))
                || !(literal.shape() instanceof Shape.Array array)
                || array.elements() > MOST_ELEMENTS) {
            return Optional.empty();
        }
        return Optional.of(array.isScalar() ? element(literal, 0) : elements(literal))
                .filter(text -> text.length() <= MOST_CHARACTERS);
    }

    private static String elements(Literal literal) {
        var all = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < literal.elementCount(); i++) {
            all.add(element(literal, i));
        }
        return all.toString();
    }

    private static String element(Literal literal, int index) {
        var type = literal.shape().asArray().elementType();
        if (type.isPredicate()) {
            return literal.bitsAt(index) != 0 ? "true" : "false";
        }
        if (type.isComplex()) {
            return "(" + number(literal.doubleAt(index)) + ", " + number(literal.imaginaryAt(index)) + ")";
        }
        if (type == PrimitiveType.U64) {
            return Long.toUnsignedString(literal.bitsAt(index));
        }
        return type.isIntegral() ? Long.toString(literal.bitsAt(index)) : number(literal.doubleAt(index));
    }

    /** The shortest text that a single-precision reader takes for the same number. */
    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e7) {
            return 1 / value < 0 ? "-" + Math.abs((long) value) : Long.toString((long) value);
        }
        return value == (float) value ? Float.toString((float) value) : Double.toString(value);
    }
}
