package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloOpcode;

/** Element-wise loops over floats, plain enough for the JIT compiler to vectorise. */
final class FloatLoops {
    private FloatLoops() {}

    static void unary(HloOpcode opcode, float[] x, int xAt, float[] out, int at, int count) {
        switch (opcode) {
            case ABS -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = Math.abs(x[xAt + i]);
                }
            }
            case NEGATE -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = -x[xAt + i];
                }
            }
            case SQRT -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) Math.sqrt(x[xAt + i]);
                }
            }
            case RSQRT -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) (1 / Math.sqrt(x[xAt + i]));
                }
            }
            case EXPONENTIAL -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) Math.exp(x[xAt + i]);
                }
            }
            case LOG -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) Math.log(x[xAt + i]);
                }
            }
            case TANH -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) Math.tanh(x[xAt + i]);
                }
            }
            case LOGISTIC -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) (1 / (1 + Math.exp(-x[xAt + i])));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) DoubleMath.unary(opcode, x[xAt + i]);
                }
            }
        }
    }

    static void binary(HloOpcode opcode, float[] x, int xAt, float[] y, int yAt, float[] out, int at, int count) {
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
            case DIVIDE -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = x[xAt + i] / y[yAt + i];
                }
            }
            case MAXIMUM -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = maximum(x[xAt + i], y[yAt + i]);
                }
            }
            case MINIMUM -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = minimum(x[xAt + i], y[yAt + i]);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (float) DoubleMath.binary(opcode, x[xAt + i], y[yAt + i]);
                }
            }
        }
    }

    /** {@link DoubleMath#maximum} in single precision. */
    static float maximum(float x, float y) {
        return x >= y || Float.isNaN(x) ? x : y;
    }

    /** {@link DoubleMath#minimum} in single precision. */
    static float minimum(float x, float y) {
        return x <= y || Float.isNaN(x) ? x : y;
    }

    static void compare(
            ComparisonDirection direction, float[] x, int xAt, float[] y, int yAt, byte[] out, int at, int count) {
        switch (direction) {
            case EQ -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (byte) (x[xAt + i] == y[yAt + i] ? 1 : 0);
                }
            }
            case NE -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (byte) (x[xAt + i] != y[yAt + i] ? 1 : 0);
                }
            }
            case GE -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (byte) (x[xAt + i] >= y[yAt + i] ? 1 : 0);
                }
            }
            case GT -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (byte) (x[xAt + i] > y[yAt + i] ? 1 : 0);
                }
            }
            case LE -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (byte) (x[xAt + i] <= y[yAt + i] ? 1 : 0);
                }
            }
            case LT -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (byte) (x[xAt + i] < y[yAt + i] ? 1 : 0);
                }
            }
        }
    }
}
