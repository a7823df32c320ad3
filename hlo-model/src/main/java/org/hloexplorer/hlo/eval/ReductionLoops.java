package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOpcode;

/**
 * Reductions of floats by addition, multiplication, maximum and minimum; sums are kept in double.
 *
 * @param outputs how many results
 * @param reduced how many elements go into each
 */
record ReductionLoops(int outputs, int reduced, Cancellation cancellation) {
    /** Accumulators that stay in the cache while the rows pass by. */
    private static final int COLUMN_TILE = 2048;

    /** Each row of {@code reduced} elements to one result. */
    float[] rows(float[] values, HloOpcode opcode, float start) {
        var out = new float[outputs];
        int perBlock = Math.max(1, Work.BLOCK / Math.max(1, reduced));
        Work.inBlocks(outputs, perBlock, cancellation, (from, to) -> {
            for (int output = from; output < to; output++) {
                out[output] = row(values, output * reduced, opcode, start);
            }
        });
        return out;
    }

    private float row(float[] values, int at, HloOpcode opcode, float start) {
        if (opcode == HloOpcode.ADD) {
            double sum = start;
            for (int i = 0; i < reduced; i++) {
                sum += values[at + i];
            }
            return (float) sum;
        }
        float result = start;
        for (int i = 0; i < reduced; i++) {
            result = combine(opcode, result, values[at + i]);
        }
        return result;
    }

    /** Each column of {@code reduced} elements, {@code outputs} apart, to one result. */
    float[] columns(float[] values, HloOpcode opcode, float start) {
        var out = new float[outputs];
        Work.inBlocks(outputs, COLUMN_TILE, cancellation, (from, to) -> {
            if (opcode == HloOpcode.ADD) {
                sumColumns(values, start, out, from, to);
            } else {
                Arrays.fill(out, from, to, start);
                for (int row = 0; row < reduced; row++) {
                    for (int output = from; output < to; output++) {
                        out[output] = combine(opcode, out[output], values[row * outputs + output]);
                    }
                }
            }
        });
        return out;
    }

    private void sumColumns(float[] values, float start, float[] out, int from, int to) {
        var sums = new double[to - from];
        Arrays.fill(sums, start);
        for (int row = 0; row < reduced; row++) {
            int at = row * outputs + from;
            for (int i = 0; i < sums.length; i++) {
                sums[i] += values[at + i];
            }
        }
        for (int i = 0; i < sums.length; i++) {
            out[from + i] = (float) sums[i];
        }
    }

    /** The sums of rows of doubles. */
    double[] sums(double[] values, double start) {
        var out = new double[outputs];
        Work.inBlocks(outputs, Math.max(1, Work.BLOCK / Math.max(1, reduced)), cancellation, (from, to) -> {
            for (int output = from; output < to; output++) {
                double sum = start;
                for (int i = 0; i < reduced; i++) {
                    sum += values[output * reduced + i];
                }
                out[output] = sum;
            }
        });
        return out;
    }

    private static float combine(HloOpcode opcode, float accumulator, float value) {
        return switch (opcode) {
            case MULTIPLY -> accumulator * value;
            case MAXIMUM -> FloatLoops.maximum(accumulator, value);
            case MINIMUM -> FloatLoops.minimum(accumulator, value);
            default -> throw new IllegalArgumentException("no loop reduces by " + opcode);
        };
    }
}
