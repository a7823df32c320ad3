package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Locale;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.dump.DumpDifferences.Row;
import org.hloexplorer.pipeline.dump.DumpDifferences.State;
import org.hloexplorer.pipeline.dump.DumpStep;
import org.hloexplorer.visualizers.diff.DifferenceRow;
import org.hloexplorer.visualizers.diff.TextDifference;
import org.jspecify.annotations.Nullable;

/** A difference as one page of HTML that needs nothing else: what is told in text, the steps, and both texts side by side. */
final class DifferencePage {
    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; background: Canvas; color: CanvasText; }
            table { border-collapse: collapse; width: 100%; table-layout: fixed; }
            td { vertical-align: top; padding: 0 8px; overflow-wrap: anywhere; }
            .code td { font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
            .code td.n { width: 4em; text-align: right; opacity: .55; }
            .steps td:nth-child(2) { width: 9em; text-align: center; }
            .removed { background: rgba(255, 120, 40, .22); }
            .added { background: rgba(40, 140, 255, .22); }
            .changed { background: rgba(220, 180, 0, .22); }
            .folded { opacity: .55; }
            """;

    private final StringBuilder out = new StringBuilder();

    private DifferencePage() {}

    /**
     * The page.
     *
     * @param summary lines of text
     * @param steps of two dumps; none for two modules
     */
    static String of(
            String first, String second, List<String> summary, List<Row> steps, HloModule left, HloModule right) {
        var page = new DifferencePage();
        page.begin(first, second);
        page.addLines(summary);
        page.addSteps(steps);
        page.addTexts(HloPrinter.print(left), HloPrinter.print(right));
        return page.out.append("</body></html>\n").toString();
    }

    private void begin(String first, String second) {
        out.append(
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s | %s</title><style>\n%s</style></head><body>\n"
                        .formatted(escaped(first), escaped(second), STYLE));
        out.append("<h1>%s | %s</h1>\n".formatted(escaped(first), escaped(second)));
    }

    private void addLines(List<String> summary) {
        out.append("<ul>\n");
        summary.forEach(each -> out.append("<li>%s</li>\n".formatted(escaped(each))));
        out.append("</ul>\n");
    }

    private void addSteps(List<Row> steps) {
        if (steps.isEmpty()) {
            return;
        }
        out.append("<h2>Steps</h2>\n<table class=\"steps\">\n");
        for (var row : steps) {
            out.append("<tr class=\"%s\"><td>%s</td><td>%s</td><td>%s</td></tr>\n"
                    .formatted(
                            style(row.state()),
                            title(row.step().left()),
                            row.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                            title(row.step().right())));
        }
        out.append("</table>\n");
    }

    private static String style(State state) {
        return switch (state) {
            case SAME -> "folded";
            case DIFFERENT -> "changed";
            case LEFT_ONLY -> "removed";
            case RIGHT_ONLY -> "added";
        };
    }

    private static String title(@Nullable DumpStep step) {
        return step == null ? "" : escaped(step.title());
    }

    private void addTexts(String before, String after) {
        out.append("<h2>Text</h2>\n<table class=\"code\">\n");
        for (var row : TextDifference.folded(TextDifference.between(before, after))) {
            out.append("<tr>");
            addSide(row, row.beforeLine(), row.before(), DifferenceRow.Kind.REMOVED);
            addSide(row, row.afterLine(), row.after(), DifferenceRow.Kind.ADDED);
            out.append("</tr>\n");
        }
        out.append("</table>\n");
    }

    private void addSide(DifferenceRow row, int line, String text, DifferenceRow.Kind own) {
        var style = switch (row.kind()) {
            case SAME -> "";
            case CHANGED -> "changed";
            case FOLDED -> "folded";
            case ADDED, REMOVED -> row.kind() == own ? own.name().toLowerCase(Locale.ROOT) : "";
        };
        out.append("<td class=\"n\">%s</td><td class=\"%s\">%s</td>"
                .formatted(line == 0 ? "" : Integer.toString(line), style, escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
