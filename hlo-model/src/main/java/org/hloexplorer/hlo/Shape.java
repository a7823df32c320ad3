package org.hloexplorer.hlo;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The type of a value: a dense array, a tuple of shapes, or one of the values that hold no elements. */
public sealed interface Shape {

    /** A dimension whose size is not known before run time, printed as {@code ?}. */
    long UNBOUNDED = Long.MIN_VALUE;

    /**
     * A dense array.
     *
     * @param dimensions sizes; the bound of a dynamic dimension, or {@link Shape#UNBOUNDED}
     * @param dynamicDimensions indices of the dimensions whose size is set at run time; empty almost always
     */
    record Array(PrimitiveType elementType, List<Long> dimensions, Set<Integer> dynamicDimensions, Layout layout)
            implements Shape {
        public Array {
            dimensions = List.copyOf(dimensions);
            dynamicDimensions = Set.copyOf(dynamicDimensions);
            if (layout.minorToMajor().size() != dimensions.size()) {
                throw new IllegalArgumentException("layout " + layout + " does not fit rank " + dimensions.size());
            }
        }

        public int rank() {
            return dimensions.size();
        }

        public long dimension(int index) {
            return dimensions.get(index);
        }

        /** The number of elements, at the bound where a dimension is dynamic. */
        public long elements() {
            long product = 1;
            for (long size : dimensions) {
                product = Math.multiplyExact(product, size);
            }
            return product;
        }

        public boolean isScalar() {
            return dimensions.isEmpty();
        }

        public boolean isStatic() {
            return dynamicDimensions.isEmpty();
        }

        public Array withLayout(Layout changed) {
            return new Array(elementType, dimensions, dynamicDimensions, changed);
        }

        /** The same dimensions and layout with another element type. */
        public Array withElementType(PrimitiveType changed) {
            return new Array(changed, dimensions, dynamicDimensions, layout);
        }

        @Override
        public String toString() {
            return ShapeText.print(this, true);
        }
    }

    /** A tuple, possibly nested, possibly empty. */
    record Tuple(List<Shape> elements) implements Shape {
        public Tuple {
            elements = List.copyOf(elements);
        }

        @Override
        public String toString() {
            return ShapeText.print(this, true);
        }
    }

    /** A reference to memory that is written in place, printed as {@code b(f32[8])}. */
    record Buffer(Array contents) implements Shape {
        @Override
        public String toString() {
            return ShapeText.print(this, true);
        }
    }

    /** Orders side effects; holds no data. */
    record Token() implements Shape {
        @Override
        public String toString() {
            return ShapeText.print(this, true);
        }
    }

    /** Something only a custom call understands. */
    record Opaque() implements Shape {
        @Override
        public String toString() {
            return ShapeText.print(this, true);
        }
    }

    /** A static array in row-major layout. */
    static Array array(PrimitiveType elementType, long... dimensions) {
        return array(elementType, Arrays.stream(dimensions).boxed().toList());
    }

    /** A static array in row-major layout. */
    static Array array(PrimitiveType elementType, List<Long> dimensions) {
        return new Array(elementType, dimensions, Set.of(), Layout.descending(dimensions.size()));
    }

    static Array scalar(PrimitiveType elementType) {
        return array(elementType, List.of());
    }

    static Tuple tuple(Shape... elements) {
        return new Tuple(List.of(elements));
    }

    /** Whether both have the same structure, element types and dimensions, whatever their layouts. */
    default boolean isCompatible(Shape other) {
        return switch (this) {
            case Array(var type, var dimensions, var dynamic, var _) ->
                other instanceof Array(var otherType, var otherDimensions, var otherDynamic, var _)
                        && type == otherType
                        && dimensions.equals(otherDimensions)
                        && dynamic.equals(otherDynamic);
            case Tuple(var elements) ->
                other instanceof Tuple(var others)
                        && elements.size() == others.size()
                        && IntStream.range(0, elements.size())
                                .allMatch(i -> elements.get(i).isCompatible(others.get(i)));
            case Buffer(var contents) ->
                other instanceof Buffer(var otherContents) && contents.isCompatible(otherContents);
            case Token _ -> other instanceof Token;
            case Opaque _ -> other instanceof Opaque;
        };
    }

    /** The bytes of all elements, unpadded; 0 for tokens and opaque values. */
    default long bytes() {
        return switch (this) {
            case Array array -> Math.ceilDiv(array.elements() * widthInBuffers(array), 8L);
            case Tuple(var elements) ->
                elements.stream().mapToLong(Shape::bytes).sum();
            case Buffer(var contents) -> contents.bytes();
            case Token _, Opaque _ -> 0;
        };
    }

    /** This shape as an array, where the caller knows that it is one. */
    default Array asArray() {
        if (this instanceof Array array) {
            return array;
        }
        throw new IllegalStateException(this + " is not an array");
    }

    /** XLA's text without layouts, such as {@code (f32[2,3], s32[])}. */
    default String withoutLayout() {
        return ShapeText.print(this, false);
    }

    private static long widthInBuffers(Array array) {
        int packed = array.layout().elementSizeInBits();
        return packed != 0 ? packed : 8L * array.elementType().bytes();
    }
}
