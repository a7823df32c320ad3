package org.hloexplorer.hlo;

import java.util.List;

/** Shapes as XLA prints them. */
final class ShapeText {
    private ShapeText() {}

    /** XLA marks every fifth element of a tuple that has more than five. */
    private static final int MARKED_INTERVAL = 5;

    static String print(Shape shape, boolean layouts) {
        var text = new StringBuilder();
        append(text, shape, layouts);
        return text.toString();
    }

    private static void append(StringBuilder text, Shape shape, boolean layouts) {
        switch (shape) {
            case Shape.Array array -> appendArray(text, array, layouts);
            case Shape.Tuple(var elements) -> appendTuple(text, elements, layouts);
            case Shape.Buffer(var contents) -> {
                text.append("b(");
                appendArray(text, contents, layouts);
                text.append(')');
            }
            case Shape.Token _ -> text.append("token[]");
            case Shape.Opaque _ -> text.append("opaque[]");
        }
    }

    private static void appendArray(StringBuilder text, Shape.Array array, boolean layouts) {
        text.append(array.elementType().text()).append('[');
        for (int i = 0; i < array.rank(); i++) {
            text.append(i == 0 ? "" : ",").append(dimension(array, i));
        }
        text.append(']');
        if (layouts && showsLayout(array)) {
            text.append(array.layout());
        }
    }

    /** A scalar's layout is empty, and printed only where it says something beyond the order of dimensions. */
    private static boolean showsLayout(Shape.Array array) {
        return !array.isScalar() || !array.layout().equals(Layout.descending(0));
    }

    private static String dimension(Shape.Array array, int index) {
        long size = array.dimension(index);
        if (size == Shape.UNBOUNDED) {
            return "?";
        }
        return array.dynamicDimensions().contains(index) ? "<=" + size : Long.toString(size);
    }

    private static void appendTuple(StringBuilder text, List<Shape> elements, boolean layouts) {
        text.append('(');
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                text.append(", ");
            }
            if (i > 0 && i % MARKED_INTERVAL == 0 && elements.size() > MARKED_INTERVAL) {
                text.append("/*index=").append(i).append("*/");
            }
            append(text, elements.get(i), layouts);
        }
        text.append(')');
    }
}
