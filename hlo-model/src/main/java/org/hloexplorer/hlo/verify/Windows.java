package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/** Checks windows, and counts the positions they take. */
final class Windows {
    private Windows() {}

    /** How many positions a window takes in each dimension of an array. */
    static List<Long> positions(Application a, Shape.Array base, Window window) {
        if (window.dimensions().size() != base.rank()) {
            throw a.fault(
                    FindingCode.WINDOW,
                    "the window has %s, but %s has %d",
                    Counts.of(window.dimensions().size(), "dimension"),
                    base.withoutLayout(),
                    base.rank());
        }
        var positions = new ArrayList<Long>(base.rank());
        for (int i = 0; i < base.rank(); i++) {
            positions.add(positions(a, base.dimension(i), window.dimensions().get(i)));
        }
        return positions;
    }

    static long positions(Application a, long base, Window.Dimension dimension) {
        if (dimension.size() < 1
                || dimension.stride() < 1
                || dimension.baseDilation() < 1
                || dimension.windowDilation() < 1) {
            throw a.fault(
                    FindingCode.WINDOW,
                    "size %d, stride %d and dilations %d and %d of a window are 1 or more",
                    dimension.size(),
                    dimension.stride(),
                    dimension.baseDilation(),
                    dimension.windowDilation());
        }
        return base == Shape.UNBOUNDED ? base : dimension.positions(base);
    }
}
