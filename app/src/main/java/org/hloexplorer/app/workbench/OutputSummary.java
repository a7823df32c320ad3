package org.hloexplorer.app.workbench;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * An array in a few numbers that can be compared with those of another program.
 *
 * @param nonfinite how many elements are NaN or infinite; sums leave them out
 * @param sum of all elements, real and imaginary parts alike; exact for integers
 * @param absSum of the sizes of all elements
 * @param first the first elements in row-major order; real part, then imaginary part of complex ones
 */
public record OutputSummary(
        String dtype, List<Long> shape, long nonfinite, Number sum, Number absSum, List<Number> first) {

    public OutputSummary {
        shape = List.copyOf(shape);
        first = List.copyOf(first);
    }

    /** Type and sizes as HLO writes them, such as {@code f32[512,2048]}. */
    public String shapeText() {
        return dtype + shape.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }

    /** The first elements as they are read: complex ones in parentheses; three dots where more follow, or parts of one do. */
    public String firstText() {
        int parts = dtype.startsWith("c") ? 2 : 1;
        var elements = new ArrayList<String>();
        for (int i = 0; i + parts <= first.size(); i += parts) {
            elements.add(
                    parts == 1 ? text(first.get(i)) : "(%s, %s)".formatted(text(first.get(i)), text(first.get(i + 1))));
        }
        long all = shape.stream().reduce(1L, Math::multiplyExact);
        if (all == 0) {
            return "no elements";
        }
        return String.join(", ", elements) + (elements.size() < all ? " …" : "");
    }

    private static String text(Number value) {
        return value instanceof Double real ? String.format(Locale.ROOT, "%.9g", real) : value.toString();
    }

    /** All arrays of a value, tuples taken apart in order; tokens hold nothing to sum up. */
    public static List<OutputSummary> of(Literal value, int first) {
        return leaves(value).stream().map(each -> ofArray(each, first)).toList();
    }

    /** The arrays of a value, tuples taken apart in order. */
    public static List<Literal> leaves(Literal value) {
        return switch (value.shape()) {
            case Shape.Array _ -> List.of(value);
            case Shape.Tuple _ -> {
                var leaves = new ArrayList<Literal>();
                value.elements().forEach(each -> leaves.addAll(leaves(each)));
                yield leaves;
            }
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> List.of();
        };
    }

    private static OutputSummary ofArray(Literal array, int first) {
        var shape = array.shape().asArray();
        return isFractional(shape.elementType()) ? ofNumbers(array, shape, first) : ofIntegers(array, shape, first);
    }

    private static boolean isFractional(PrimitiveType type) {
        return type.isFloating() || type.isComplex();
    }

    private static OutputSummary ofNumbers(Literal array, Shape.Array shape, int first) {
        int parts = shape.elementType().isComplex() ? 2 : 1;
        long nonfinite = 0;
        double sum = 0;
        double absSum = 0;
        for (long i = 0; i < shape.elements() * parts; i++) {
            double part = part(array, i, parts);
            if (Double.isFinite(part)) {
                sum += part;
                absSum += Math.abs(part);
            } else {
                nonfinite++;
            }
        }
        var firstParts = new ArrayList<Number>();
        for (long i = 0; i < Math.min(first, shape.elements() * parts); i++) {
            firstParts.add(part(array, i, parts));
        }
        return new OutputSummary(shape.elementType().text(), shape.dimensions(), nonfinite, sum, absSum, firstParts);
    }

    private static double part(Literal array, long index, int parts) {
        return index % parts == 0 ? array.doubleAt(index / parts) : array.imaginaryAt(index / parts);
    }

    private static OutputSummary ofIntegers(Literal array, Shape.Array shape, int first) {
        var sum = BigInteger.ZERO;
        var absSum = BigInteger.ZERO;
        var firstElements = new ArrayList<Number>();
        for (long i = 0; i < shape.elements(); i++) {
            var element = integer(array, shape.elementType(), i);
            sum = sum.add(element);
            absSum = absSum.add(element.abs());
            if (i < first) {
                firstElements.add(element);
            }
        }
        return new OutputSummary(shape.elementType().text(), shape.dimensions(), 0, sum, absSum, firstElements);
    }

    private static BigInteger integer(Literal array, PrimitiveType type, long index) {
        long bits = array.bitsAt(index);
        return type == PrimitiveType.U64 ? new BigInteger(Long.toUnsignedString(bits)) : BigInteger.valueOf(bits);
    }
}
