package org.hloexplorer.app.cli;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.buffers.LayoutComparison;
import org.hloexplorer.pipeline.buffers.LayoutCost;

/** A program with its images in each order of memory, as text and as JSON. */
record LayoutsText(String file, List<Layouts> layouts, String source) {

    /** One order, as JSON. */
    record Layouts(String convolution, int copies, long bytesMoved, long padding, List<LayoutCost.Image> images) {}

    static LayoutsText of(String file, LayoutComparison comparison) {
        return new LayoutsText(
                file, comparison.choices().stream().map(LayoutsText::layouts).toList(), LayoutCost.SOURCE);
    }

    private static Layouts layouts(LayoutComparison.Choice choice) {
        var cost = choice.cost();
        return new Layouts(choice.order().toString(), cost.copies(), cost.bytesMoved(), cost.padding(), cost.images());
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        for (var each : layouts) {
            lines.add(
                    "layout.convolution=%s: %d copies into another order move %,d B; tiles of 8 by 128 would pad by %,d B"
                            .formatted(each.convolution(), each.copies(), each.bytesMoved(), each.padding()));
            each.images().forEach(image -> lines.add("  " + image.toText()));
        }
        lines.add("(just after layout-assignment, %s)".formatted(source));
        return lines;
    }
}
