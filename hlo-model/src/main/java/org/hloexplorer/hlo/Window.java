package org.hloexplorer.hlo;

import java.util.List;

/** A window that slides over an array, one record per dimension. */
public record Window(List<Dimension> dimensions) {

    /**
     * The window along one dimension.
     *
     * @param baseDilation distance of neighbouring elements of the base, XLA's {@code lhs_dilate}
     * @param windowDilation distance of neighbouring elements of the window, XLA's {@code rhs_dilate}
     */
    public record Dimension(
            long size,
            long stride,
            long paddingLow,
            long paddingHigh,
            long baseDilation,
            long windowDilation,
            boolean reversed) {

        /** A window of this size that moves by one, without padding. */
        public static Dimension of(long size) {
            return new Dimension(size, 1, 0, 0, 1, 1, false);
        }

        /** How many positions the window takes along a base of {@code size} elements. */
        public long positions(long base) {
            long dilatedBase = base == 0 ? 0 : (base - 1) * baseDilation + 1;
            long dilatedWindow = size == 0 ? 0 : (size - 1) * windowDilation + 1;
            long padded = dilatedBase + paddingLow + paddingHigh;
            return padded < dilatedWindow ? 0 : Math.floorDiv(padded - dilatedWindow, stride) + 1;
        }
    }

    public Window {
        dimensions = List.copyOf(dimensions);
    }
}
