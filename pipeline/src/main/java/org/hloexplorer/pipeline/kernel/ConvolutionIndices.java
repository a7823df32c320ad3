package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.ConvolutionDimensions;

/** The indices of an element of a convolution's result, as those of a contraction: group, row and column. */
record ConvolutionIndices(List<Index> group, List<Index> row, List<Index> column) {

    ConvolutionIndices(ConvolutionContraction contraction, ConvolutionDimensions dimensions, List<Index> indices) {
        this(
                List.of(indices.get(dimensions.outputFeature()).dividedBy(features(contraction))),
                rows(dimensions, indices),
                List.of(indices.get(dimensions.outputFeature()).remainder(features(contraction))));
    }

    private static long features(ConvolutionContraction contraction) {
        return contraction.columnSizes().getFirst();
    }

    private static List<Index> rows(ConvolutionDimensions dimensions, List<Index> indices) {
        var row = new ArrayList<Index>();
        row.add(indices.get(dimensions.outputBatch()));
        dimensions.outputSpatial().forEach(dimension -> row.add(indices.get(dimension)));
        return row;
    }
}
