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

    static void binary(HloOpcode opcode, int[] x, int[] y, int[] out, int count) {
        switch (opcode) {
            case ADD -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] + y[i];
                }
            }
            case SUBTRACT -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] - y[i];
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] * y[i];
                }
            }
            case AND -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] & y[i];
                }
            }
            case OR -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] | y[i];
                }
            }
            case XOR -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] ^ y[i];
                }
            }
            case SHIFT_LEFT -> {
                for (int i = 0; i < count; i++) {
                    out[i] = isWithin(y[i]) ? x[i] << y[i] : 0;
                }
            }
            case SHIFT_RIGHT_LOGICAL -> {
                for (int i = 0; i < count; i++) {
                    out[i] = isWithin(y[i]) ? x[i] >>> y[i] : 0;
                }
            }
            case SHIFT_RIGHT_ARITHMETIC -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] >> (isWithin(y[i]) ? y[i] : 31);
                }
            }
            default -> throw new IllegalArgumentException(opcode + " has no loop over ints");
        }
    }

    static void compare(ComparisonDirection direction, PrimitiveType type, int[] x, int[] y, byte[] out, int count) {
        int flip = type.isSigned() ? 0 : Integer.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            int order = Integer.compare(x[i] ^ flip, y[i] ^ flip);
            out[i] = (byte) (ScalarOperations.holds(direction, order) ? 1 : 0);
        }
    }

    private static boolean isWithin(int amount) {
        return amount >>> 5 == 0;
    }
}
