package org.hloexplorer.hlo;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How an array lies in memory: its dimensions from the fastest varying to the slowest, and how they are tiled.
 *
 * @param minorToMajor each dimension once, the minor one first
 * @param tiles tilings applied one after the other; empty for a plain array
 * @param elementSizeInBits bits of a packed element, 0 for the type's own width
 * @param memorySpace 0 for the device's main memory
 * @param otherText further properties as XLA prints them ({@code L(1)}, {@code SC(0:1)} …), kept unread
 */
public record Layout(
        List<Integer> minorToMajor, List<Tile> tiles, int elementSizeInBits, int memorySpace, String otherText) {

    /** Marks a dimension of a tile that is merged with the next minor one; printed as {@code *}. */
    public static final long COMBINED = Long.MIN_VALUE;

    private static final List<Layout> DESCENDING = IntStream.range(0, 16)
            .mapToObj(rank ->
                    of(IntStream.range(0, rank).mapToObj(i -> rank - 1 - i).toList()))
            .toList();

    /** One level of tiling, the major dimension first. */
    public record Tile(List<Long> dimensions) {
        public Tile {
            dimensions = List.copyOf(dimensions);
        }

        @Override
        public String toString() {
            return dimensions.stream()
                    .map(d -> d == COMBINED ? "*" : Long.toString(d))
                    .collect(Collectors.joining(",", "(", ")"));
        }
    }

    public Layout {
        minorToMajor = List.copyOf(minorToMajor);
        tiles = List.copyOf(tiles);
    }

    /** An untiled layout in main memory. */
    public static Layout of(List<Integer> minorToMajor) {
        return new Layout(minorToMajor, List.of(), 0, 0, "");
    }

    /** The row-major layout, which XLA prints as {@code {2,1,0}} for rank 3. */
    public static Layout descending(int rank) {
        return rank < DESCENDING.size()
                ? DESCENDING.get(rank)
                : of(IntStream.range(0, rank).mapToObj(i -> rank - 1 - i).toList());
    }

    public boolean isDescending() {
        return equals(descending(minorToMajor.size()));
    }

    /** XLA's text, such as {@code {1,0:T(8,128)S(1)}}. */
    @Override
    public String toString() {
        return LayoutText.print(this);
    }
}
