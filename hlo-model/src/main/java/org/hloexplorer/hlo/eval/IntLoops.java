package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/** Element-wise loops over 32-bit integers, signed and unsigned. */
final class IntLoops {
    private IntLoops() {}

    /** Whether {@link #binary} knows the operation; the others go through {@link ScalarOperations}. */
    static boolean knows(HloOpcode opcode) {
        return switch (opcode) {
            case ADD, SUBTRACT, MULTIPLY, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT_LOGICAL, SHIFT_RIGHT_ARITHMETIC -> true;
            default -> false;
        };
    }

    static void binary(HloOpcode opcode, int[] x, int xAt, int[] y, int yAt, int[] out, int at, int count) {
        switch (opcode) {
            case ADD -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] + y[yAt + i];
                }
            }
            case SUBTRACT -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] - y[yAt + i];
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] * y[yAt + i];
                }
            }
            case AND -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] & y[yAt + i];
                }
            }
            case OR -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] | y[yAt + i];
                }
            }
            case XOR -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] ^ y[yAt + i];
                }
            }
            case SHIFT_LEFT -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = isWithin(y[yAt + i]) ? x[xAt + i] << y[yAt + i] : 0;
                }
            }
            case SHIFT_RIGHT_LOGICAL -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = isWithin(y[yAt + i]) ? x[xAt + i] >>> y[yAt + i] : 0;
                }
            }
            case SHIFT_RIGHT_ARITHMETIC -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] >> (isWithin(y[yAt + i]) ? y[yAt + i] : 31);
                }
            }
            default -> throw new IllegalArgumentException(opcode + " has no loop over ints");
        }
    }

    static void compare(
            ComparisonDirection direction,
            PrimitiveType type,
            int[] x,
            int xAt,
            int[] y,
            int yAt,
            byte[] out,
            int at,
            int count) {
        int flip = type.isSigned() ? 0 : Integer.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            int order = Integer.compare(x[xAt + i] ^ flip, y[yAt + i] ^ flip);
            out[at + i] = (byte) (ScalarOperations.holds(direction, order) ? 1 : 0);
        }
    }

    private static boolean isWithin(int amount) {
        return amount >>> 5 == 0;
    }
}
