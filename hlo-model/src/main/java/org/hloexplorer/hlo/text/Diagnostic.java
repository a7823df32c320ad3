package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.ProblemCode;
import org.hloexplorer.hlo.Severity;
import org.jspecify.annotations.Nullable;

/**
 * A complaint about a text: where, what, and what may help.
 *
 * @param note the likely remedy, or null
 */
public record Diagnostic(
        Severity severity,
        ProblemCode code,
        SourceSpan span,
        String message,
        @Nullable String note) {

    private static final int WIDEST = 200;
    private static final int BEFORE = 60;
    private static final String LEFT_OUT = "...";
    private static final String NOTE = "\n  note: ";

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** The complaint on one line, without its source. */
    public String headline() {
        return "%s: %s: %s [%s]".formatted(span, severity.text(), message, code.text());
    }

    /** The complaint, its source line, and a caret below the culprit. Of a long line, what is around the culprit. */
    public String render(String sourceLine) {
        if (sourceLine.isBlank()) {
            return note == null ? headline() : headline() + NOTE + note;
        }
        int from = sourceLine.length() <= WIDEST ? 0 : Math.max(0, span.column() - 1 - BEFORE);
        int to = Math.min(sourceLine.length(), from + WIDEST);
        var excerpt = (from > 0 ? LEFT_OUT : "")
                + sourceLine.substring(from, to)
                + (to < sourceLine.length() ? LEFT_OUT : "");
        int column = span.column() - 1 - from + (from > 0 ? LEFT_OUT.length() : 0);
        var marker = blanksLike(excerpt, column) + "^" + "~".repeat(underlined(excerpt, column) - 1);
        var complaint = String.join("\n", headline(), excerpt, marker);
        return note == null ? complaint : complaint + NOTE + note;
    }

    private int underlined(String excerpt, int column) {
        return Math.clamp(excerpt.length() - (long) column, 1, span.length());
    }

    /** Tabs stay tabs, so that the caret stands below its character whatever a tab's width. */
    private static String blanksLike(String line, int count) {
        var blanks = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            blanks.append(i < line.length() && line.charAt(i) == '\t' ? '\t' : ' ');
        }
        return blanks.toString();
    }

    @Override
    public String toString() {
        return headline();
    }
}
