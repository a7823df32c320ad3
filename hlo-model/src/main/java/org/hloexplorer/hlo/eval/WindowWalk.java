package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Window;

/**
 * Which element of a base array each position of a sliding window meets, worked out per dimension.
 *
 * <p>{@code base(d, w, o)} is the coordinate along dimension d that window position w meets at output position o, or -1 in
 * the padding and in the holes of a dilation.
 */
final class WindowWalk {
    private final int[][][] bases;
    private final int[] windowSizes;
    private final int[] outputSizes;

    WindowWalk(List<Window.Dimension> window, int[] baseSizes, int[] outputSizes) {
        this.outputSizes = outputSizes;
        this.windowSizes =
                window.stream().mapToInt(each -> Math.toIntExact(each.size())).toArray();
        this.bases = new int[window.size()][][];
        for (int dimension = 0; dimension < bases.length; dimension++) {
            bases[dimension] = along(window.get(dimension), baseSizes[dimension], outputSizes[dimension]);
        }
    }

    private static int[][] along(Window.Dimension window, int base, int output) {
        var bases = new int[Math.toIntExact(window.size())][output];
        for (int w = 0; w < bases.length; w++) {
            for (int o = 0; o < output; o++) {
                long dilated = o * window.stride() - window.paddingLow() + w * window.windowDilation();
                long index = dilated / window.baseDilation();
                boolean meets = dilated >= 0 && dilated % window.baseDilation() == 0 && index < base;
                bases[w][o] = meets ? (int) index : -1;
            }
        }
        return bases;
    }

    int rank() {
        return bases.length;
    }

    int[] windowSizes() {
        return windowSizes;
    }

    int[] outputSizes() {
        return outputSizes;
    }

    int base(int dimension, int windowPosition, int outputPosition) {
        return bases[dimension][windowPosition][outputPosition];
    }

    /** The linear index in the base, by its strides, or -1 where the position meets no element. */
    int index(int[] windowPosition, int[] outputPosition, int[] strides) {
        int index = 0;
        for (int dimension = 0; dimension < bases.length; dimension++) {
            int base = bases[dimension][windowPosition[dimension]][outputPosition[dimension]];
            if (base < 0) {
                return -1;
            }
            index += base * strides[dimension];
        }
        return index;
    }
}
