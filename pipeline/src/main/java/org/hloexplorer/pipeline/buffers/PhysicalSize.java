package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** The bytes an array takes in memory, the padding of its tiles included. */
final class PhysicalSize {
    private PhysicalSize() {}

    static long of(Shape.Array shape) {
        if (shape.layout().tiles().isEmpty()) {
            return shape.bytes();
        }
        long elements = 1;
        for (long size : tiled(shape)) {
            elements = Math.multiplyExact(elements, size);
        }
        int packed = shape.layout().elementSizeInBits();
        long bits = packed != 0 ? packed : 8L * shape.elementType().bytes();
        return Math.ceilDiv(elements * bits, 8L);
    }

    /** Sizes from the major dimension to the minor one, each level of tiles in place of what it divides. */
    private static List<Long> tiled(Shape.Array shape) {
        var sizes = new ArrayList<Long>();
        for (int dimension : shape.layout().minorToMajor().reversed()) {
            sizes.add(shape.dimension(dimension));
        }
        List<Long> current = sizes;
        for (var tile : shape.layout().tiles()) {
            current = tiled(current, tile.dimensions());
        }
        return current;
    }

    private static List<Long> tiled(List<Long> sizes, List<Long> tile) {
        var padded = new ArrayList<>(sizes);
        while (padded.size() < tile.size()) {
            padded.addFirst(1L);
        }
        int first = padded.size() - tile.size();
        var result = new ArrayList<>(padded.subList(0, first));
        long merged = 1;
        for (int i = 0; i < tile.size(); i++) {
            long size = padded.get(first + i) * merged;
            merged = 1;
            if (tile.get(i) == Layout.COMBINED) {
                merged = size;
            } else {
                result.add(Math.ceilDiv(size, tile.get(i)));
            }
        }
        tile.stream().filter(each -> each != Layout.COMBINED).forEach(result::add);
        return result;
    }
}
