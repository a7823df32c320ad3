package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * Where each element of an array lies in memory, by minor-to-major order and tiles.
 *
 * <p>A tile cuts the most minor dimensions into pieces, rounded up, and puts the places within a piece behind all others;
 * the next tile does the same to what there is then. A starred dimension of a tile is merged with the next minor one first.
 * An array of fewer dimensions than a tile has gets leading ones of size 1.
 */
public final class TiledOrder {
    private static final int PADDING = -1;

    private final int[] sizes;
    private final int[] order;
    private final List<List<Long>> tiles;

    private TiledOrder(Shape.Array shape) {
        this.sizes = Strides.sizes(shape);
        this.order = shape.layout().minorToMajor().reversed().stream()
                .mapToInt(Integer::intValue)
                .toArray();
        this.tiles =
                shape.layout().tiles().stream().map(Layout.Tile::dimensions).toList();
    }

    /** The place of an element in memory, counted in elements from the first. */
    public static long placeOf(Shape.Array shape, int... position) {
        return new TiledOrder(shape).place(position);
    }

    /** How many places an array takes, padding included. */
    public static long places(Shape.Array shape) {
        long places = 1;
        for (int size : new TiledOrder(shape).tiledSizes()) {
            places = Math.multiplyExact(places, size);
        }
        return places;
    }

    /** Reads the places of one array as another of the same bytes; what was padding is zero. */
    static Literal bitcast(Literal operand, Shape.Array from, Shape.Array to) {
        var source = new TiledOrder(from);
        var target = new TiledOrder(to);
        int[] elementAt = source.elementsByPlace();
        var in = Storage.array(operand);
        var out = Storage.allocate(to);
        int width = Storage.width(to.elementType());
        var position = new int[target.sizes.length];
        int count = Math.toIntExact(to.elements());
        for (int i = 0; i < count; i++) {
            Positions.set(position, target.sizes, i);
            int place = target.place(position);
            int element = place < elementAt.length ? elementAt[place] : PADDING;
            if (element != PADDING) {
                System.arraycopy(in, element * width, out, i * width, width);
            }
        }
        return Storage.literal(to, out);
    }

    /** The linear index of the element that lies at each place. */
    private int[] elementsByPlace() {
        int places = 1;
        for (int size : tiledSizes()) {
            places = Math.multiplyExact(places, size);
        }
        var elements = new int[places];
        Arrays.fill(elements, PADDING);
        var position = new int[sizes.length];
        int count = Strides.product(sizes);
        for (int i = 0; i < count; i++) {
            Positions.set(position, sizes, i);
            elements[place(position)] = i;
        }
        return elements;
    }

    private int[] tiledSizes() {
        return walk(new int[sizes.length])[0];
    }

    /** The linear index in memory, counted in elements. */
    private int place(int[] position) {
        int[][] tiled = walk(position);
        return Positions.offset(tiled[1], Strides.of(tiled[0]));
    }

    /** Sizes and coordinates after all tiles were applied. */
    private int[][] walk(int[] position) {
        var extents = new ArrayList<Integer>();
        var coordinates = new ArrayList<Integer>();
        for (int dimension : order) {
            extents.add(sizes[dimension]);
            coordinates.add(position[dimension]);
        }
        for (var tile : tiles) {
            apply(tile, extents, coordinates);
        }
        return new int[][] {ints(extents), ints(coordinates)};
    }

    private static void apply(List<Long> tile, List<Integer> extents, List<Integer> coordinates) {
        while (extents.size() < tile.size()) {
            extents.addFirst(1);
            coordinates.addFirst(0);
        }
        var pieces = new ArrayList<Long>();
        int first = extents.size() - tile.size();
        for (int i = 0; i < tile.size(); i++) {
            int dimension = first + pieces.size();
            if (tile.get(i) == Layout.COMBINED) {
                combine(dimension, extents, coordinates);
            } else {
                pieces.add(tile.get(i));
            }
        }
        for (int i = 0; i < pieces.size(); i++) {
            int piece = pieces.get(i).intValue();
            int coordinate = coordinates.get(first + i);
            extents.set(first + i, Math.ceilDiv(extents.get(first + i), piece));
            coordinates.set(first + i, coordinate / piece);
            extents.add(piece);
            coordinates.add(coordinate % piece);
        }
    }

    /** Merges a dimension with the next minor one. */
    private static void combine(int dimension, List<Integer> extents, List<Integer> coordinates) {
        int minor = extents.get(dimension + 1);
        extents.set(dimension, extents.get(dimension) * minor);
        coordinates.set(dimension, coordinates.get(dimension) * minor + coordinates.get(dimension + 1));
        extents.subList(dimension + 1, dimension + 2).clear();
        coordinates.subList(dimension + 1, dimension + 2).clear();
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }
}
