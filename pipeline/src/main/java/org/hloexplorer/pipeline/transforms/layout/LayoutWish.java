package org.hloexplorer.pipeline.transforms.layout;

import java.util.Collections;
import java.util.List;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** A shape as it is asked for, with the reason for the layout of each of its {@linkplain Leaves leaves}. */
record LayoutWish(Shape shape, List<LayoutReason> reasons) {
    LayoutWish {
        reasons = List.copyOf(reasons);
    }

    static LayoutWish of(Shape shape, LayoutReason reason) {
        return new LayoutWish(shape, Collections.nCopies(Leaves.count(shape), reason));
    }

    static LayoutWish of(Shape.Array array, Layout layout, LayoutReason reason) {
        return new LayoutWish(array.withLayout(Layout.of(layout.minorToMajor())), List.of(reason));
    }

    static LayoutWish rowMajor(Shape shape, LayoutReason reason) {
        return of(Leaves.rowMajor(shape), reason);
    }

    /** The layout of what is no tuple. */
    Layout layout() {
        return shape.asArray().layout();
    }

    /** The reason for what is no tuple. */
    LayoutReason reason() {
        return reasons.getFirst();
    }

    /** One leaf of it alone. */
    LayoutWish leaf(int index) {
        return new LayoutWish(Leaves.of(shape).get(index), List.of(reasons.get(index)));
    }

    LayoutWish through(String carrier) {
        return new LayoutWish(
                shape, reasons.stream().map(each -> each.through(carrier)).toList());
    }
}
