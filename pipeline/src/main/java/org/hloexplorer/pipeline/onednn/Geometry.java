package org.hloexplorer.pipeline.onednn;

import java.util.List;

/**
 * How the window of a convolution moves, by spatial dimension.
 *
 * @param dilations elements left out between two of the window: 0 for a dense one
 */
public record Geometry(List<Long> strides, List<Long> dilations, List<Long> paddingLow, List<Long> paddingHigh) {
    public Geometry {
        strides = List.copyOf(strides);
        dilations = List.copyOf(dilations);
        paddingLow = List.copyOf(paddingLow);
        paddingHigh = List.copyOf(paddingHigh);
    }
}
