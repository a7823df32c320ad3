package org.hloexplorer.pipeline.transforms.algebra;

import org.hloexplorer.hlo.PrimitiveType;

/** Which types hold all values of which others. */
final class Widening {
    private Widening() {}

    /** Whether converting from one to the other and back gives the same value. */
    static boolean isLossless(PrimitiveType from, PrimitiveType to) {
        if (from == to) {
            return true;
        }
        if (from.isPredicate()) {
            return true;
        }
        if (from.isIntegral() && to.isIntegral()) {
            return from.isSigned() == to.isSigned()
                    ? to.bits() >= from.bits()
                    : from.isUnsigned() && to.bits() > from.bits();
        }
        if (from.isIntegral() && to.isFloating()) {
            return significantBits(to) >= from.bits();
        }
        return from.isFloating() && to.isFloating() && holdsFloat(from, to);
    }

    private static boolean holdsFloat(PrimitiveType from, PrimitiveType to) {
        return switch (to) {
            case F64 -> true;
            case F32 -> from != PrimitiveType.F64;
            case F16 -> from.bits() <= 8 && from != PrimitiveType.F8E8M0FNU;
            case BF16 -> from.bits() <= 8;
            default -> false;
        };
    }

    private static int significantBits(PrimitiveType type) {
        return switch (type) {
            case F64 -> 53;
            case F32 -> 24;
            case F16 -> 11;
            case BF16 -> 8;
            default -> 0;
        };
    }
}
