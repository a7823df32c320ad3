package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** What rules about dimensions have in common. */
final class Dimensions {
    private Dimensions() {}

    /** Checks that each of these is a dimension of an array of this rank, and none stands twice. */
    static void check(Application a, String name, Collection<Integer> dimensions, int rank) {
        var seen = new BitSet();
        for (int dimension : dimensions) {
            if (dimension < 0 || dimension >= rank) {
                throw a.fault(
                        FindingCode.DIMENSION_OUT_OF_RANGE,
                        "%s names dimension %d, but there are %d",
                        name,
                        dimension,
                        rank);
            }
            if (seen.get(dimension)) {
                throw a.fault(FindingCode.DUPLICATE_DIMENSION, "%s names dimension %d twice", name, dimension);
            }
            seen.set(dimension);
        }
    }

    /** The array without these dimensions. */
    static Shape.Array without(Shape.Array array, Collection<Integer> dropped, PrimitiveType type) {
        var kept = new ArrayList<Integer>();
        for (int i = 0; i < array.rank(); i++) {
            if (!dropped.contains(i)) {
                kept.add(i);
            }
        }
        return pick(array, kept, type);
    }

    /** An array of some dimensions of another, in this order. */
    static Shape.Array pick(Shape.Array array, List<Integer> dimensions, PrimitiveType type) {
        var dynamic = new LinkedHashSet<Integer>();
        var sizes = new ArrayList<Long>(dimensions.size());
        for (int i = 0; i < dimensions.size(); i++) {
            sizes.add(array.dimension(dimensions.get(i)));
            if (array.dynamicDimensions().contains(dimensions.get(i))) {
                dynamic.add(i);
            }
        }
        return array(type, sizes, dynamic);
    }

    static Shape.Array array(PrimitiveType type, List<Long> sizes, Set<Integer> dynamic) {
        return new Shape.Array(type, sizes, dynamic, Layout.descending(sizes.size()));
    }

    /** The array itself with another size in one dimension. */
    static Shape.Array resized(Shape.Array array, int dimension, long size) {
        var sizes = new ArrayList<>(array.dimensions());
        sizes.set(dimension, size);
        return array(array.elementType(), sizes, array.dynamicDimensions());
    }

    /** Whether two sizes may be the same: unbounded ones may be anything. */
    static boolean mayBeEqual(long a, long b) {
        return a == b || a == Shape.UNBOUNDED || b == Shape.UNBOUNDED;
    }

    static boolean mayBeEqual(List<Long> a, List<Long> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!mayBeEqual(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean isScalarInteger(Shape shape) {
        return shape instanceof Shape.Array array
                && array.isScalar()
                && array.elementType().isIntegral();
    }
}
