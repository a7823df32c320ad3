package org.hloexplorer.hlo.verify;

import java.util.stream.IntStream;
import org.hloexplorer.hlo.Shape;

/** How far two shapes are apart, layouts left out; the larger the worse. */
enum ShapeDifference {
    NONE(FindingCode.SHAPE_MISMATCH),
    /** Only in which dimensions are marked as dynamic. */
    DYNAMIC(FindingCode.DYNAMIC_DIMENSIONS),
    /** Only in the width of floating elements. */
    PRECISION(FindingCode.MIXED_PRECISION),
    FULL(FindingCode.SHAPE_MISMATCH);

    private final FindingCode code;

    ShapeDifference(FindingCode code) {
        this.code = code;
    }

    /** What to report where a result differs so. */
    FindingCode code() {
        return code;
    }

    static ShapeDifference of(Shape a, Shape b) {
        if (a instanceof Shape.Array first && b instanceof Shape.Array second) {
            return ofArrays(first, second);
        }
        if (a instanceof Shape.Tuple(var first) && b instanceof Shape.Tuple(var second)) {
            return first.size() != second.size()
                    ? FULL
                    : IntStream.range(0, first.size())
                            .mapToObj(i -> of(first.get(i), second.get(i)))
                            .max(ShapeDifference::compareTo)
                            .orElse(NONE);
        }
        return a.isCompatible(b) ? NONE : FULL;
    }

    private static ShapeDifference ofArrays(Shape.Array a, Shape.Array b) {
        if (!a.dimensions().equals(b.dimensions())) {
            return FULL;
        }
        if (a.elementType() != b.elementType()) {
            return a.elementType().isFloating() && b.elementType().isFloating() ? PRECISION : FULL;
        }
        return a.dynamicDimensions().equals(b.dynamicDimensions()) ? NONE : DYNAMIC;
    }
}
