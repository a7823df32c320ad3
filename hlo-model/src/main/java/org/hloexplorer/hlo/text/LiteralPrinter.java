package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Writes literals on one line, as XLA does inside {@code constant(…)}. */
final class LiteralPrinter {
    /** XLA leaves out the elements of arrays that have more. */
    private static final int SMALL = 10;

    private static final String LEFT_OUT = "{...}";

    private final StringBuilder out;

    LiteralPrinter(StringBuilder out) {
        this.out = out;
    }

    /** Writes the literal; {@code {...}} where its values are made up, or many and not wanted. */
    void print(Literal literal, boolean large) {
        boolean isSmall = literal.shape() instanceof Shape.Array array && array.elements() <= SMALL;
        if (literal.isMadeUp() || (!large && !isSmall)) {
            out.append(LEFT_OUT);
        } else {
            printWhole(literal);
        }
    }

    private void printWhole(Literal literal) {
        switch (literal.shape()) {
            case Shape.Array array -> new ArrayPrinter(literal, array).print(0);
            case Shape.Tuple _ -> printTuple(literal);
            case Shape.Token _, Shape.Opaque _, Shape.Buffer _ -> {
                out.append(literal.shape());
            }
        }
    }

    private void printTuple(Literal literal) {
        out.append("( ");
        boolean isFirst = true;
        for (var element : literal.elements()) {
            out.append(isFirst ? "" : ", ");
            printWhole(element);
            isFirst = false;
        }
        out.append(" )");
    }

    /** Writes the elements of an array in row-major order, brace by brace. */
    private final class ArrayPrinter {
        private final Literal literal;
        private final PrimitiveType type;
        private final long[] dimensions;
        private long next;

        ArrayPrinter(Literal literal, Shape.Array shape) {
            this.literal = literal;
            this.type = shape.elementType();
            this.dimensions =
                    shape.dimensions().stream().mapToLong(Long::longValue).toArray();
        }

        void print(int dimension) {
            if (dimension == dimensions.length) {
                printElement(next++);
                return;
            }
            boolean isInnermost = dimension == dimensions.length - 1;
            var pad = dimensions.length == 1 || (isInnermost && dimensions[dimension] <= 1) ? "" : " ";
            out.append('{').append(pad);
            for (long i = 0; i < dimensions[dimension]; i++) {
                out.append(i == 0 ? "" : ", ");
                if (!isInnermost && dimensions.length > 3) {
                    printRow(dimension, i);
                } else {
                    print(dimension + 1);
                }
            }
            out.append(pad).append('}');
        }

        /** Above three dimensions, XLA says in a comment which row each brace holds. */
        private void printRow(int dimension, long row) {
            int mark = out.length() + 1;
            print(dimension + 1);
            boolean isInnermost = dimension + 1 == dimensions.length - 1;
            if (!isInnermost && dimensions[dimension + 1] > 0) {
                out.insert(mark, " /*i" + dimension + "=" + row + "*/");
            }
        }

        private void printElement(long index) {
            if (type.isPredicate()) {
                boolean value = literal.bitsAt(index) != 0;
                out.append(dimensions.length == 0 ? Boolean.toString(value) : value ? "1" : "0");
            } else if (type.isComplex()) {
                printComplex(index);
            } else if (type.isFloating()) {
                FloatText.append(type, literal.bitsAt(index), out);
            } else if (type == PrimitiveType.U64) {
                out.append(Long.toUnsignedString(literal.bitsAt(index)));
            } else {
                out.append(literal.bitsAt(index));
            }
        }

        private void printComplex(long index) {
            var part = type == PrimitiveType.C64 ? PrimitiveType.F32 : PrimitiveType.F64;
            out.append('(');
            FloatText.append(part, ComplexParts.real(literal, index), out);
            out.append(", ");
            FloatText.append(part, ComplexParts.imaginary(literal, index), out);
            out.append(')');
        }
    }
}
