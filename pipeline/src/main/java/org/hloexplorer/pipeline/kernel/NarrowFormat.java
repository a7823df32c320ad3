package org.hloexplorer.pipeline.kernel;

import org.hloexplorer.hlo.PrimitiveType;

/**
 * A floating format of at most eight bits, as kernels take it apart.
 *
 * @param bias what is subtracted from the stored exponent
 * @param largest the code of the largest finite value
 */
record NarrowFormat(int exponentBits, int mantissaBits, int bias, int largest, Specials specials) {

    /** What the codes beyond the finite values mean. */
    enum Specials {
        /** Infinity after the largest value, then NaNs. */
        INFINITY_AND_NAN,
        /** NaN after the largest value. */
        NAN,
        /** NaN where -0 would be; there is no -0. */
        NAN_FOR_MINUS_ZERO,
        /** None: NaN becomes -0, and what is too large the largest value. */
        NONE,
        /** Powers of two without a sign, and NaN where all bits are set. */
        EXPONENT_ONLY
    }

    static boolean isOne(PrimitiveType type) {
        return type.isFloating() && type.bits() <= 8;
    }

    static NarrowFormat of(PrimitiveType type) {
        return switch (type) {
            case F4E2M1FN -> new NarrowFormat(2, 1, 1, 0x7, Specials.NONE);
            case F6E2M3FN -> new NarrowFormat(2, 3, 1, 0x1F, Specials.NONE);
            case F6E3M2FN -> new NarrowFormat(3, 2, 3, 0x1F, Specials.NONE);
            case F8E3M4 -> new NarrowFormat(3, 4, 3, 0x6F, Specials.INFINITY_AND_NAN);
            case F8E4M3 -> new NarrowFormat(4, 3, 7, 0x77, Specials.INFINITY_AND_NAN);
            case F8E5M2 -> new NarrowFormat(5, 2, 15, 0x7B, Specials.INFINITY_AND_NAN);
            case F8E4M3FN -> new NarrowFormat(4, 3, 7, 0x7E, Specials.NAN);
            case F8E4M3FNUZ -> new NarrowFormat(4, 3, 8, 0x7F, Specials.NAN_FOR_MINUS_ZERO);
            case F8E4M3B11FNUZ -> new NarrowFormat(4, 3, 11, 0x7F, Specials.NAN_FOR_MINUS_ZERO);
            case F8E5M2FNUZ -> new NarrowFormat(5, 2, 16, 0x7F, Specials.NAN_FOR_MINUS_ZERO);
            case F8E8M0FNU -> new NarrowFormat(8, 0, 127, 0xFE, Specials.EXPONENT_ONLY);
            default -> throw new IllegalArgumentException(type + " is no narrow floating type");
        };
    }

    int signBit() {
        return 1 << (exponentBits + mantissaBits);
    }

    /** The code of a NaN without its sign. */
    int nan() {
        return switch (specials) {
            case INFINITY_AND_NAN -> (largest + 1) | (1 << (mantissaBits - 1));
            case NAN -> largest + 1;
            case NAN_FOR_MINUS_ZERO, NONE -> signBit();
            case EXPONENT_ONLY -> 0xFF;
        };
    }

    /** The code of what is too large, without its sign. */
    int overflow() {
        return switch (specials) {
            case INFINITY_AND_NAN, NAN -> largest + 1;
            case NAN_FOR_MINUS_ZERO -> signBit();
            case NONE, EXPONENT_ONLY -> largest;
        };
    }
}
