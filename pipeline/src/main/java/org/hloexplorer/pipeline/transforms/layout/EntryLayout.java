package org.hloexplorer.pipeline.transforms.layout;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloParser;

/** The layout in which whoever runs the module wants its result. */
final class EntryLayout {
    private EntryLayout() {}

    /** The result's shape with the layouts of {@code entry_computation_layout}, or else row-major ones. */
    static Shape result(HloModule module) {
        var root = module.entry().root().shape();
        return module.attributes().others().stream()
                .filter(attribute -> attribute.name().equals("entry_computation_layout"))
                .map(attribute -> parsed(attribute.text()))
                .filter(shape -> shape.isCompatible(root))
                .findFirst()
                .orElseGet(() -> Leaves.rowMajor(root));
    }

    /** The part behind the arrow of <code>{(f32[2]{0})->f32[2]{0}}</code>. */
    private static Shape parsed(String text) {
        int arrow = text.lastIndexOf("->");
        return HloParser.parseShape(text.substring(arrow + 2, text.lastIndexOf('}')));
    }
}
