package org.hloexplorer.visualizers.source;

import org.hloexplorer.hlo.text.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * A complaint about the text in the editor.
 *
 * @param line counted from 1, as is the column
 * @param length how many characters of the line are underlined
 * @param note the likely remedy; null where there is none
 */
public record Problem(
        String file,
        Severity severity,
        int line,
        int column,
        int length,
        String code,
        String message,
        @Nullable String note) {

    /** How bad it is. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /** What the parser or verifier complains of. */
    public static Problem of(Diagnostic diagnostic) {
        var span = diagnostic.span();
        return new Problem(
                span.file(),
                diagnostic.isError() ? Severity.ERROR : Severity.WARNING,
                span.line(),
                span.column(),
                span.length(),
                diagnostic.code().text(),
                diagnostic.message(),
                diagnostic.note());
    }

    /** Message and remedy. */
    public String toText() {
        return note == null ? "%s [%s]".formatted(message, code) : "%s [%s]\n%s".formatted(message, code, note);
    }
}
