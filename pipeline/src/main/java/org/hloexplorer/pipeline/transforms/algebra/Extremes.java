package org.hloexplorer.pipeline.transforms.algebra;

import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/** The least and the greatest values of element types. */
final class Extremes {
    private Extremes() {}

    /** Whether nothing of the type is less: minus infinity, the least integer, false. */
    static boolean isLowest(Literal scalar) {
        var type = scalar.shape().asArray().elementType();
        return type.isFloating()
                ? scalar.doubleAt(0) == Double.NEGATIVE_INFINITY
                : isOrdered(type) && scalar.bitsAt(0) == lowest(type);
    }

    /** Whether nothing of the type is greater: infinity, the greatest integer, true. */
    static boolean isHighest(Literal scalar) {
        var type = scalar.shape().asArray().elementType();
        return type.isFloating()
                ? scalar.doubleAt(0) == Double.POSITIVE_INFINITY
                : isOrdered(type) && scalar.bitsAt(0) == highest(type);
    }

    private static boolean isOrdered(PrimitiveType type) {
        return type.isIntegral() || type.isPredicate();
    }

    private static long lowest(PrimitiveType type) {
        return type.isSigned() ? -1L << (type.bits() - 1) : 0;
    }

    /** As {@link Literal#bitsAt} gives it. */
    private static long highest(PrimitiveType type) {
        return type.isSigned() ? ~lowest(type) : type.bits() == 64 ? -1L : (1L << type.bits()) - 1;
    }
}
