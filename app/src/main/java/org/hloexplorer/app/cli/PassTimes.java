package org.hloexplorer.app.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;

/** How long each pass took, all its runs together: the slowest first, each with a bar. */
final class PassTimes {
    private static final int BAR = 24;

    /** The runs of one pass. */
    private static final class Sum {
        private final String pass;
        private long nanos;
        private int runs;
        private int changing;
        private int rewrites;

        Sum(String pass) {
            this.pass = pass;
        }
    }

    private PassTimes() {}

    static List<String> of(PipelineRun run) {
        var sums = new LinkedHashMap<String, Sum>();
        for (var each : run.runs()) {
            if (each.status() != PassStatus.OFF) {
                var sum = sums.computeIfAbsent(each.pass(), Sum::new);
                sum.nanos += each.time().toNanos();
                sum.runs++;
                sum.changing += each.isChanging() ? 1 : 0;
                sum.rewrites += each.rewriteCount();
            }
        }
        long total =
                Math.max(1, sums.values().stream().mapToLong(each -> each.nanos).sum());
        var lines = new ArrayList<String>();
        lines.add("%-36s %10s %6s  %-24s %5s %8s %9s"
                .formatted("pass", "time", "share", "", "runs", "changing", "rewrites"));
        sums.values().stream()
                .sorted(Comparator.comparingLong((Sum each) -> each.nanos).reversed())
                .forEach(each -> lines.add(line(each, total)));
        lines.add("%-36s %7.1f ms".formatted("all", total / 1e6));
        return lines;
    }

    private static String line(Sum sum, long total) {
        double share = (double) sum.nanos / total;
        return "%-36s %7.1f ms %5.1f%%  %-24s %5d %8d %9d"
                .formatted(
                        sum.pass,
                        sum.nanos / 1e6,
                        100 * share,
                        "█".repeat((int) Math.round(BAR * share)),
                        sum.runs,
                        sum.changing,
                        sum.rewrites);
    }
}
