package org.hloexplorer.pipeline.backend.tpu;

import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;

/** Operands for a product without a program, by the same rule as generated arguments of programs. */
final class GeneratedOperands {
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private GeneratedOperands() {}

    /** As for parameter {@code parameter}: f32 in [-1, 1) or, for int8, integers from -8 to 8. */
    static float[] of(long seed, int parameter, int count, OperandType type) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            long bits = mix(seed + GOLDEN_RATIO * (1 + i + ((long) parameter << 40)));
            values[i] = switch (type) {
                case BF16 -> 2 * ((bits >>> 40) * 0x1p-24f) - 1;
                case INT8 -> (bits >>> 33) % 17 - 8;
            };
        }
        return values;
    }

    private static long mix(long z) {
        long first = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long second = (first ^ (first >>> 27)) * 0x94D049BB133111EBL;
        return second ^ (second >>> 31);
    }
}
