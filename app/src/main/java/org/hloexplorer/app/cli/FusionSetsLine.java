package org.hloexplorer.app.cli;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;

/** What {@code hlox explain --fusions-of} writes. */
record FusionSetsLine(
        String file, int same, List<String> lost, List<String> gained, List<String> grown, List<String> shrunk) {

    static FusionSetsLine of(String file, FusionComparison comparison) {
        return new FusionSetsLine(
                file,
                comparison.same(),
                names(comparison.lost()),
                names(comparison.gained()),
                texts(comparison.grown()),
                texts(comparison.shrunk()));
    }

    private static List<String> names(List<CanonicalFusion> fusions) {
        return fusions.stream().map(CanonicalFusion::name).toList();
    }

    private static List<String> texts(List<FusionComparison.Change> changes) {
        return changes.stream().map(FusionComparison.Change::toText).toList();
    }

    /** The same as sentences, with what each fusion is made of. */
    static List<String> lines(FusionComparison comparison) {
        var lines = new ArrayList<String>();
        lines.add("%d fusions compute the same in both.".formatted(comparison.same()));
        comparison.lost().forEach(each -> lines.add("lost: %%%s of %s".formatted(each.name(), each.members())));
        comparison.gained().forEach(each -> lines.add("gained: %%%s of %s".formatted(each.name(), each.members())));
        comparison.grown().forEach(each -> lines.add("grown: " + each.toText()));
        comparison.shrunk().forEach(each -> lines.add("shrunk: " + each.toText()));
        return lines;
    }
}
