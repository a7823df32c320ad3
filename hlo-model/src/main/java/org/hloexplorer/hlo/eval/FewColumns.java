package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Cancellation;

/**
 * The {@link MatrixProduct} of floats for so few columns that looping along them is not worth it: eight rows at a time
 * share each element of w, and their sums do not wait for each other.
 */
record FewColumns(int rows, int depth, int columns, Cancellation cancellation) {
    private static final long OPERATIONS_PER_BLOCK = 1 << 18;
    private static final int TOGETHER = 8;

    void multiply(float[] p, int pAt, float[] w, int wAt, float[] out, int outAt) {
        long perRow = Math.max(1, (long) depth * columns);
        int perBlock = Math.clamp(OPERATIONS_PER_BLOCK / perRow, TOGETHER, Math.max(TOGETHER, rows));
        Work.inBlocks(rows, perBlock, cancellation, (from, to) -> {
            int row = from;
            for (; row + TOGETHER <= to; row += TOGETHER) {
                for (int column = 0; column < columns; column++) {
                    eightRows(p, pAt + row * depth, w, wAt + column, out, outAt + row * columns + column);
                }
            }
            for (; row < to; row++) {
                for (int column = 0; column < columns; column++) {
                    float sum = 0;
                    for (int k = 0; k < depth; k++) {
                        sum += p[pAt + row * depth + k] * w[wAt + k * columns + column];
                    }
                    out[outAt + row * columns + column] = sum;
                }
            }
        });
    }

    private void eightRows(float[] p, int pAt, float[] w, int wAt, float[] out, int at) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        for (int k = 0; k < depth; k++) {
            float factor = w[wAt + k * columns];
            int i = pAt + k;
            s0 += p[i] * factor;
            s1 += p[i + depth] * factor;
            s2 += p[i + 2 * depth] * factor;
            s3 += p[i + 3 * depth] * factor;
            s4 += p[i + 4 * depth] * factor;
            s5 += p[i + 5 * depth] * factor;
            s6 += p[i + 6 * depth] * factor;
            s7 += p[i + 7 * depth] * factor;
        }
        out[at] = s0;
        out[at + columns] = s1;
        out[at + 2 * columns] = s2;
        out[at + 3 * columns] = s3;
        out[at + 4 * columns] = s4;
        out[at + 5 * columns] = s5;
        out[at + 6 * columns] = s6;
        out[at + 7 * columns] = s7;
    }
}
