package org.hloexplorer.pipeline.kernel.instrument;

import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Operation;

/**
 * A kind of work that is counted for itself.
 *
 * @param instruction id of the HLO instruction that it is done for
 * @param type of the numbers that are worked on, or moved
 */
public record Work(int instruction, Kind kind, PrimitiveType type) {

    /** What is done. Working out where an element lies is not counted. */
    public enum Kind {
        /** Additions, multiplications and the like; a multiply-add is two. */
        ARITHMETIC,
        /** Comparisons, and choices between two numbers. */
        COMPARISON,
        CONVERSION,
        /** On bits: and, or, shifts. */
        BITWISE,
        /** {@code exp}, {@code tanh}, square roots …: one, whatever it takes. */
        TRANSCENDENTAL,
        /** Arithmetic that functions of the mathematics library consist of, of both sides of each choice. */
        LIBRARY,
        /** Elements read from an argument of the kernel. */
        LOAD,
        /** Elements written to an argument of the kernel. */
        STORE,
        /** Elements read from memory of the thread alone. */
        SCRATCH_LOAD,
        /** Elements written to memory of the thread alone. */
        SCRATCH_STORE;

        /** Whether it moves elements between memory and registers. */
        public boolean isMovement() {
            return compareTo(LOAD) >= 0;
        }
    }

    static Kind kind(Operation operation) {
        if (operation.isLibraryFunction()) {
            return Kind.TRANSCENDENTAL;
        }
        if (operation.isComparison()) {
            return Kind.COMPARISON;
        }
        return switch (operation) {
            case SQRT -> Kind.TRANSCENDENTAL;
            case SELECT -> Kind.COMPARISON;
            case AND,
                    OR,
                    XOR,
                    NOT,
                    SHIFT_LEFT,
                    SHIFT_RIGHT_ARITHMETIC,
                    SHIFT_RIGHT_LOGICAL,
                    POPCNT,
                    COUNT_LEADING_ZEROS -> Kind.BITWISE;
            default -> Kind.ARITHMETIC;
        };
    }

    static long amount(Operation operation) {
        return operation == Operation.MULTIPLY_ADD ? 2 : 1;
    }
}
