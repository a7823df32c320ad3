package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;

/**
 * The {@link MatrixProduct} of weights and patches where weights are infinite or NaN: padding is skipped then, because
 * zero times such a weight would not be zero.
 *
 * @param patches the matrix
 * @param present one where a patch holds an element of the input, zero where it is padding
 */
record SkippingProduct(
        int rows,
        int depth,
        int columns,
        MatrixProduct.Matrix patches,
        MatrixProduct.Matrix present,
        Cancellation cancellation) {

    /** Whether some of the numbers, if they are floats, are not finite. */
    static boolean isNeeded(Object weights) {
        return switch (weights) {
            case float[] floats -> {
                for (float each : floats) {
                    if (!Float.isFinite(each)) {
                        yield true;
                    }
                }
                yield false;
            }
            case double[] doubles -> !Arrays.stream(doubles).allMatch(Double::isFinite);
            default -> false;
        };
    }

    /** So many ones of the same kind. */
    static Object ones(Object like, int count) {
        var ones = ProductLines.of(like).line(count);
        if (ones instanceof float[] floats) {
            Arrays.fill(floats, 1);
        } else {
            Arrays.fill((double[]) ones, 1);
        }
        return ones;
    }

    void add(Object p, int pAt, Object out, int outAt) {
        Work.inBlocks(rows, 1, cancellation, (from, to) -> {
            var loops = ProductLines.of(out);
            var line = loops.line(columns);
            var mask = loops.line(columns);
            for (int row = from; row < to; row++) {
                for (int k = 0; k < depth; k++) {
                    patches.read(k, 0, columns, line);
                    present.read(k, 0, columns, mask);
                    addPresent(p, pAt + row * depth + k, line, mask, out, outAt + row * columns);
                }
            }
        });
    }

    private void addPresent(Object p, int pAt, Object line, Object mask, Object out, int outAt) {
        switch (out) {
            case float[] sums -> {
                float factor = ((float[]) p)[pAt];
                for (int j = 0; j < columns; j++) {
                    if (((float[]) mask)[j] != 0) {
                        sums[outAt + j] += factor * ((float[]) line)[j];
                    }
                }
            }
            case double[] sums -> {
                double factor = ((double[]) p)[pAt];
                for (int j = 0; j < columns; j++) {
                    if (((double[]) mask)[j] != 0) {
                        sums[outAt + j] += factor * ((double[]) line)[j];
                    }
                }
            }
            default -> throw new IllegalStateException("all integers are finite");
        }
    }
}
