package org.hloexplorer.pipeline.backend.tpu;

import java.util.List;
import java.util.stream.Collectors;

/** The elements of an instruction's operands and of its result, by names. */
record MappedElements(ArrayMapping mapping, String lhs, String rhs, String result) implements HloElements {

    @Override
    public String x(int batch, int m, int k) {
        var index = mapping.xIndex(batch, m, k);
        // A scalar has no index either, but no product has one on the left.
        return index.isEmpty() ? PADDING : element(lhs, index);
    }

    @Override
    public String w(int batch, int k, int n) {
        return element(rhs, mapping.wIndex(batch, k, n));
    }

    @Override
    public String y(int batch, int m, int n) {
        return element(result, mapping.yIndex(batch, m, n));
    }

    private static String element(String name, List<Long> index) {
        return name + index.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }
}
