package org.hloexplorer.pipeline.transforms.layout;

import org.hloexplorer.hlo.Layout;

/** A layout with what asks for it, as the rest of a sentence that ends in it. */
record LayoutChoice(Layout layout, String reason) {

    static LayoutChoice rowMajor(int rank, String reason) {
        return new LayoutChoice(Layout.descending(rank), reason);
    }
}
