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

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** The complaint on one line, without its source. */
    public String headline() {
        return "%s: %s: %s [%s]".formatted(span, severity.text(), message, code.text());
    }

    /** The complaint, its source line, and a caret below the culprit. */
    public String render(String sourceLine) {
        var marker = blanksLike(sourceLine, span.column() - 1) + "^" + "~".repeat(underlined(sourceLine) - 1);
        var complaint = String.join("\n", headline(), sourceLine, marker);
        return note == null ? complaint : complaint + "\n  note: " + note;
    }

    private int underlined(String sourceLine) {
        return Math.clamp(sourceLine.length() - span.column() + 1L, 1, span.length());
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
