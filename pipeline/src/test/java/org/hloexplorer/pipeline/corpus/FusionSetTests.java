package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fusions that XLA's pass {@code fusion}, run alone, makes of each program, beside ours. */
@Tag("corpus")
final class FusionSetTests {
    private static final String PASS = "fusion";

    @Test
    void areXlas() throws IOException {
        var table = new Table("program", "XLA's fusions", "ours", "the same");
        var differences = new ArrayList<String>();
        int theirs = 0;
        int ours = 0;
        int same = 0;
        for (var program : Corpus.orSkip().programs()) {
            var expected = program.module("passes/" + PASS + ".hlo");
            if (expected.isEmpty()) {
                continue;
            }
            var made = Comparison.outcome(program.input(), PASS);
            var comparison = FusionComparison.of(expected.get(), made);
            int expectedCount = CanonicalFusion.allOf(expected.get()).size();
            int madeCount = CanonicalFusion.allOf(made).size();
            table.row(program.name(), expectedCount, madeCount, comparison.same());
            theirs += expectedCount;
            ours += madeCount;
            same += comparison.same();
            comparison.lost().forEach(each -> differences.add(program.name() + ": only XLA's " + each.members()));
            comparison.gained().forEach(each -> differences.add(program.name() + ": only ours " + each.members()));
            comparison.grown().forEach(each -> differences.add(program.name() + ": " + each.toText()));
            comparison.shrunk().forEach(each -> differences.add(program.name() + ": " + each.toText()));
        }
        table.write(
                "fusions.md",
                "%d of XLA's %d fusions are ours too (%.1f %%), of our %d %.1f %% are XLA's"
                        .formatted(same, theirs, 100.0 * same / theirs, ours, 100.0 * same / ours));
        assertThat(same).as("%s", differences).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * theirs));
        assertThat(same).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * ours));
    }
}
