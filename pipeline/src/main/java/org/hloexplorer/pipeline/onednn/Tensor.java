package org.hloexplorer.pipeline.onednn;

import java.util.List;

/** An array as oneDNN sees it: its type, and for each dimension its size and the distance of neighbours, in elements. */
public record Tensor(DataType type, List<Long> dimensions, List<Long> strides) {
    public Tensor {
        dimensions = List.copyOf(dimensions);
        strides = List.copyOf(strides);
        if (dimensions.size() != strides.size()) {
            throw new IllegalArgumentException(
                    "%d dimensions and %d strides".formatted(dimensions.size(), strides.size()));
        }
    }

    int rank() {
        return dimensions.size();
    }
}
