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
            :root {
              color-scheme: light;
              --page: #ffffff; --text: #1f2328; --muted: #59636e; --line: #d1d9e0;
              --removed: #ffe4d6; --added: #dcebff; --changed: #fbf2cb;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                color-scheme: dark;
                --page: #15181c; --text: #e6e8eb; --muted: #a3adb8; --line: #3a424c;
                --removed: #4d2c19; --added: #17355a; --changed: #423910;
              }
            }
            body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; background: var(--page); color: var(--text); }
            h1 { font-size: 20px; margin: 0 0 8px; }
            h2 { font-size: 16px; margin: 24px 0 8px; }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 0; }
            dt, .muted { color: var(--muted); }
            dd { margin: 0; overflow-wrap: anywhere; }
            table { border-collapse: collapse; width: 100%; table-layout: fixed; border: 1px solid var(--line); }
            th { position: sticky; top: 0; text-align: left; font-weight: 600; background: var(--page); }
            th, td { vertical-align: top; padding: 2px 8px; overflow-wrap: anywhere; }
            .code td { font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; padding: 0 8px; }
            .code td.n { color: var(--muted); text-align: right; padding: 0 4px; }
            .code td.sign { padding: 0; text-align: center; }
            .code col.n { width: 4em; }
            .code col.sign { width: 1.5em; }
            .steps col.state { width: 9em; }
            .removed { background: var(--removed); }
            .added { background: var(--added); }
            .changed { background: var(--changed); }
            .folded td, td.folded { color: var(--muted); }
            .legend span { padding: 1px 8px; margin-right: 8px; }
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
        out.append("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width"/>
                <title>%s | %s</title>
                <style>
                %s</style>
                </head>
                <body>
                <h1>What differs</h1>
                <dl><dt>First</dt><dd>%s</dd><dt>Second</dt><dd>%s</dd></dl>
                """.formatted(escaped(first), escaped(second), STYLE, escaped(first), escaped(second)));
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
        out.append("""
                <h2>Steps</h2>
                <table class="steps">
                <colgroup><col/><col class="state"/><col/></colgroup>
                <thead><tr><th scope="col">First</th><th scope="col"></th><th scope="col">Second</th></tr></thead>
                <tbody>
                """);
        for (var row : steps) {
            out.append("<tr class=\"%s\"><td>%s</td><td>%s</td><td>%s</td></tr>\n"
                    .formatted(
                            style(row.state()),
                            title(row.step().left()),
                            words(row.state()),
                            title(row.step().right())));
        }
        out.append("</tbody>\n</table>\n");
    }

    private static String words(State state) {
        return switch (state) {
            case SAME -> "same";
            case DIFFERENT -> "differs";
            case LEFT_ONLY -> "first only";
            case RIGHT_ONLY -> "second only";
        };
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
        out.append("""
                <h2>Text</h2>
                <p class="legend"><span class="removed">− first only</span><span class="added">+ second only</span>\
                <span class="changed">~ changed</span></p>
                <table class="code">
                <colgroup><col class="n"/><col class="sign"/><col/><col class="n"/><col class="sign"/><col/></colgroup>
                <thead><tr><th scope="colgroup" colspan="3">First</th><th scope="colgroup" colspan="3">Second</th></tr></thead>
                <tbody>
                """);
        for (var row : TextDifference.folded(TextDifference.between(before, after))) {
            out.append("<tr>");
            addSide(row, row.beforeLine(), row.before(), DifferenceRow.Kind.REMOVED);
            addSide(row, row.afterLine(), row.after(), DifferenceRow.Kind.ADDED);
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table>\n");
    }

    private void addSide(DifferenceRow row, int line, String text, DifferenceRow.Kind own) {
        var style = switch (row.kind()) {
            case SAME -> "";
            case CHANGED -> "changed";
            case FOLDED -> "folded";
            case ADDED, REMOVED -> row.kind() == own ? own.name().toLowerCase(Locale.ROOT) : "";
        };
        out.append("<td class=\"n\">%s</td><td class=\"%s sign\">%s</td><td class=\"%s\">%s</td>"
                .formatted(line == 0 ? "" : Integer.toString(line), style, sign(style), style, escaped(text)));
    }

    /** Says without colour what colour says. */
    private static String sign(String style) {
        return switch (style) {
            case "removed" -> "−";
            case "added" -> "+";
            case "changed" -> "~";
            default -> "";
        };
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                // Characters that no page may hold, which names in a module may.
                .replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F\\uFFFE\\uFFFF]", "\uFFFD");
    }
}
