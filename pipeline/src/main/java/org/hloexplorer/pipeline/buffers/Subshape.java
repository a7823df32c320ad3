package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Shape;

/** A part of a value: the whole, or what lies at an index into its tuples. */
public record Subshape(List<Integer> index, Shape shape) {
    private static final long POINTER_BYTES = 8;

    public Subshape {
        index = List.copyOf(index);
    }

    /** All parts, each tuple before its elements. */
    static List<Subshape> all(Shape shape) {
        var all = new ArrayList<Subshape>();
        add(shape, List.of(), all);
        return all;
    }

    private static void add(Shape shape, List<Integer> index, List<Subshape> all) {
        all.add(new Subshape(index, shape));
        if (shape instanceof Shape.Tuple(var elements)) {
            for (int i = 0; i < elements.size(); i++) {
                var inner = new ArrayList<>(index);
                inner.add(i);
                add(elements.get(i), inner, all);
            }
        }
    }

    /** How many parts a shape has, itself included. */
    static int count(Shape shape) {
        return shape instanceof Shape.Tuple(var elements)
                ? 1 + elements.stream().mapToInt(Subshape::count).sum()
                : 1;
    }

    /** The place of a tuple's element among the tuple's parts. */
    static int ordinalOfElement(Shape tuple, int element) {
        int ordinal = 1;
        var elements = ((Shape.Tuple) tuple).elements();
        for (int i = 0; i < element; i++) {
            ordinal += count(elements.get(i));
        }
        return ordinal;
    }

    /** The place of the part at an index among all parts. */
    static int ordinal(Shape shape, List<Integer> index) {
        int ordinal = 0;
        var current = shape;
        for (int element : index) {
            ordinal += ordinalOfElement(current, element);
            current = ((Shape.Tuple) current).elements().get(element);
        }
        return ordinal;
    }

    /** The bytes of this part alone: of a tuple its table of pointers, of an array its elements with their padding. */
    public static long bytes(Shape shape) {
        return switch (shape) {
            case Shape.Tuple(var elements) -> POINTER_BYTES * elements.size();
            case Shape.Array array -> PhysicalSize.of(array);
            case Shape.Buffer(var contents) -> PhysicalSize.of(contents);
            case Shape.Token _, Shape.Opaque _ -> 0;
        };
    }

    /** XLA's text of an index, such as {@code {1,0}}. */
    public static String text(List<Integer> index) {
        return index.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }
}
