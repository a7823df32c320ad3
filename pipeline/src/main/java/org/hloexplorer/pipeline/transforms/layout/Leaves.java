package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** The parts of a shape that are no tuples, in order. */
final class Leaves {
    private Leaves() {}

    static List<Shape> of(Shape shape) {
        var leaves = new ArrayList<Shape>();
        add(shape, leaves);
        return leaves;
    }

    private static void add(Shape shape, List<Shape> leaves) {
        if (shape instanceof Shape.Tuple(var elements)) {
            elements.forEach(each -> add(each, leaves));
        } else {
            leaves.add(shape);
        }
    }

    static int count(Shape shape) {
        return shape instanceof Shape.Tuple(var elements)
                ? elements.stream().mapToInt(Leaves::count).sum()
                : 1;
    }

    /** The same tuples around other leaves. */
    static Shape with(Shape shape, List<? extends Shape> leaves) {
        return with(shape, leaves.iterator());
    }

    private static Shape with(Shape shape, Iterator<? extends Shape> leaves) {
        return shape instanceof Shape.Tuple(var elements)
                ? new Shape.Tuple(
                        elements.stream().map(each -> with(each, leaves)).toList())
                : leaves.next();
    }

    /** Whether a layout says anything about it: an array of two dimensions or more. */
    static boolean hasOrder(Shape leaf) {
        return leaf instanceof Shape.Array array && array.rank() > 1;
    }

    static boolean haveOrder(Shape shape) {
        return of(shape).stream().anyMatch(Leaves::hasOrder);
    }

    /** Whether the dimensions of all arrays come in the same order in memory; tilings and the like do not count. */
    static boolean sameOrder(Shape left, Shape right) {
        var ones = of(left);
        var others = of(right);
        for (int i = 0; i < ones.size(); i++) {
            if (ones.get(i) instanceof Shape.Array one
                    && others.get(i) instanceof Shape.Array other
                    && !sameOrder(one.layout(), other.layout())) {
                return false;
            }
        }
        return true;
    }

    static boolean sameOrder(Layout left, Layout right) {
        return left.minorToMajor().equals(right.minorToMajor());
    }

    static Shape rowMajor(Shape shape) {
        return map(shape, array -> array.withLayout(Layout.descending(array.rank())));
    }

    private static Shape map(Shape shape, UnaryOperator<Shape.Array> change) {
        return with(
                shape,
                of(shape).stream()
                        .map(leaf -> leaf instanceof Shape.Array array ? change.apply(array) : leaf)
                        .toList());
    }
}
