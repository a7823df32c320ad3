package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;
import org.hloexplorer.pipeline.fusion.FusionComparison.Change;

/**
 * A difference between two sets of fusions, as it is listed.
 *
 * @param sizes how many instructions it has, or had and has
 * @param candidates names by which to find it in the right one
 */
record FusionRow(Kind kind, String name, String sizes, String members, List<String> candidates) {

    /** What became of a fusion. */
    enum Kind {
        GAINED,
        LOST,
        GROWN,
        SHRUNK
    }

    FusionRow {
        candidates = List.copyOf(candidates);
    }

    static List<FusionRow> of(FusionComparison sets) {
        var rows = new ArrayList<FusionRow>();
        sets.gained().forEach(each -> rows.add(of(Kind.GAINED, each)));
        sets.lost().forEach(each -> rows.add(of(Kind.LOST, each)));
        sets.grown().forEach(each -> rows.add(of(Kind.GROWN, each)));
        sets.shrunk().forEach(each -> rows.add(of(Kind.SHRUNK, each)));
        return rows;
    }

    private static FusionRow of(Kind kind, CanonicalFusion fusion) {
        var candidates = new ArrayList<>(List.of(fusion.name()));
        candidates.addAll(fusion.members());
        return new FusionRow(
                kind,
                fusion.name(),
                Integer.toString(fusion.members().size()),
                String.join(", ", fusion.members().stream().sorted().toList()),
                candidates);
    }

    private static FusionRow of(Kind kind, Change change) {
        var before = change.before().members();
        var after = change.after().members();
        var came =
                after.stream().filter(each -> !before.contains(each)).sorted().map("+"::concat);
        var went =
                before.stream().filter(each -> !after.contains(each)).sorted().map("−"::concat);
        return new FusionRow(
                kind,
                change.after().name(),
                "%d → %d".formatted(before.size(), after.size()),
                String.join(", ", Stream.concat(came, went).toList()),
                List.of(change.after().name()));
    }
}
