package org.hloexplorer.pipeline.backend.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.backend.Executable;

/**
 * Some elements of an array, evenly spaced, with the difference from them that is allowed.
 *
 * @param step from one element to the next, in row-major order
 * @param elements real parts
 */
record ExpectedArray(long step, List<Double> elements, double allowed) {
    private static final int MOST = 4096;

    ExpectedArray {
        elements = List.copyOf(elements);
    }

    /** What to expect of each array of a result, tuples flattened in order. */
    static List<ExpectedArray> of(Literal result, Executable executable) {
        return arrays(result)
                .map(array -> of(array, executable.tolerance(type(array))))
                .toList();
    }

    private static PrimitiveType type(Literal array) {
        return array.shape().asArray().elementType();
    }

    private static ExpectedArray of(Literal array, Tolerance tolerance) {
        long step = Math.max(1, Math.ceilDiv(array.elementCount(), MOST));
        List<Double> elements = new ArrayList<>();
        for (long i = 0; i < array.elementCount(); i += step) {
            elements.add(array.doubleAt(i));
        }
        double largest = 0;
        for (long i = 0; i < array.elementCount(); i++) {
            double magnitude = Math.abs(array.doubleAt(i));
            largest = Double.isFinite(magnitude) ? Math.max(largest, magnitude) : largest;
        }
        return new ExpectedArray(step, elements, tolerance.allowed(largest));
    }

    static Stream<Literal> arrays(Literal value) {
        return switch (value.shape()) {
            case Shape.Array _ -> Stream.of(value);
            case Shape.Tuple _ -> value.elements().stream().flatMap(ExpectedArray::arrays);
            default -> Stream.of();
        };
    }

    /** What is wrong with an array, in words; nothing where it is as expected. */
    Optional<String> fault(Literal actual) {
        for (int i = 0; i < elements.size(); i++) {
            double expected = elements.get(i);
            double found = actual.doubleAt(i * step);
            if (!isSame(expected, found) && !(Math.abs(expected - found) <= allowed)) {
                return Optional.of("element %d is %s instead of %s; %.2e is allowed"
                        .formatted(i * step, found, expected, allowed));
            }
        }
        return Optional.empty();
    }

    private static boolean isSame(double a, double b) {
        return a == b || (Double.isNaN(a) && Double.isNaN(b));
    }
}
