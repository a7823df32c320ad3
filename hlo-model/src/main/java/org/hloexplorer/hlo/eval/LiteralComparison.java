package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * How an actual value differs from the expected one, array by array.
 *
 * @param arrays one for each array, tuples flattened in order
 */
public record LiteralComparison(List<ArrayComparison> arrays) {

    public LiteralComparison {
        arrays = List.copyOf(arrays);
    }

    /** Compares with the tolerance that fits each element type. */
    public static LiteralComparison of(Literal actual, Literal expected) {
        return of(actual, expected, Tolerance::of);
    }

    /**
     * Compares with a tolerance of the caller's choice.
     *
     * @throws IllegalArgumentException where the shapes differ
     */
    public static LiteralComparison of(Literal actual, Literal expected, Function<PrimitiveType, Tolerance> tolerance) {
        if (!ShapeMatch.holds(actual.shape(), expected.shape())) {
            throw new IllegalArgumentException("cannot compare %s with %s"
                    .formatted(actual.shape().withoutLayout(), expected.shape().withoutLayout()));
        }
        var arrays = new ArrayList<ArrayComparison>();
        collect(actual, expected, tolerance, List.of(), arrays);
        return new LiteralComparison(arrays);
    }

    /** Whether every element is within its tolerance. */
    public boolean agrees() {
        return arrays.stream().allMatch(ArrayComparison::agrees);
    }

    /** The first array that does not agree, or null. */
    public @Nullable ArrayComparison firstDisagreement() {
        return arrays.stream().filter(each -> !each.agrees()).findFirst().orElse(null);
    }

    /** The largest absolute difference of all arrays. */
    public double maxAbsolute() {
        return arrays.stream().mapToDouble(ArrayComparison::maxAbsolute).max().orElse(0);
    }

    /** The largest difference relative to its array's largest magnitude. */
    public double maxRelative() {
        return arrays.stream().mapToDouble(ArrayComparison::maxRelative).max().orElse(0);
    }

    /** One sentence: agreement with the closest call, or the first array that disagrees. */
    public String toText() {
        var disagreement = firstDisagreement();
        if (disagreement != null) {
            return disagreement.toText();
        }
        return arrays.stream()
                .max((a, b) -> Double.compare(a.maxRelative(), b.maxRelative()))
                .map(worst -> arrays.size() == 1
                        ? worst.toText()
                        : "the furthest of %d arrays: %s".formatted(arrays.size(), worst.toText()))
                .orElse("nothing to compare");
    }

    private static void collect(
            Literal actual,
            Literal expected,
            Function<PrimitiveType, Tolerance> tolerance,
            List<Integer> tupleIndex,
            List<ArrayComparison> arrays) {
        if (actual.shape() instanceof Shape.Array array) {
            arrays.add(ArrayComparison.of(actual, expected, tolerance.apply(array.elementType()), tupleIndex));
        }
        for (int i = 0; i < actual.elements().size(); i++) {
            var index = new ArrayList<>(tupleIndex);
            index.add(i);
            collect(actual.elements().get(i), expected.elements().get(i), tolerance, index, arrays);
        }
    }
}
