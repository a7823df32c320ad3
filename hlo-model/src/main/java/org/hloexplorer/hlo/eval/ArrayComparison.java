package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * How two arrays of the same shape differ. Two NaNs are equal, as are two infinities of the same sign; a NaN or an
 * infinity on one side only is a difference beyond any tolerance.
 *
 * @param tupleIndex where the array lies in a tuple; empty where it is the whole value
 * @param maxAbsolute largest difference of two finite elements
 * @param maxRelative that difference as a part of {@code largestMagnitude}
 * @param maxUlps largest difference in units of the last place; for integers the difference itself
 * @param largestMagnitude of the finite expected elements
 * @param differing how many elements are not within the tolerance
 * @param first the first such element, row-major, or null
 * @param worst the element with the largest difference, or null where all are equal
 */
public record ArrayComparison(
        Shape.Array shape,
        List<Integer> tupleIndex,
        Tolerance tolerance,
        double maxAbsolute,
        double maxRelative,
        double maxUlps,
        double largestMagnitude,
        long differing,
        @Nullable Element first,
        @Nullable Element worst) {
    private static final double TELLING_ULPS = 1000;

    /** A pair of elements that differ; {@code index} has one number per dimension. */
    public record Element(List<Long> index, double actual, double expected) {
        @Override
        public String toString() {
            return "element %s is %s instead of %s".formatted(index, actual, expected);
        }
    }

    static ArrayComparison of(Literal actual, Literal expected, Tolerance tolerance, List<Integer> tupleIndex) {
        return new Scan(actual, expected, tolerance).compare(tupleIndex);
    }

    public boolean agrees() {
        return differing == 0;
    }

    /** The result in a sentence, with the tolerance. */
    public String toText() {
        var where = tupleIndex.isEmpty() ? "" : "output " + tupleIndex + ": ";
        if (worst == null) {
            return where + "equal in every element";
        }
        // Beside elements that are nearly zero any difference is many units in the last place, and means nothing.
        var size = "largest difference %.3g, %.3g of the largest magnitude %.6g%s"
                .formatted(
                        maxAbsolute,
                        maxRelative,
                        largestMagnitude,
                        maxUlps <= TELLING_ULPS ? ", %.0f ulps".formatted(maxUlps) : "");
        return first == null
                ? where + size + "; " + tolerance.toText()
                : "%s%,d of %,d elements differ, the first: %s; %s; allowed: %s"
                        .formatted(where, differing, shape.elements(), first, size, tolerance.toText());
    }

    /** One walk for the largest magnitude, one for the differences. */
    private static final class Scan {
        private final Literal actual;
        private final Literal expected;
        private final Shape.Array shape;
        private final PrimitiveType type;
        private final double largestMagnitude;
        private final double allowed;
        private final Tolerance tolerance;
        private double maxAbsolute;
        private double maxUlps;
        private double worstDifference;
        private long worst = -1;
        private long first = -1;
        private long differing;

        Scan(Literal actual, Literal expected, Tolerance tolerance) {
            this.actual = actual;
            this.expected = expected;
            this.tolerance = tolerance;
            this.shape = actual.shape().asArray();
            this.type = shape.elementType();
            this.largestMagnitude = largestMagnitude(expected);
            this.allowed = tolerance.allowed(largestMagnitude);
        }

        ArrayComparison compare(List<Integer> tupleIndex) {
            for (long i = 0; i < shape.elements(); i++) {
                if (type.isFloating() || type.isComplex()) {
                    compareReal(i, actual.doubleAt(i), expected.doubleAt(i));
                    if (type.isComplex()) {
                        compareReal(i, actual.imaginaryAt(i), expected.imaginaryAt(i));
                    }
                } else {
                    compareIntegers(i, actual.bitsAt(i), expected.bitsAt(i));
                }
            }
            double relative = maxAbsolute == 0 ? 0 : maxAbsolute / largestMagnitude;
            return new ArrayComparison(
                    shape,
                    tupleIndex,
                    tolerance,
                    maxAbsolute,
                    relative,
                    maxUlps,
                    largestMagnitude,
                    differing,
                    element(first),
                    element(worst));
        }

        private void compareReal(long index, double found, double wanted) {
            if (found == wanted || (Double.isNaN(found) && Double.isNaN(wanted))) {
                return;
            }
            boolean finite = Double.isFinite(found) && Double.isFinite(wanted);
            double difference = finite ? Math.abs(found - wanted) : Double.POSITIVE_INFINITY;
            if (finite) {
                maxAbsolute = Math.max(maxAbsolute, difference);
                maxUlps = Math.max(maxUlps, Ulps.between(type, found, wanted));
            }
            note(index, difference, difference > allowed);
        }

        private void compareIntegers(long index, long found, long wanted) {
            if (found == wanted) {
                return;
            }
            double difference = type == PrimitiveType.U64
                    ? Math.abs(actual.doubleAt(index) - expected.doubleAt(index))
                    : Math.abs((double) found - (double) wanted);
            maxAbsolute = Math.max(maxAbsolute, difference);
            maxUlps = Math.max(maxUlps, difference);
            note(index, difference, true);
        }

        private void note(long index, double difference, boolean differs) {
            if (difference > worstDifference || worst < 0) {
                worst = index;
                worstDifference = difference;
            }
            if (differs) {
                differing++;
                first = first < 0 ? index : first;
            }
        }

        private @Nullable Element element(long index) {
            if (index < 0) {
                return null;
            }
            var position = new ArrayList<Long>();
            long rest = index;
            for (int dimension = shape.rank() - 1; dimension >= 0; dimension--) {
                position.addFirst(rest % shape.dimension(dimension));
                rest /= shape.dimension(dimension);
            }
            return new Element(position, actual.doubleAt(index), expected.doubleAt(index));
        }

        private static double largestMagnitude(Literal literal) {
            double largest = 0;
            for (long i = 0; i < literal.elementCount(); i++) {
                largest = Math.max(largest, finiteMagnitude(literal.doubleAt(i)));
                largest = Math.max(largest, finiteMagnitude(literal.imaginaryAt(i)));
            }
            return largest;
        }

        private static double finiteMagnitude(double value) {
            return Double.isFinite(value) ? Math.abs(value) : 0;
        }
    }
}
