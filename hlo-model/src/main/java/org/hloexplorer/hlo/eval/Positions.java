package org.hloexplorer.hlo.eval;

/** Walks through the positions of a box in row-major order. */
final class Positions {
    private Positions() {}

    /** Moves to the next position; false, and back at the start, after the last. */
    static boolean advance(int[] position, int[] sizes) {
        for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
            if (++position[dimension] < sizes[dimension]) {
                return true;
            }
            position[dimension] = 0;
        }
        return false;
    }

    /** The position of a row-major linear index. */
    static void set(int[] position, int[] sizes, int linear) {
        int rest = linear;
        for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
            position[dimension] = rest % sizes[dimension];
            rest /= sizes[dimension];
        }
    }

    /** The sum of each coordinate times its stride. */
    static int offset(int[] position, int[] strides) {
        int offset = 0;
        for (int dimension = 0; dimension < strides.length; dimension++) {
            offset += position[dimension] * strides[dimension];
        }
        return offset;
    }
}
