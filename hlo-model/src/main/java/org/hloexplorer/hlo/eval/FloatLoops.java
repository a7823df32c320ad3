package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloOpcode;

/** Element-wise loops over floats, plain enough for the JIT compiler to vectorise. */
final class FloatLoops {
    private FloatLoops() {}

    static void unary(HloOpcode opcode, float[] x, float[] out, int count) {
        switch (opcode) {
            case ABS -> {
                for (int i = 0; i < count; i++) {
                    out[i] = Math.abs(x[i]);
                }
            }
            case NEGATE -> {
                for (int i = 0; i < count; i++) {
                    out[i] = -x[i];
                }
            }
            case SQRT -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (float) Math.sqrt(x[i]);
                }
            }
            case RSQRT -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (float) (1 / Math.sqrt(x[i]));
                }
            }
            case EXPONENTIAL, LOGISTIC, TANH, ERF -> FloatMath.of(opcode, x, out, count);
            case LOG -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (float) Math.log(x[i]);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (float) DoubleMath.unary(opcode, x[i]);
                }
            }
        }
    }

    static void binary(HloOpcode opcode, float[] x, float[] y, float[] out, int count) {
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
            case DIVIDE -> {
                for (int i = 0; i < count; i++) {
                    out[i] = x[i] / y[i];
                }
            }
            case MAXIMUM -> {
                for (int i = 0; i < count; i++) {
                    out[i] = maximum(x[i], y[i]);
                }
            }
            case MINIMUM -> {
                for (int i = 0; i < count; i++) {
                    out[i] = minimum(x[i], y[i]);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (float) DoubleMath.binary(opcode, x[i], y[i]);
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

    static void compare(ComparisonDirection direction, float[] x, float[] y, byte[] out, int count) {
        switch (direction) {
            case EQ -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (byte) (x[i] == y[i] ? 1 : 0);
                }
            }
            case NE -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (byte) (x[i] != y[i] ? 1 : 0);
                }
            }
            case GE -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (byte) (x[i] >= y[i] ? 1 : 0);
                }
            }
            case GT -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (byte) (x[i] > y[i] ? 1 : 0);
                }
            }
            case LE -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (byte) (x[i] <= y[i] ? 1 : 0);
                }
            }
            case LT -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (byte) (x[i] < y[i] ? 1 : 0);
                }
            }
        }
    }
}
