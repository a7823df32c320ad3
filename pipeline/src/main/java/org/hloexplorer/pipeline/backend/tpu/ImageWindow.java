package org.hloexplorer.pipeline.backend.tpu;

import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/** Which element of the input a convolution's window sees at each of its positions, over each position of the output. */
final class ImageWindow {
    private static final int OUTSIDE = -1;

    private final List<Window.Dimension> window;
    private final int[] outputSizes;
    private final int[] inputSizes;
    private final int[] inputStrides;
    private final int[] kernelStrides;
    private final int[] outputStrides;
    private final int inputBatchStride;
    private final int outputBatchStride;
    private final int taps;
    private final int positions;

    ImageWindow(HloOp.Convolution convolution, Shape.Array input, Shape.Array kernel, Shape.Array output) {
        var dimensions = convolution.dimensions();
        this.window = convolution.window().dimensions();
        this.inputSizes = sizes(input, dimensions.inputSpatial());
        this.outputSizes = sizes(output, dimensions.outputSpatial());
        this.inputStrides = strides(input, dimensions.inputSpatial());
        this.kernelStrides = strides(kernel, dimensions.kernelSpatial());
        this.outputStrides = strides(output, dimensions.outputSpatial());
        this.inputBatchStride = DotValues.stride(input, dimensions.inputBatch());
        this.outputBatchStride = DotValues.stride(output, dimensions.outputBatch());
        this.taps = product(
                window.stream().mapToInt(each -> Math.toIntExact(each.size())).toArray());
        this.positions = product(outputSizes);
    }

    /** Positions within the window. */
    int taps() {
        return taps;
    }

    /** Where the weight of a tap lies, for the first feature of either side. */
    int weight(int tap) {
        int at = 0;
        for (int d = window.size() - 1; d >= 0; d--) {
            int size = (int) window.get(d).size();
            int place = tap % size;
            at += (window.get(d).reversed() ? size - 1 - place : place) * kernelStrides[d];
            tap /= size;
        }
        return at;
    }

    /** Where the element lies that a tap sees from a row of X, for the first feature; -1 in padding and in holes. */
    int input(int row, int tap) {
        int at = row / positions * inputBatchStride;
        int position = row % positions;
        for (int d = window.size() - 1; d >= 0; d--) {
            var each = window.get(d);
            long dilated = position % outputSizes[d] * each.stride()
                    + tap % each.size() * each.windowDilation()
                    - each.paddingLow();
            if (dilated < 0 || dilated % each.baseDilation() != 0 || dilated / each.baseDilation() >= inputSizes[d]) {
                return OUTSIDE;
            }
            at += (int) (dilated / each.baseDilation()) * inputStrides[d];
            position /= outputSizes[d];
            tap /= (int) each.size();
        }
        return at;
    }

    /** Where the output of a row of X lies, for the first feature. */
    int output(int row) {
        int at = row / positions * outputBatchStride;
        int position = row % positions;
        for (int d = window.size() - 1; d >= 0; d--) {
            at += position % outputSizes[d] * outputStrides[d];
            position /= outputSizes[d];
        }
        return at;
    }

    private static int[] sizes(Shape.Array shape, List<Integer> dimensions) {
        return dimensions.stream()
                .mapToInt(each -> Math.toIntExact(shape.dimension(each)))
                .toArray();
    }

    private static int[] strides(Shape.Array shape, List<Integer> dimensions) {
        return dimensions.stream()
                .mapToInt(each -> DotValues.stride(shape, each))
                .toArray();
    }

    private static int product(int[] sizes) {
        int product = 1;
        for (int size : sizes) {
            product = Math.multiplyExact(product, size);
        }
        return product;
    }
}
