package org.hloexplorer.hlo;

import java.util.List;

/** Which dimension of input, kernel and output is batch, feature or space; XLA's {@code dim_labels}. */
public record ConvolutionDimensions(
        int inputBatch,
        int inputFeature,
        List<Integer> inputSpatial,
        int kernelInputFeature,
        int kernelOutputFeature,
        List<Integer> kernelSpatial,
        int outputBatch,
        int outputFeature,
        List<Integer> outputSpatial) {
    public ConvolutionDimensions {
        inputSpatial = List.copyOf(inputSpatial);
        kernelSpatial = List.copyOf(kernelSpatial);
        outputSpatial = List.copyOf(outputSpatial);
    }
}
