package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.diff.DiffReport;
import org.hloexplorer.hlo.diff.DiffState;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.pipeline.buffers.MovementLedger;
import org.hloexplorer.pipeline.buffers.MovementLedger.Amount;
import org.hloexplorer.pipeline.buffers.PeakMemory;
import org.hloexplorer.pipeline.dump.DumpComparison;
import org.hloexplorer.pipeline.dump.DumpComparison.Peak;
import org.hloexplorer.pipeline.dump.DumpDifferences;
import org.hloexplorer.pipeline.dump.DumpDifferences.Row;
import org.hloexplorer.pipeline.dump.DumpTimeline;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox diff}: what differs between two modules, or two dump folders. */
@Command(
        name = "diff",
        description = {
            "Compares two modules, or two dump folders, by structure: names and ids do not count.",
            "Of dump folders, the steps are aligned by pipeline and pass; the first that differs is named, and the last",
            "modules are compared: fusions, copies, peak memory."
        },
        footer = {
            "%nJSON: equal, same, changed, added, removed, first_differing_pass, fusions{same, gained[], lost[], changed[]}, "
                    + "copies{before, after, bytes_before, bytes_after}, "
                    + "peak_memory{before, after, source_before, source_after}, differences[].",
            "%nExit status 1 where they differ."
        })
final class DiffVerb extends Verb {
    private static final int MOST_LINES = 200;

    @Parameters(index = "0", paramLabel = "A", description = "A module, or a dump folder.")
    private String first = "";

    @Parameters(index = "1", paramLabel = "B", description = "What to compare it with, of the same kind.")
    private String second = "";

    @Option(names = "--all", description = "Print every difference, however many there are.")
    private boolean all;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write the difference as a page: both texts side by side, and the steps of two dumps.")
    private @Nullable Path html;

    /** What was compared, with what came of it. */
    private record Compared(HloModule left, HloModule right, List<Row> steps, Difference difference) {}

    /** Fusions as JSON. */
    record Fusions(int same, List<String> gained, List<String> lost, List<String> changed) {}

    /** Copies as JSON. */
    record Copies(int before, int after, long bytesBefore, long bytesAfter) {}

    /** Peak memory as JSON. */
    record Peaks(long before, long after, String sourceBefore, String sourceAfter) {}

    /** The line that is written. */
    record Difference(
            boolean equal,
            int same,
            int changed,
            int added,
            int removed,
            @Nullable String firstDifferingPass,
            Fusions fusions,
            Copies copies,
            Peaks peakMemory,
            List<String> differences) {}

    DiffVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() {
        boolean areDumps = Dumps.isOne(first) && Dumps.isOne(second);
        if (!areDumps && (Dumps.isOne(first) || Dumps.isOne(second))) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "A dump folder is compared with a dump folder, and a module with a module; %s is one and %s is the "
                                    .formatted(first, second)
                            + "other.");
        }
        var compared = areDumps ? ofDumps() : ofModules(module(read(first)), module(read(second)));
        var difference = compared.difference();
        if (html != null) {
            writePage(compared, html);
        }
        if (isJson()) {
            write(difference);
        } else {
            lines(difference).forEach(this::print);
        }
        return difference.equal() ? ExitStatus.FINE : ExitStatus.FINDING;
    }

    private void writePage(Compared compared, Path file) {
        var page = DifferencePage.of(
                first, second, lines(compared.difference()), compared.steps(), compared.left(), compared.right());
        try {
            Files.writeString(file, page);
            note("wrote " + file);
        } catch (IOException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "%s cannot be written: %s.".formatted(file, e.getMessage()), e);
        }
    }

    private static Compared ofModules(HloModule left, HloModule right) {
        var difference = difference(
                left,
                right,
                null,
                true,
                new Peak(PeakMemory.of(left), "computed"),
                new Peak(PeakMemory.of(right), "computed"));
        return new Compared(left, right, List.of(), difference);
    }

    /** What cannot be read is not compared either, so that it has to be said. */
    private void complain(String dump) {
        DumpTimeline.complaints(DumpReading.module(dump), new Cancellation())
                .forEach(complaint -> note("hlox: %s: %s".formatted(dump, complaint)));
    }

    private Compared ofDumps() {
        complain(first);
        complain(second);
        var comparison = DumpComparison.of(DumpReading.module(first), DumpReading.module(second));
        try {
            var steps = html == null
                    ? List.<Row>of()
                    : DumpDifferences.of(comparison, new Cancellation()).rows();
            var step = comparison.firstDifference(new Cancellation());
            var left = comparison.lastOfLeft();
            var right = comparison.lastOfRight();
            var difference = difference(
                    left,
                    right,
                    step.map(DumpComparison.AlignedStep::words).orElse(null),
                    step.isEmpty(),
                    comparison.peakOfLeft(),
                    comparison.peakOfRight());
            return new Compared(left, right, steps, difference);
        } catch (IOException e) {
            throw DumpReading.unreadable("%s or %s".formatted(first, second), e);
        }
    }

    private static Difference difference(
            HloModule left, HloModule right, @Nullable String step, boolean areStepsEqual, Peak before, Peak after) {
        var diff = HloDiff.betweenForeign(left, right);
        var lines = DiffReport.of(diff);
        var counts = diff.counts();
        var fusions = FusionComparison.of(left, right);
        var changes = new ArrayList<String>();
        fusions.grown().forEach(each -> changes.add("grown: " + each.toText()));
        fusions.shrunk().forEach(each -> changes.add("shrunk: " + each.toText()));
        return new Difference(
                areStepsEqual && lines.isEmpty(),
                counts.getOrDefault(DiffState.SAME, 0),
                counts.getOrDefault(DiffState.CHANGED, 0) + counts.getOrDefault(DiffState.MOVED, 0),
                counts.getOrDefault(DiffState.ADDED, 0),
                counts.getOrDefault(DiffState.REMOVED, 0),
                step,
                new Fusions(fusions.same(), names(fusions.gained()), names(fusions.lost()), changes),
                copies(copied(left), copied(right)),
                new Peaks(before.bytes(), after.bytes(), before.source(), after.source()),
                lines);
    }

    private static Amount copied(HloModule module) {
        return MovementLedger.amounts(module).getOrDefault(HloOpcode.COPY, new Amount(0, 0));
    }

    private static Copies copies(Amount before, Amount after) {
        return new Copies(before.count(), after.count(), before.bytes(), after.bytes());
    }

    private static List<String> names(List<CanonicalFusion> fusions) {
        return fusions.stream().map(CanonicalFusion::name).toList();
    }

    private List<String> lines(Difference difference) {
        var every = difference.differences();
        var lines = new ArrayList<>(every.subList(0, all ? every.size() : Math.min(every.size(), MOST_LINES)));
        if (lines.size() < every.size()) {
            lines.add("… and %d more (--all prints them)".formatted(every.size() - MOST_LINES));
        }
        if (difference.firstDifferingPass() != null) {
            lines.add("first differing pass: " + difference.firstDifferingPass());
        }
        lines.add("%d instructions the same, %d changed, %d added, %d removed"
                .formatted(difference.same(), difference.changed(), difference.added(), difference.removed()));
        var fusions = difference.fusions();
        lines.add("fusions: %d the same, gained %s, lost %s%s"
                .formatted(
                        fusions.same(),
                        fusions.gained().isEmpty() ? "none" : fusions.gained(),
                        fusions.lost().isEmpty() ? "none" : fusions.lost(),
                        fusions.changed().isEmpty() ? "" : ", " + String.join("; ", fusions.changed())));
        var copies = difference.copies();
        lines.add("copies: %d (%,d B) → %d (%,d B)"
                .formatted(copies.before(), copies.bytesBefore(), copies.after(), copies.bytesAfter()));
        var peaks = difference.peakMemory();
        lines.add("peak memory: %,d B (%s) → %,d B (%s)"
                .formatted(peaks.before(), peaks.sourceBefore(), peaks.after(), peaks.sourceAfter()));
        return lines;
    }
}
