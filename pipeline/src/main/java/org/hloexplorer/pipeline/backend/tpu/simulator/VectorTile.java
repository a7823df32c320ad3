package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * The tile in which a TPU stores an array's two most minor dimensions: what does not fill tiles is padding that is stored,
 * moved and computed with.
 *
 * <p>By XLA's documentation of tiled layouts: {@code 8x128} elements of 32 bits, with second tiles that pack narrower ones;
 * {@code 2x128} and {@code 4x128} for small second-minor dimensions. By JAX: {@code 32x128} for 8 bits. Arrays of one
 * dimension, by the texts that XLA's TPU compiler prints: 128, 256, 512 or 1024 elements.
 *
 * @param sublanes rows of the tile
 * @param lanes columns of the tile
 * @param packed elements of neighbouring rows that share 32 bits
 */
public record VectorTile(int sublanes, int lanes, int packed) {
    /** Rows of a vector register. */
    public static final int SUBLANES = 8;

    /** Columns of a vector register. */
    public static final int LANES = 128;

    private static final int MOST_LANES = 1024;
    private static final int WORD_BYTES = 4;

    /** The tile that arrays of this type are stored in, whatever their sizes. */
    public static VectorTile of(PrimitiveType type) {
        int bytes = Math.clamp(type.bytes(), 1, WORD_BYTES);
        boolean isNarrowNumber = bytes == 1 && type != PrimitiveType.PRED;
        return new VectorTile(isNarrowNumber ? SUBLANES * WORD_BYTES : SUBLANES, LANES, WORD_BYTES / bytes);
    }

    /** The tile that this array is stored in; a small one where that wastes less. */
    public static VectorTile of(Shape.Array shape) {
        var ordinary = of(shape.elementType());
        if (shape.rank() < 2) {
            return oneDimensional(shape.elements(), ordinary.packed);
        }
        long secondMinor = shape.dimension(shape.layout().minorToMajor().get(1));
        int smallest = Math.max(2, ordinary.packed);
        if (secondMinor > 4 || smallest > 4) {
            return ordinary;
        }
        return new VectorTile(Math.max(secondMinor <= 2 ? 2 : 4, smallest), LANES, ordinary.packed);
    }

    private static VectorTile oneDimensional(long elements, int packed) {
        int lanes = LANES * packed;
        while (lanes < elements && lanes < MOST_LANES) {
            lanes *= 2;
        }
        return new VectorTile(1, lanes, packed);
    }

    /** The array with this tile in its layout, as XLA prints it. */
    public Shape.Array tiled(Shape.Array shape) {
        var layout = shape.layout();
        var tiles = new ArrayList<Layout.Tile>();
        tiles.add(
                shape.rank() < 2
                        ? new Layout.Tile(List.of((long) lanes))
                        : new Layout.Tile(List.of((long) sublanes, (long) lanes)));
        if (packed > 1 && shape.rank() > 1) {
            tiles.add(new Layout.Tile(List.of((long) packed, 1L)));
        }
        return shape.withLayout(new Layout(
                layout.minorToMajor(), tiles, layout.elementSizeInBits(), layout.memorySpace(), layout.otherText()));
    }

    /** Elements that are stored, padding included. */
    public long paddedElements(Shape.Array shape) {
        var order = shape.layout().minorToMajor();
        long elements = 1;
        for (int i = 0; i < order.size(); i++) {
            long size = shape.dimension(order.get(i));
            long step = i == 0 ? lanes : i == 1 ? sublanes : 1;
            elements = Math.multiplyExact(elements, Math.ceilDiv(size, step) * step);
        }
        return order.isEmpty() ? lanes : elements;
    }

    /** Bytes that are stored, padding included. */
    public long paddedBytes(Shape.Array shape) {
        return Math.multiplyExact(
                paddedElements(shape), (long) shape.elementType().bytes());
    }

    /** Bytes of the array as a TPU stores it; 0 for what holds no elements. */
    public static long storedBytes(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> of(array).paddedBytes(array);
            case Shape.Tuple(var elements) ->
                elements.stream().mapToLong(VectorTile::storedBytes).sum();
            case Shape.Buffer(var contents) -> storedBytes(contents);
            case Shape.Token _, Shape.Opaque _ -> 0;
        };
    }

    /**
     * Vector registers of {@code 8x128} words that the array fills when it is computed with; narrow elements are widened
     * to 32 bits for that, wide ones take two.
     */
    public static long registers(Shape.Array shape) {
        int words = Math.max(1, shape.elementType().bytes() / WORD_BYTES);
        if (shape.rank() < 2) {
            return Math.multiplyExact(Math.ceilDiv(Math.max(1, shape.elements()), (long) SUBLANES * LANES), words);
        }
        var register = new VectorTile(SUBLANES, LANES, 1);
        return Math.multiplyExact(register.paddedElements(shape) / (SUBLANES * LANES), words);
    }

    /** {@code (8,128)(2,1)}, as XLA prints it. */
    @Override
    public String toString() {
        return sublanes == 1
                ? "(" + lanes + ")"
                : "(%d,%d)%s".formatted(sublanes, lanes, packed > 1 ? "(" + packed + ",1)" : "");
    }
}
