package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each pass alone on each program, beside the same pass of XLA. */
@Tag("corpus")
final class SinglePassTests {

    /** XLA changed the program: identical or not. XLA left it: we too, or not. */
    private static final class Count {
        private int changed;
        private int identical;
        private int left;
        private int disturbed;
    }

    private final Map<String, Count> counts = new TreeMap<>();
    private final List<String> unexplained = new ArrayList<>();
    private final Table differences = new Table("program", "passes", "instructions", "why");

    @Test
    void makeOfProgramsWhatXlaMakes() throws IOException {
        var reasons = new Reasons("single-passes.tsv");
        for (var program : Corpus.orSkip().programs()) {
            for (var passes : program.passes("changed")) {
                compare(program, passes, reasons);
            }
            for (var passes : program.passes("unchanged")) {
                expectNoChange(program, passes, reasons);
            }
        }
        int changed = counts.values().stream().mapToInt(each -> each.changed).sum();
        int identical =
                counts.values().stream().mapToInt(each -> each.identical).sum();
        differences.write("single-pass-differences.md", "Rows that differ:");
        report(changed, identical);
        assertThat(identical).isGreaterThanOrEqualTo((int) Math.ceil(0.9 * changed));
        assertThat(unexplained).isEmpty();
        assertThat(reasons.outdated()).isEmpty();
        assertThat(counts.values()).extracting(each -> each.disturbed).containsOnly(0);
    }

    private void compare(Corpus.Program program, String passes, Reasons reasons) {
        if (!Comparison.areKnown(passes)) {
            return;
        }
        var count = counts.computeIfAbsent(passes, _ -> new Count());
        count.changed++;
        var theirs =
                program.module("passes/" + passes.replace(',', '+') + ".hlo").orElseThrow();
        var ours = Comparison.outcome(program.input(), passes);
        if (Comparison.areAlike(ours, theirs)) {
            count.identical++;
        } else {
            differ(program, passes, Comparison.difference(ours, theirs), reasons);
        }
    }

    private void expectNoChange(Corpus.Program program, String passes, Reasons reasons) {
        if (!Comparison.areKnown(passes)) {
            return;
        }
        var count = counts.computeIfAbsent(passes, _ -> new Count());
        var input = program.input();
        var ours = Comparison.outcome(input, passes);
        if (Comparison.areAlike(ours, input)) {
            count.left++;
        } else {
            count.disturbed++;
            differ(program, passes, Comparison.difference(ours, input), reasons);
        }
    }

    private void differ(Corpus.Program program, String passes, String difference, Reasons reasons) {
        var why = reasons.of(program.name(), passes);
        differences.row(program.name(), passes, difference, why);
        if (why.equals("unexplained")) {
            unexplained.add(program.name() + " " + passes);
        }
    }

    private void report(int changed, int identical) throws IOException {
        var table = new Table("passes", "XLA changed", "identical", "XLA left", "we left too");
        counts.forEach((passes, count) ->
                table.row(passes, count.changed, count.identical, count.left + count.disturbed, count.left));
        table.write(
                "single-passes.md",
                "%d of %d rows that XLA changed are identical (%.1f %%)"
                        .formatted(identical, changed, 100.0 * identical / changed));
    }
}
