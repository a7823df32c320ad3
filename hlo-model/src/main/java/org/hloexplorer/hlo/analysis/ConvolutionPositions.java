package org.hloexplorer.hlo.analysis;

import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/** Counts the multiplications of a convolution; positions in the padding or in the holes of a dilation are none. */
final class ConvolutionPositions {
    private ConvolutionPositions() {}

    static long fmas(HloOp.Convolution convolution, Shape.Array input, Shape.Array kernel, Shape.Array output) {
        var dimensions = convolution.dimensions();
        long positions = 1;
        for (int i = 0; i < dimensions.inputSpatial().size(); i++) {
            positions *= valid(
                    convolution.window().dimensions().get(i),
                    input.dimension(dimensions.inputSpatial().get(i)),
                    kernel.dimension(dimensions.kernelSpatial().get(i)),
                    output.dimension(dimensions.outputSpatial().get(i)));
        }
        long inputFeatures = input.dimension(dimensions.inputFeature()) / convolution.featureGroupCount();
        long batch = input.dimension(dimensions.inputBatch()) / convolution.batchGroupCount();
        return inputFeatures * output.dimension(dimensions.outputFeature()) * batch * positions;
    }

    /** Pairs of a kernel position and an output position that meet an input element. */
    private static long valid(Window.Dimension window, long input, long kernel, long output) {
        long valid = 0;
        for (long k = 0; k < kernel; k++) {
            for (long o = 0; o < output; o++) {
                long dilated = o * window.stride() - window.paddingLow() + k * window.windowDilation();
                boolean inside =
                        dilated >= 0 && dilated % window.baseDilation() == 0 && dilated / window.baseDilation() < input;
                valid += inside ? 1 : 0;
            }
        }
        return valid;
    }
}
